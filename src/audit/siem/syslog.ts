/** Syslog: messages of RFC 5424, over TLS with the framing of RFC 5425, or to this machine over TCP or UDP. */
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { version } from '../../core/version.js';
import type { SyslogTarget } from './settings.js';

/** Milliseconds that a receiver may take for a batch. */
const TIMEOUT_MS = 15_000;
/** Log audit, of RFC 5424. */
const FACILITY = 13;
const [WARNING, NOTICE] = [4, 5];
const MAX_SEQUENCE = 2 ** 31 - 1;

/** A message, and what its head says. */
export interface SyslogEntry {
  /** Of the link: from one entry to the next one more. */
  number: number;
  time: number;
  action: string;
  failed: boolean;
  body: string;
}

/** The text of a message. */
export function syslogMessage({ number, time, action, failed, body }: SyslogEntry): string {
  const priority = FACILITY * 8 + (failed ? WARNING : NOTICE);
  const name = (text: string, most: number): string => text.replace(/[^!-~]/g, '').slice(0, most) || '-';
  const head = [
    `<${priority}>1`,
    new Date(time).toISOString(),
    name(hostname(), 255),
    'meridian',
    process.pid,
    name(action, 32),
    `[meta sequenceId="${((number - 1) % MAX_SEQUENCE) + 1}"][origin software="Meridian" swVersion="${version()}"]`,
  ];
  return `${head.join(' ')} \uFEFF${body}`;
}

/** Sends messages in their order; done when the receiver has read them. */
export async function sendSyslog(target: SyslogTarget, ca: string | undefined, messages: readonly string[]) {
  const frames = messages.map((text) => Buffer.from(text, 'utf8'));
  if (target.transport === 'udp') return sendDatagrams(target, frames);
  const bytes = Buffer.concat(frames.flatMap((frame) => [Buffer.from(`${frame.length} `), frame]));
  return sendStream(target, ca, bytes);
}

/**
 * Syslog knows no acknowledgement. So each batch has a connection of its own, whose sending end is closed behind it: a receiver that
 * closes the other end without a reset has read everything. What breaks before is sent again.
 */
function sendStream({ transport, host, port }: SyslogTarget, ca: string | undefined, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const trusted = ca === undefined ? {} : { ca: readFileSync(ca) };
    const socket: Socket =
      transport === 'tls'
        ? connectTls({ host, port, ...trusted, minVersion: 'TLSv1.2' }, () => socket.end(bytes))
        : connectTcp({ host, port }, () => socket.end(bytes));
    let isRead = false;
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('The receiver did not answer in time.')));
    socket.once('end', () => (isRead = true));
    socket.once('error', reject);
    socket.once('close', () => (isRead ? resolve() : reject(new Error('The connection was closed.'))));
    socket.resume();
  });
}

async function sendDatagrams({ host, port }: SyslogTarget, frames: readonly Buffer[]): Promise<void> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  try {
    for (const frame of frames)
      await new Promise<void>((resolve, reject) =>
        socket.send(frame, port, host, (error) => (error ? reject(error) : resolve())),
      );
  } finally {
    socket.close();
  }
}
