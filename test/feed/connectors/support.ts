/** Connectors as tests ask them. */
import { ApiError } from '../../../src/core/http/errors.js';
import { CONNECTORS, readFile, type ReadOptions } from '../../../src/feed/connectors/index.js';
import type { Envelope, Item } from '../../../src/feed/document/model.js';

export interface Read {
  envelope: Envelope;
  items: Item[];
}

/** What a connector makes of some bytes, which come in pieces that fall anywhere. */
export async function read(
  name: string,
  content: Buffer | string,
  asked: Partial<ReadOptions> & { piece?: number } = {},
): Promise<Read> {
  const { piece = 1000, ...rest } = asked;
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  }
  const { envelope, items } = await readFile(CONNECTORS.get(name)!, pieces(), { opt: new Map(), ...rest });
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return { envelope, items: list };
}

/** The status and sentence with which a file is refused. */
export async function refusal(work: Promise<unknown>): Promise<[number, string]> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`Not refused: ${String(error)}`);
  return [error.status, error.message];
}
