/** Who calls, what they may do and what they asked for: made by the guards, read by everything behind them. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, type Language } from '../i18n/messages.js';

export interface Caller {
  userId: number;
  /** 0: a command of the server's machine, which signed in nowhere. */
  tokenId: number;
  /** Holds role 1: has every ability. */
  admin: boolean;
  abilities: ReadonlySet<string>;
  roleIds: readonly number[];
  language: string | null;
  /** The token may only read. */
  readOnly: boolean;
  /** The token is that of a session in a browser: it counts in its cookie, and nowhere else. */
  inBrowser?: boolean;
  /** They need a second factor and have none: until they do, the token serves for that alone. */
  enrolOnly?: boolean;
  /** How they came in: `password`, `ldap`, `oidc` or `passkey` at a log-in, `device`, a named `token`, or a `jwt` of the provider. */
  way?: string;
  /** Of a token of the provider, which is stored nowhere: when it ends, in milliseconds since 1970, and whose identity it needs. */
  providerToken?: { ends: number; identityId: number };
  /** Of a named token: the ranges of addresses from which it counts. */
  networks?: readonly string[];
  /** When the use of the token was last noted; milliseconds since 1970. */
  usedAt?: number;
  /** Requests a minute that an administrator set for the user and for the token; 0: any number, null: as the settings say. */
  limits?: { user: number | null; token: number | null };
  /** How far their rights go, where perimeters limit them; undefined where nothing does. */
  reach?: Reach;
  /**
   * Asks the database for token, account and rights again: for work that has waited, or takes long.
   * @param session a transaction; left out, the database
   * @param holds it stays so until the transaction ends: to be asked last, since whoever changes rights waits meanwhile
   * @throws 401 once the token or its user is gone, 403 once they have lost a right that they were let in with
   */
  recheck?: (session?: Reads, holds?: boolean) => Promise<void>;
}

/** Where roles give a right while homes count: what is at home in one of these, and lies in one of these perimeters; undefined: all of it. */
export interface Part {
  homes: readonly number[];
  perimeters: readonly number[] | undefined;
}

/** How far the rights of a caller go whom perimeters limit: ids of perimeters, and what these hold. */
export interface Reach {
  /** Where each ability holds; one that is not named holds everywhere. */
  abilities: ReadonlyMap<string, readonly number[]>;
  /** The perimeters of all their roles; undefined where one of the roles has none, and reaches everything. */
  roles: readonly number[] | undefined;
  /** Of a named token that is kept to perimeters besides: these. */
  token: readonly number[] | undefined;
  /** What the perimeters hold, as stored. */
  perimeters: ReadonlyMap<number, { roots: string | null; rules: string | null }>;
  /** The classes of which anything was given to them one by one. */
  delegated: ReadonlySet<string>;
  /**
   * Where the database has homes, and they count: the perimeters in which their roles give each ability, and those of all roles. A role
   * that is kept to perimeters besides gives its rights where both hold, and widens no other role: `parts`, of each ability and of all.
   */
  homes?: {
    abilities: ReadonlyMap<string, readonly number[]>;
    all: readonly number[];
    parts: ReadonlyMap<string, readonly Part[]>;
    allParts: readonly Part[];
  };
  /** Another one whenever any of it is another one. */
  fingerprint: string;
}

/** Where rows are read. */
export interface Reads {
  all(sql: string, params?: readonly Scalar[]): Promise<Array<Record<string, unknown>>>;
}

/** Milliseconds for which rights that have ended may be acted upon (contract 2). */
export const RIGHTS_HOLD = 1000;

/** An answer as it is sent, before it is compressed. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A request that is carried out once, however often it is sent (contract 11). */
export interface IdempotencyContext {
  /**
   * Notes within the transaction of its write that the request is carried out, and its answer where that is known already.
   * @throws 409 where another request has taken its key over: the transaction must not be stored then
   */
  note(
    session: { run(sql: string, params: Scalar[]): Promise<{ changes: number }> },
    answer?: HttpResponse,
  ): Promise<void>;
}

type Scalar = string | number | null;

/** What a request may do and where it came from. */
export interface RequestContext {
  caller: Caller;
  address: string;
  requestId: string;
  /** That of the answer; English where it is left out. */
  language?: Language;
  /** When the caller was asked for, by `performance.now()`. */
  checkedAt?: number;
  /** Whether the client went away before it was answered. */
  gone?: () => boolean;
  /** What the journal notes beside each change, such as the run that made it. */
  noted?: Readonly<Record<string, unknown>>;
  /** How a change came in, where it was not by a request for it: `import`, `feed`. */
  via?: string;
  /** Why, as the header `X-Change-Reason` says it. */
  reason?: string;
  /** The trace that the request is part of (W3C Trace Context). */
  traceparent?: string;
  /** Set when the request has a key under which it is carried out once. */
  once?: IdempotencyContext;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
    once?: IdempotencyContext;
    /** It was answered as the first request with its key was. */
    isReplayed?: true;
    /** The method after `_method` is applied. */
    effectiveMethod?: string;
  }
}

/** Returns true if the caller has an ability, such as `application_edit`. */
export const can = (caller: Caller, ability: string): boolean => caller.admin || caller.abilities.has(ability);

/** The context of an authenticated request. Throws if it is not. */
export function contextOf(request: FastifyRequest): RequestContext {
  if (!request.caller) throw new Error('A route without authentication asked for its caller.');
  const { caller, once, ip, id, raw, headers } = request;
  const language = languageOf(headers['accept-language'], caller.language);
  const gone = (): boolean => raw.socket.destroyed;
  const reason = reasonIn(headers['x-change-reason']);
  const { traceparent } = headers;
  return {
    ...{ caller, address: ip, requestId: id, language, checkedAt: performance.now(), gone },
    ...(once && { once }),
    ...(reason !== undefined && { reason }),
    ...(typeof traceparent === 'string' && TRACEPARENT.test(traceparent) && { traceparent }),
  };
}

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const MAX_REASON_LENGTH = 255;

/** Why something is changed: without tags, controls of lines and of the direction of writing, and no longer than is kept; undefined where nothing is said. */
function reasonIn(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const text = decoded(header)
    .replace(/<[^<>]*>/g, '')
    .replace(/[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .toWellFormed()
    .trim();
  return text ? [...text].slice(0, MAX_REASON_LENGTH).join('') : undefined;
}

/** A header that is no percent-encoded text stands for itself. */
function decoded(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}

/** Asks for the caller again where the request has waited since. Throws 401, 403. `session`, `holds`: as of `Caller.recheck`. */
export async function recheckLate(
  { caller, checkedAt = 0 }: RequestContext,
  session?: Reads,
  holds?: boolean,
): Promise<void> {
  if (performance.now() - checkedAt > RIGHTS_HOLD) await caller.recheck?.(session, holds);
}

/** A signal that is aborted when nobody waits for the answer any more: its connection has been closed. */
export function abortSignalOf({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  raw.once('close', () => controller.abort());
  return controller.signal;
}

/** Whether a route below `/api` was found for the request. */
export const isOfTheApi = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url !== undefined && (url === '/api' || url.startsWith('/api/'));

/** The path of the route with the values of its parameters, the same for all spellings. */
export function routePathOf({ routeOptions, params }: FastifyRequest): string {
  const values = params as Record<string, string>;
  return (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
}
