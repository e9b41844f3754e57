/** What the end of a command tells: a number for scripts, and sentences for people. */
import { ApiError, ConnectionError } from 'meridian-client';
/** Documented in docs/command-line.md; scripts rely on them. 2 stands for a wrong call, which `terminal.ts` tells. */
const EXIT = {
  failed: 1,
  notSignedIn: 3,
  notAllowed: 4,
  notFound: 5,
  refused: 6,
  away: 7,
  interrupted: 130,
} as const;

/** Nobody is signed in, or not at this server. */
export class NotSignedIn extends Error {}

/** The user broke the command off. */
export class Interrupted extends Error {}

/** Lines of errors that are shown. */
const MOST_LINES = 25;
const AWAY = new Set([429, 502, 503, 504]);

/** The exit code of a failed command. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof Interrupted) return EXIT.interrupted;
  if (error instanceof NotSignedIn) return EXIT.notSignedIn;
  if (error instanceof ConnectionError) return EXIT.away;
  if (!(error instanceof ApiError)) return EXIT.failed;
  const { status } = error;
  if (AWAY.has(status)) return EXIT.away;
  if (status === 401) return EXIT.notSignedIn;
  if (status === 403) return EXIT.notAllowed;
  if (status === 404 || status === 410) return EXIT.notFound;
  return status < 500 ? EXIT.refused : EXIT.failed;
}

/** What went wrong and what to do about it, in lines. */
export function wordsOf(error: unknown): string {
  if (error instanceof ApiError) return [...refusalOf(error), ...hintOf(error)].join('\n');
  if (error instanceof ConnectionError) {
    return `${error.message}\nIs that the right address? MERIDIAN_URL, --url or meridian login name another one.`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** The sentence of the server; where fields or cells are named, a line for each of them. */
function refusalOf({ message, errors, cells }: ApiError): string[] {
  const byField = Object.entries(errors).flatMap(([field, sentences]) =>
    sentences.map((text) => `  ${field}: ${text}`),
  );
  const byCell = cells.map(({ row, column, message: text }) => `  row ${row}, ${column}: ${text}`);
  const lines = [...byField, ...byCell];
  if (!lines.length) return [message];
  const more = lines.length > MOST_LINES ? [`  … and ${lines.length - MOST_LINES} more.`] : [];
  return ['The server refused it:', ...lines.slice(0, MOST_LINES), ...more];
}

function hintOf({ status, traceId, retryAfter }: ApiError): string[] {
  if (status === 401) return ['Sign in again: meridian login'];
  if (status === 403) return ['An administrator can give you that right; meridian whoami tells which ones you have.'];
  if (traceId !== undefined) return [`The log of the server tells more under ${traceId}.`];
  if (AWAY.has(status)) return [retryAfter === undefined ? 'Try again later.' : `Try again in ${retryAfter} seconds.`];
  return [];
}
