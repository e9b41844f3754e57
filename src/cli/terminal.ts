/** What a command has of the terminal that it was started in. */
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { SingleBar } from 'cli-progress';

/** A text of somebody else as a terminal may show it: what it would obey stands there as `\\x1b`. Line breaks stay. */
export const safeText = (text: string): string =>
  text.replace(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

/** Writes a line of the answer. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Writes a line beside the answer. */
export const note = (line: string): void => void process.stderr.write(`${safeText(line)}\n`);

/** Says which kinds an answer knows nothing of, in whatever format it is: it is not all that there is. */
export function noteHidden(kinds: readonly string[]): void {
  if (kinds.length) note(`Not looked at, as you may not list them: ${kinds.join(', ')}.`);
}

/** Says to which parts of the map the reader is kept, in whatever format the answer is. */
export function noteLimits(names: readonly string[]): void {
  if (names.length) note(`You see a part of the map: ${names.join(', ')}. Lists and numbers hold what you may see.`);
}

/** Writes a part of the answer, and waits while the reader is slower. */
export async function print(part: string | Uint8Array): Promise<void> {
  if (part.length && !process.stdout.write(part)) await once(process.stdout, 'drain');
}

/** Writes a file that the server answers, piece by piece, byte for byte. */
export async function printStream(stream: ReadableStream<Uint8Array>): Promise<void> {
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) await print(chunk);
}

/** What a terminal has that does not tell, and says 0. */
const STANDARD_WIDTH = 80;

/** Characters of a line of the terminal; undefined where there is none. */
export const terminalWidth = (): number | undefined =>
  process.stdout.isTTY ? process.stdout.columns || STANDARD_WIDTH : undefined;

/** Everything that is piped in. */
export const input = (): Promise<string> => text(process.stdin);

/** The password that is piped in; its line break is not part of it. */
export const passwordFromInput = async (): Promise<string> => (await input()).replace(/\r?\n$/, '');

export interface ProgressBar {
  /** So much is done. */
  at(done: number): void;
  /** So much more is done. */
  more(amount: number): void;
  /** Takes the bar away; can be called twice. */
  end(): void;
}

const MIB = 1 << 20;

/**
 * A bar for long work, on a terminal only. `total`: the whole of the work in `unit`, of which bytes are shown as MiB; a bar for
 * nothing is none.
 */
export async function progressBar(title: string, total: number, unit: string): Promise<ProgressBar> {
  if (!process.stderr.isTTY || total <= 0) return NO_BAR;
  const { default: progress } = await import('cli-progress');
  const inMib = unit === 'bytes';
  const format = `${title} {bar} {percentage}% {value}/{total} ${inMib ? 'MiB' : unit} {eta_formatted}`;
  const formatValue = (value: number, _: unknown, type: string): string =>
    inMib && (type === 'value' || type === 'total') ? (value / MIB).toFixed(1) : String(value);
  const bar: SingleBar = new progress.SingleBar(
    { format, formatValue, stream: process.stderr, clearOnComplete: true, hideCursor: true },
    progress.Presets.shades_classic,
  );
  bar.start(total, 0);
  let reached = 0;
  const at = (done: number): void => bar.update((reached = Math.min(done, total)));
  return { at, more: (amount) => at(reached + amount), end: () => bar.stop() };
}

const NO_BAR: ProgressBar = { at: () => undefined, more: () => undefined, end: () => undefined };
