/** A bar for long work: on a terminal only, and beside what is printed. */
import type { SingleBar } from 'cli-progress';

export interface Progress {
  /** So much is done. */
  at(done: number): void;
  /** Takes the bar away; can be called twice. */
  end(): void;
}

const NONE: Progress = { at: () => undefined, end: () => undefined };

/** `total`: the whole of the work in `unit`; a bar for nothing is none. */
export async function progressOf(title: string, total: number, unit: string): Promise<Progress> {
  if (!process.stderr.isTTY || total <= 0) return NONE;
  const { default: progress } = await import('cli-progress');
  const format = `${title} {bar} {percentage}% {value}/{total} ${unit} {eta_formatted}`;
  const bar: SingleBar = new progress.SingleBar(
    { format, stream: process.stderr, clearOnComplete: true, hideCursor: true },
    progress.Presets.shades_classic,
  );
  bar.start(total, 0);
  return { at: (done) => bar.update(Math.min(done, total)), end: () => bar.stop() };
}

/** A line beside the output. */
export const note = (line: string): void => void process.stderr.write(`${line}\n`);
