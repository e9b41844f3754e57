/** The recorder's modules, which are plain scripts without types. */
import { join } from 'node:path';

export interface Line {
  key: string;
  request: Record<string, unknown> & { op: string };
  answer: { status: number; headers: Record<string, string>; text?: string; parts?: Record<string, string> };
}

export interface Difference {
  operation: string;
  call: string;
  place: string;
  before: unknown;
  after: unknown;
}

/** An answer as it comes from the wire. */
export interface Received {
  status: number;
  headers: Record<string, string>;
  bytes: Buffer;
}

type Send = (url: string, request: { method: string; path: string }) => Promise<Received>;

interface Modules {
  clock: {
    openClock(path: string): { path: string; set(seconds: number): void; close(): void };
    installClock(path: string): () => void;
  };
  client: { send: Send };
  differences: {
    pairs(before: Iterable<Line>, after: Iterable<Line>): AsyncIterable<{ key: string; before?: Line; after?: Line }>;
    differences(pair: { key: string; before?: Line; after?: Line }): Difference[];
    Intended: new (list: unknown[]) => { of(difference: Partial<Difference>): unknown; unmet(): unknown[] };
  };
  document: { ApiDocument: new (json: unknown) => { operations: unknown[]; resources: Array<{ name: string }> } };
  normalise: { normalise(call: { path: string }, received: Received): Promise<Line['answer']> };
  recording: {
    writeRecording(path: string): { write(line: Line): Promise<void>; close(): Promise<void> };
    readRecording(path: string): AsyncIterable<Line>;
  };
  run: {
    run(
      server: { url: string; clock: { set(seconds: number): void }; tokens: Map<string, string> },
      options: { write(line: Line): Promise<void>; replay?: Iterable<Line>; only?: string[]; send?: Send },
    ): Promise<{ count: number; uncalled: string[] }>;
  };
  server: { signIn(url: string, admin: { login: string; password: string }): Promise<Map<string, string>> };
}

const FOLDER = join(__dirname, '../../scripts/answers');

export const load = <Name extends keyof Modules>(name: Name): Promise<Modules[Name]> =>
  import(join(FOLDER, `${name}.mjs`)) as Promise<Modules[Name]>;

/** All differences of two recordings. */
export async function compared(before: Iterable<Line>, after: Iterable<Line>): Promise<Difference[]> {
  const { pairs, differences } = await load('differences');
  const found: Difference[] = [];
  for await (const pair of pairs(before, after)) found.push(...differences(pair));
  return found;
}
