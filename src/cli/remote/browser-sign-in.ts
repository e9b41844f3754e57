/**
 * Signing in by a browser, whatever the way people sign in there (identity 6): on this machine, where the browser brings a code to a
 * port of loopback (RFC 8252), or on any other, in which a person types a code (RFC 8628).
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, platform } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError, type Meridian, type SignedIn } from 'meridian-client';
import { NotSignedIn } from '../errors.js';
import { note } from '../terminal.js';
import { signal } from './session.js';

/** Milliseconds that a person has in the browser. */
const PATIENCE = 5 * 60_000;
const NOBODY = 'Nobody has let this program in. Begin anew: meridian login';

/**
 * Sends a browser of this machine to the server, and waits for it to come back.
 * @param opens whether the browser is opened, or just the address printed
 * @throws NotSignedIn where the person refuses, or does nothing for five minutes
 */
export async function signInByLoopback(client: Meridian, url: string, opens: boolean): Promise<SignedIn> {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const server = createServer().listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const asked = new URLSearchParams({ port: String(port), state, code_challenge: challenge });
    const page = `${url}/login/cli?${asked.toString()}`;
    note(`Open this address in a browser on this machine, if it does not open by itself:\n  ${page}`);
    if (opens) openBrowser(page);
    const code = await codeFrom(server, state);
    const body = { code, code_verifier: verifier };
    return await client.request<SignedIn>('POST', '/api/login/cli/token', { body, open: true, signal });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

interface DeviceAnswer {
  device_code: string;
  user_code: string;
  verification_uri: string;
  expires_in: number;
  /** Seconds between two questions. */
  interval: number;
}

/**
 * Shows a code, and waits until a person has typed it in a browser, wherever that is.
 * @throws NotSignedIn where they refuse, or the code has expired
 */
export async function signInByDevice(client: Meridian): Promise<SignedIn> {
  const body = { client_name: `meridian on ${hostname()}` };
  const call = { body, open: true, signal };
  const { user_code, verification_uri, ...device } = await client.request<DeviceAnswer>(
    'POST',
    '/api/login/device',
    call,
  );
  note(`Open ${verification_uri} in any browser, and type this code:\n\n  ${user_code}\n`);
  note(`It is good for ${Math.round(device.expires_in / 60)} minutes.`);
  for (let { interval } = device; ;) {
    await wait(interval * 1000, undefined, { signal }).catch(() => signal.throwIfAborted());
    const word = await askFor(client, device.device_code);
    if (typeof word !== 'string') return word;
    if (word === 'slow_down') interval += 5;
    else if (word !== 'authorization_pending') throw new NotSignedIn(NOBODY);
  }
}

/** The token, or the word of RFC 8628 for why there is none. */
async function askFor(client: Meridian, code: string): Promise<SignedIn | string> {
  try {
    const call = { body: { device_code: code }, open: true, signal };
    return await client.request<SignedIn>('POST', '/api/login/device/token', call);
  } catch (error) {
    const word = error instanceof ApiError && (error.problem as { error?: unknown }).error;
    if (typeof word === 'string') return word;
    throw error;
  }
}

/** What the browser brings that the server has sent back; whatever else comes to the port is answered 404. */
function codeFrom(server: Server, state: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => reject(new NotSignedIn(NOBODY)), PATIENCE);
    const end = (run: () => void): void => {
      clearTimeout(giveUp);
      run();
    };
    signal.addEventListener('abort', () => end(() => reject(signal.reason as Error)), { once: true });
    server.on('request', (request, response) => {
      const query = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams;
      const code = query.get('code');
      if (request.method !== 'GET' || query.get('state') !== state) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', connection: 'close' });
      response.end(pageFor(code !== null), () =>
        end(() => (code === null ? reject(new NotSignedIn(NOBODY)) : resolve(code))),
      );
    });
  });
}

const pageFor = (isIn: boolean): string =>
  '<!doctype html><meta charset="utf-8"><title>Meridian</title><body style="font: 18px system-ui; margin: 15vh auto; max-width: 30em">' +
  (isIn
    ? '<p>You are signed in on the command line. You can close this page.<p lang="fr">La ligne de commande est connectée. Vous pouvez fermer cette page.'
    : '<p>The command line was not let in.<p lang="fr">La ligne de commande n’a pas été admise.');

/** What opens an address on each system; without a shell, which would read it. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [command: string, ...parameters: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

function openBrowser(page: string): void {
  const [command, ...parameters] = OPENERS[platform()] ?? ['xdg-open'];
  const opener = spawn(command, [...parameters, page], { stdio: 'ignore', detached: true });
  const warn = (): void => note('No browser opens here. Where there is none: meridian login --device');
  opener.on('error', warn).on('exit', (code) => code && warn());
  opener.unref();
}
