/** One request to this server, and everything about its answer; errors are answers too. */
import { ApiError, noticesIn, type Notices } from 'meridian-client';
import { t } from '../i18n/index.js';
import { client } from './session.js';

/** A request as a page shows it. */
export interface Request {
  method: string;
  path: string;
  /** Sent as JSON; a FormData as the form that it is. */
  body?: unknown;
  /** The tag of the object that is changed: 412 if somebody changed it meanwhile. */
  ifMatch?: string;
  /** Ends the request; what it was sent for throws the signal's reason. */
  signal?: AbortSignal;
}

/** `body` is parsed where it is JSON, else the text. */
export interface Answer {
  status: number;
  body: unknown;
  total: string | null;
  /** The tag of one object, for `ifMatch`; null where the answer has none. */
  tag: string | null;
  /** False where what was cannot be told exactly, since somebody wrote past the journal. */
  isExact: boolean;
  /** What the journal calls the request. */
  requestId?: string;
  /** The cursor of the next page of a list; absent on its last one. */
  next?: string;
  /** What a write was told beside its answer: names that mean nothing, and what looks wrong. */
  notices?: Notices;
  /** Milliseconds until all of it was there. */
  took: number;
  bytes: number;
}

/** Sends a request as whoever is signed in. Throws a ConnectionError without an answer. */
export async function send({ method, path, body, ifMatch, signal }: Request): Promise<Answer> {
  const began = performance.now();
  const call = {
    ...(body !== undefined && { body }),
    ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
    ...(signal && { signal }),
    reads: new URL(path, location.origin).searchParams.has('dry_run'),
  };
  try {
    const answer = await client().send(method, path, call);
    const { status, headers } = answer;
    const text = await answer.text();
    return {
      status,
      body: parsed(text),
      total: headers.get('x-total-count'),
      tag: headers.get('etag'),
      isExact: headers.get('x-as-of-exact') !== 'false',
      ...(headers.has('x-request-id') && { requestId: headers.get('x-request-id')! }),
      notices: noticesIn(headers),
      ...nextOf(headers.get('link')),
      took: performance.now() - began,
      bytes: new Blob([text]).size,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, problem } = error;
    const bytes = new Blob([JSON.stringify(problem)]).size;
    return { status, body: problem, total: null, tag: null, isExact: true, took: performance.now() - began, bytes };
  }
}

/** The same, also where there is no answer: a write that nobody answered is told like one that was refused. */
export async function tried(request: Request): Promise<Pick<Answer, 'status' | 'body' | 'requestId'>> {
  try {
    return await send(request);
  } catch {
    return { status: 503, body: { message: t('server.away') } };
  }
}

/** `</api/sites?page%5Bafter%5D=…>; rel="next"` */
function nextOf(link: string | null): Pick<Answer, 'next'> {
  const address = /<([^>]*)>; rel="next"/.exec(link ?? '')?.[1];
  const next = address === undefined ? null : new URL(address, location.origin).searchParams.get('page[after]');
  return next ? { next } : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The address as people read it: brackets and commas as they are. */
export const readable = (path: string): string => decodeURI(path).replace(/%2C/g, ',');

/** The same request for a shell. */
export function curl({ method, path, body }: Request): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    'curl -s -g',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quoted(location.origin + path),
    '-H "Authorization: Bearer $TOKEN"',
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`]),
  ].join(' ');
}
