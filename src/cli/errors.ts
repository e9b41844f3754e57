/** How a command fails: an exit code for scripts, and sentences for people. */
import type { ApiError } from 'meridian-client';

/** A command was called in a way that it does not know; the message says which. */
export class UsageError extends Error {}

/** Nobody is signed in, or not at this server. */
export class NotSignedIn extends Error {}

/** What was named is not there. */
export class NotFound extends Error {}

/** It is not done, though the request was understood: the message says what is wrong with what was given. */
export class Refused extends Error {}

/** A server that is asked does not answer, or not now: the message says which, and what to do. */
export class Unavailable extends Error {}

/** A rehearsal found something to do, and its caller wants to know by the exit code. */
export class WouldChange extends Error {}

/** What was asked about is worse than its caller takes. */
export class OverThreshold extends Error {}

/** It was done, but something that belongs to it is missing: the message says what. */
export class Incomplete extends Error {}

/** The user broke the command off. */
export class Interrupted extends Error {}

/** A file that was named cannot be opened. */
export function unreadable(path: string, { code, message }: NodeJS.ErrnoException): Error {
  return new Error(`${path} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : message}.`);
}

/** Documented in docs/command-line.md; scripts rely on them. */
const EXIT = {
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  overThreshold: 3,
  notAllowed: 4,
  incomplete: 4,
  notFound: 5,
  refused: 6,
  unavailable: 7,
  wouldChange: 8,
  interrupted: 130,
} as const;

const MAX_ERROR_LINES = 25;
const UNAVAILABLE = new Set([429, 502, 503, 504]);

/** The exit code of a failed command, and what went wrong and what to do about it, in lines. */
export async function failureOf(error: unknown): Promise<{ code: number; message: string }> {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) return { code: EXIT.usage, message };
  if (error instanceof Interrupted) return { code: EXIT.interrupted, message };
  if (error instanceof NotSignedIn) return { code: EXIT.notSignedIn, message };
  if (error instanceof OverThreshold) return { code: EXIT.overThreshold, message };
  if (error instanceof NotFound) return { code: EXIT.notFound, message };
  if (error instanceof Incomplete) return { code: EXIT.incomplete, message };
  if (error instanceof Refused) return { code: EXIT.refused, message };
  if (error instanceof Unavailable) return { code: EXIT.unavailable, message };
  if (error instanceof WouldChange) return { code: EXIT.wouldChange, message };
  const client = await import('meridian-client');
  if (error instanceof client.ConnectionError) {
    const hint = 'Is that the right address? MERIDIAN_URL, --url or meridian login name another one.';
    return { code: EXIT.unavailable, message: `${message}\n${hint}` };
  }
  if (!(error instanceof client.ApiError)) return { code: EXIT.failed, message };
  return { code: codeOfStatus(error.status), message: [...refusalOf(error), ...hintOf(error)].join('\n') };
}

function codeOfStatus(status: number): number {
  if (UNAVAILABLE.has(status)) return EXIT.unavailable;
  if (status === 401) return EXIT.notSignedIn;
  if (status === 403) return EXIT.notAllowed;
  if (status === 404 || status === 410) return EXIT.notFound;
  return status < 500 ? EXIT.refused : EXIT.failed;
}

/** The sentence of the server; where fields or cells are named, a line for each of them. */
function refusalOf({ message, errors, cells }: ApiError): string[] {
  const byField = Object.entries(errors).flatMap(([field, sentences]) =>
    sentences.map((text) => `  ${field}: ${text}`),
  );
  const byCell = cells.map(({ row, column, message: text }) => `  row ${row}, ${column}: ${text}`);
  const lines = [...byField, ...byCell];
  if (!lines.length) return [message];
  const more = lines.length > MAX_ERROR_LINES ? [`  … and ${lines.length - MAX_ERROR_LINES} more.`] : [];
  return ['The server refused it:', ...lines.slice(0, MAX_ERROR_LINES), ...more];
}

function hintOf({ status, problem, traceId, retryAfter }: ApiError): string[] {
  if (status === 401) return ['Sign in again: meridian login'];
  // The setting of a source stands in the way, no right: the sentence says who changes it.
  if (problem['setting'] !== undefined) return [];
  if (status === 403) return ['An administrator can give you that right; meridian whoami tells which ones you have.'];
  if (traceId !== undefined) return [`The log of the server tells more under ${traceId}.`];
  if (UNAVAILABLE.has(status))
    return [retryAfter === undefined ? 'Try again later.' : `Try again in ${retryAfter} seconds.`];
  return [];
}
