/** One request to a receiver: guarded, bounded in time and in what is read of the answer, and never led elsewhere. */
import { request as plainRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import { addressIn, ClosedAddress, guardedLookup } from '../../core/http/public-addresses.js';
import { retryAfterOf } from '../../core/http/retry-after.js';
import type { HookTargets } from './targets.js';

/** Why there was no success. It tells nothing of the network beyond that. */
export type ErrorClass = 'dns' | 'refused' | 'tls' | 'timeout' | 'closed-address' | 'status';

/** What became of a request. */
export interface Outcome {
  ok: boolean;
  status: number | null;
  error: ErrorClass | null;
  ms: number;
  /** Milliseconds for which the receiver asks to be left alone. */
  retryAfter?: number;
  /** How the answer begins. */
  answer?: string;
}

export interface PostSettings {
  targets: HookTargets;
  /** Milliseconds. */
  timeout: number;
  proxy: URL | undefined;
  /** Ends everything: the server ends. */
  signal: AbortSignal;
}

/** Bytes that are read of an answer, and that are kept of it. */
const [MAX_ANSWER, MAX_KEPT] = [64 << 10, 1 << 10];

/** Sends a body. Never throws, but where the signal ends it. */
export async function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  settings: PostSettings,
): Promise<Outcome> {
  const began = performance.now();
  const ms = (): number => Math.round(performance.now() - began);
  const late = AbortSignal.timeout(settings.timeout);
  const signal = AbortSignal.any([late, settings.signal]);
  try {
    const answer = await sent(url, headers, body, settings, signal);
    const status = answer.statusCode ?? 0;
    const ok = status >= 200 && status < 300;
    const retryAfter = retryAfterOf(answer.headers['retry-after']);
    // The status decides: however slowly the rest comes, it is read only to be shown.
    const text = await beginningOf(answer, signal);
    return {
      ...{ ok, status, error: ok ? null : 'status', ms: ms(), answer: text },
      ...(retryAfter > 0 && { retryAfter }),
    };
  } catch (error) {
    settings.signal.throwIfAborted();
    return { ok: false, status: null, error: late.aborted ? 'timeout' : classOf(error), ms: ms() };
  }
}

async function sent(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  settings: PostSettings,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { targets, proxy } = settings;
  targets.require(url);
  const isSecure = url.protocol === 'https:';
  const options: RequestOptions = {
    ...{ method: 'POST', agent: false, signal, maxHeaderSize: 16 << 10 },
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
  };
  let request: ClientRequest;
  if (!proxy)
    request = (isSecure ? secureRequest : plainRequest)(url, {
      ...options,
      lookup: guardedLookup((address) => targets.isOpen(address, url)),
    });
  else if (isSecure) {
    const socket = await tunnel(url, proxy, signal);
    const host = addressIn(url.hostname);
    request = secureRequest(url, { ...options, createConnection: () => secure({ socket, servername: host }) });
  } else {
    const { hostname, port } = proxy;
    const through = { ...options.headers, host: url.host, ...authorizationOf(proxy) };
    request = plainRequest({ ...options, host: addressIn(hostname), port, path: url.href, headers: through });
  }
  return new Promise((resolve, reject) => {
    request.once('response', resolve).on('error', reject);
    // Whoever changes the protocol, which nobody asked for, is told of by no response and no error.
    request.once('close', () => reject(new Error('There was no answer.'))).end(body);
  });
}

/** A connection to the host of `url`, through the proxy. */
function tunnel(url: URL, proxy: URL, signal: AbortSignal): Promise<Socket> {
  const to = `${url.hostname}:${url.port || '443'}`;
  const request = plainRequest({
    ...{ method: 'CONNECT', host: addressIn(proxy.hostname), port: proxy.port, path: to, agent: false, signal },
    headers: { host: to, ...authorizationOf(proxy) },
  });
  return new Promise((resolve, reject) => {
    request.once('connect', (answer, socket: Socket) => {
      if (answer.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new Error('The proxy refuses.'));
    });
    request.on('error', reject);
    request.once('close', () => reject(new Error('The proxy gave no answer.'))).end();
  });
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (!username) return {};
  const said = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(said).toString('base64')}` };
}

/** How an answer begins, as far as it comes in time. */
async function beginningOf(answer: IncomingMessage, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      if (size < MAX_KEPT) pieces.push(piece);
      size += piece.length;
      if (size >= MAX_ANSWER || signal.aborted) break;
    }
  } catch {
    // It broke off; the status is known.
  }
  answer.destroy();
  return Buffer.concat(pieces).subarray(0, MAX_KEPT).toString('utf8').replaceAll('\0', '').toWellFormed();
}

const DNS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', 'EAI_MEMORY']);

function classOf(error: unknown): ErrorClass {
  if (error instanceof ClosedAddress) return 'closed-address';
  const { code = '' } = error as NodeJS.ErrnoException;
  if (DNS.has(code)) return 'dns';
  if (code === 'ETIMEDOUT') return 'timeout';
  return /^(ERR_SSL|ERR_TLS|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|ERR_OSSL)|CERT/.test(code) || code === 'EPROTO'
    ? 'tls'
    : 'refused';
}
