/**
 * A document on its way, as a file: it is complete before any of it is sent or printed, however long it is no memory is taken
 * for it, and a request that has to be repeated says the same once more.
 */
import { createReadStream, createWriteStream, openAsBlob, rmSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { readOptions } from '../../../feed/document/envelope.js';
import type { Envelope } from '../../../feed/document/model.js';
import type { ToolDocument } from './document.js';
import { safeJson } from '../../output.js';
import { print } from '../../terminal.js';
import { signal } from '../session.js';

/** Characters that are written at once. */
const PORTION = 1 << 16;
/** Bytes from which folding is worth its time. */
const LONG = 1 << 13;

/** Lines of NDJSON: what the document says of itself, an item each, how many there were, and what was left out. */
async function* linesOf({ envelope, items, leftOut }: ToolDocument): AsyncGenerator<string> {
  let text = `${safeJson(headOf(envelope))}\n`;
  let count = 0;
  for await (const item of items) {
    count++;
    text += `${safeJson(item)}\n`;
    if (text.length < PORTION) continue;
    yield text;
    text = '';
  }
  const said = leftOut?.said ?? [];
  yield `${text}${safeJson({ end: count, ...(said.length && { left_out: said }) })}\n`;
}

/** What stands before the items. Options that nobody said are left out as they are anyway, so that those of the source stand. */
function headOf({ options, said = [], ...envelope }: Envelope): object {
  const usual = readOptions({});
  const named = Object.entries(options).filter(([name, value]) => {
    const option = name as keyof typeof usual;
    return said.includes(option) || JSON.stringify(value) !== JSON.stringify(usual[option]);
  });
  return { feed: 1, ...envelope, ...(named.length && { options: Object.fromEntries(named) }) };
}

export class Draft {
  private constructor(
    private readonly folder: string,
    private readonly file: string,
  ) {}

  /** Writes a document into a folder that only we can read; whole, or not at all. `remove` when it is done with. */
  static async of(document: ToolDocument): Promise<Draft> {
    const folder = await mkdtemp(join(tmpdir(), 'meridian-feed-'));
    const draft = new Draft(folder, join(folder, 'document.ndjson'));
    // Nobody reads any more, or Ctrl-C was pressed twice: then nothing else runs.
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    try {
      await pipeline(linesOf(document), createWriteStream(draft.file, { mode: 0o600 }), { signal });
    } catch (error) {
      await draft.remove();
      signal.throwIfAborted();
      throw error;
    }
    return draft;
  }

  /** The body of a request, and how it is folded. */
  async body(): Promise<{ data: Blob; encoding: 'gzip' | undefined }> {
    const { size } = await stat(this.file);
    if (size < LONG) return { data: await openAsBlob(this.file), encoding: undefined };
    const folded = `${this.file}.gz`;
    await pipeline(createReadStream(this.file), createGzip({ level: 4 }), createWriteStream(folded, { mode: 0o600 }), {
      signal,
    });
    return { data: await openAsBlob(folded), encoding: 'gzip' };
  }

  /** Prints it: lines as they are sent, or one document. */
  async print(format: 'json' | 'jsonl'): Promise<void> {
    if (format === 'jsonl') {
      for await (const chunk of createReadStream(this.file)) await print(chunk as Buffer);
      return;
    }
    let [before, last]: [string | undefined, string | undefined] = [undefined, undefined];
    for await (const line of createInterface({ input: createReadStream(this.file) })) {
      if (before === undefined) {
        const head = safeJson(JSON.parse(line), 2);
        before = `${head.slice(0, head.lastIndexOf('\n'))},\n  "items": [`;
        continue;
      }
      if (last !== undefined) {
        await print(`${before}\n    ${last}`);
        before = ',';
      }
      last = line;
    }
    await print(`${before === ',' ? '\n  ' : before}]\n}\n`);
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
