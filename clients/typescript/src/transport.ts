/** One request after the other: token, time-out, attempts, errors. Knows nothing of resources. */
import { ApiError, ConnectionError, type Problem } from './errors.js';
import { queryString, type Query } from './query-string.js';
import { isPassing, pause, secondsOf, waitBefore, type RetryPolicy } from './retry.js';
import type { SignIn } from './sign-in.js';
import type { CallOptions } from './types.js';

/** A request. A body that is neither a form nor text is sent as JSON. */
export interface Call extends CallOptions {
  query?: Query;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** The `Idempotency-Key`; requests that take one get a random one of their own. */
  key?: string;
  /** Changes nothing, though it is no GET: it needs no key to be repeated. */
  reads?: boolean;
  /** Without a token: log-in alone. */
  open?: boolean;
}

export interface TransportOptions {
  url: string;
  fetch: typeof fetch;
  policy: RetryPolicy;
  /** Milliseconds that one attempt may take; 0: any time. */
  timeout: number;
  headers: Readonly<Record<string, string>>;
}

/** Routes that take an `Idempotency-Key` beside POST. */
const MASS = /\/mass-(update|destroy)$/;
/** Routes that do not: what they answer is a secret, or ends one. */
const KEYLESS = /^\/api\/(login|logout|tokens(\/|$)|me\/)/;
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Attempt {
  url: string;
  init: RequestInit;
  timeout: number;
  signal: AbortSignal | undefined;
}

export class Transport {
  private readonly base: string;

  constructor(
    private readonly options: TransportOptions,
    private readonly signIn: SignIn,
  ) {
    this.base = options.url.replace(/\/+$/, '');
  }

  /**
   * The answer to a request, if it is a success. Throws an ApiError for any other answer, a ConnectionError without
   * one, and the reason of the signal where that ended it.
   */
  async send(method: string, path: string, call: Call = {}): Promise<Response> {
    const { retries } = this.options.policy;
    const headers = this.headersOf(method, path, call);
    const safe = SAFE.has(method) || call.reads === true || headers.has('idempotency-key');
    let renewed = false;
    for (let next = 1; ; next++) {
      call.signal?.throwIfAborted();
      const token = call.open ? undefined : await this.signIn.current();
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
      const url = this.base + path + queryString(call.query ?? {});
      const init: RequestInit = { method, headers, redirect: 'error', ...bodyOf(call) };
      const attempt = { url, init, timeout: call.timeout ?? this.options.timeout, signal: call.signal };
      let wait: number | undefined;
      try {
        const response = await this.attempt(attempt);
        if (response.ok || response.status === 304) return response;
        const error = await errorOf(response, method, url);
        if (error.status === 401 && !renewed && !call.open && this.signIn.renewable) {
          renewed = true;
          await this.signIn.replacing(token);
          next--;
          continue;
        }
        if (!call.open && isPassing(error.status, safe, error.retryAfter)) {
          wait = waitBefore(next, this.options.policy, error.retryAfter);
        }
        if (wait === undefined) throw error;
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        if (safe) wait = waitBefore(next, this.options.policy);
        if (wait === undefined) throw next > 1 && retries ? afterAttempts(error, next) : error;
      }
      await pause(wait, call.signal);
    }
  }

  /** The JSON of the answer to a request; null where it has none. */
  async json<T>(method: string, path: string, call: Call = {}): Promise<T> {
    return (await this.jsonWithHeaders<T>(method, path, call)).body;
  }

  /** As `json`, with the headers and the status. */
  async jsonWithHeaders<T>(
    method: string,
    path: string,
    call: Call = {},
  ): Promise<{ body: T; headers: Headers; status: number }> {
    const response = await this.send(method, path, call);
    try {
      const text = await response.text();
      const { headers, status } = response;
      return { body: (text ? JSON.parse(text) : null) as T, headers, status };
    } catch (cause) {
      call.signal?.throwIfAborted();
      throw new ConnectionError(`The answer to ${method} ${path} broke off.`, method, this.base + path, cause);
    }
  }

  private headersOf(method: string, path: string, { body, headers, key, reads }: Call): Headers {
    const all = new Headers({ accept: 'application/json', ...this.options.headers, ...headers });
    if (isJson(body) && !all.has('content-type')) all.set('content-type', 'application/json');
    const takesKey = (method === 'POST' && !KEYLESS.test(path)) || MASS.test(path);
    if (takesKey && !reads && !all.has('idempotency-key')) all.set('idempotency-key', key ?? randomKey());
    return all;
  }

  /** One attempt: its answer, or a ConnectionError. */
  private async attempt({ url, init, timeout, signal }: Attempt): Promise<Response> {
    const ending = new AbortController();
    const timer = timeout ? setTimeout(() => ending.abort(TIMED_OUT), timeout) : undefined;
    const either = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
    try {
      return await this.options.fetch(url, { ...init, signal: either });
    } catch (cause) {
      signal?.throwIfAborted();
      const method = init.method!;
      if (cause === TIMED_OUT) throw new ConnectionError(`No answer within ${timeout / 1000} s.`, method, url, cause);
      throw new ConnectionError(`${new URL(url).origin} does not answer: ${reasonOf(cause)}.`, method, url, cause);
    } finally {
      // The answer has begun: a long body may take its time, and ends with the caller's signal alone.
      clearTimeout(timer);
    }
  }
}

const TIMED_OUT = new Error('timed out');

const isJson = (body: unknown): boolean =>
  body !== undefined && !(typeof body === 'string' || body instanceof FormData || body instanceof Blob);

const bodyOf = ({ body }: Call): Pick<RequestInit, 'body'> =>
  body === undefined ? {} : { body: isJson(body) ? JSON.stringify(body) : (body as FormData | Blob | string) };

async function errorOf(response: Response, method: string, url: string): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  let problem: Problem = {};
  try {
    problem = JSON.parse(text) as Problem;
  } catch {
    // Whatever stands before the server answers in a language of its own.
  }
  const { headers, status } = response;
  return new ApiError(
    status,
    problem,
    method,
    url,
    secondsOf(headers.get('retry-after')),
    headers.get('x-request-id') ?? undefined,
  );
}

/** The innermost reason: `fetch failed` says nothing. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, message } = inner as { code?: string; message?: string };
  return message || code || 'the connection broke';
}

const afterAttempts = (error: ConnectionError, attempts: number): ConnectionError =>
  new ConnectionError(
    `${error.message.replace(/\.$/, '')}, in ${attempts} attempts.`,
    error.method,
    error.url,
    error.cause,
  );

/** `crypto.randomUUID` is there on secure pages only. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
