/** Long lists of plans and runs, in rows of `own_feed_parts`: 500 elements in each, packed, so that none is one value or one statement. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { PackedTexts } from '../../core/packed-texts.js';
import type { Database, Session, Transaction } from '../../database/database.js';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Elements of a row. */
export const PART = 500;
/** Rows that are read together. */
const AT_ONCE = 10;
/** Little is won by packing harder, and it takes three times as long. */
const LEVEL = 1;

/** What is kept: of runs what they show, of plans also what applying them needs. */
export type PartKind = 'findings' | 'names' | 'ids' | 'seen' | TextKind;
/** What is kept as the bytes that it has in memory, and read as a whole. */
type TextKind = 'values' | 'says' | 'steps' | 'records';

export class Parts {
  constructor(private readonly database: Database) {}

  /** Writes a list, an element after the other as JSON. `owner`: the id of a plan, or `run:N`. */
  async write(tx: Transaction, owner: string, kind: PartKind, list: Iterable<unknown>): Promise<void> {
    let texts: string[] = [];
    let n = 0;
    const flush = async (): Promise<void> => {
      const body = await packed(listed(texts));
      texts = [];
      await this.add(tx, owner, kind, n++, body);
    };
    for (const one of list) {
      texts.push(JSON.stringify(one));
      if (texts.length === PART) await flush();
    }
    if (texts.length) await flush();
  }

  /** Writes lists of texts, one behind the other. */
  async writeTexts(
    tx: Transaction,
    owner: string,
    kind: TextKind,
    lists: Iterable<Pick<PackedTexts, 'length' | 'bytes'>>,
  ): Promise<void> {
    let n = 0;
    for (const texts of lists) {
      for (let at = 0; at < texts.length; at += PART)
        await this.add(tx, owner, kind, n++, await packed(texts.bytes(at, Math.min(at + PART, texts.length))));
    }
  }

  private async add(tx: Transaction, owner: string, kind: PartKind, n: number, body: string): Promise<void> {
    const sql = this.database.dialect.insertRows('own_feed_parts', ['owner', 'kind', 'n', 'body']);
    await this.database.write(tx, sql, [[owner, kind, n, body]]);
  }

  /** The elements from the part with number `from` on, part by part: each has `PART` of them but the last. */
  async *read<T>(session: Pick<Session, 'all'>, owner: string, kind: PartKind, from = 0): AsyncGenerator<T[]> {
    for await (const body of this.bodies(session, owner, kind, from)) {
      yield JSON.parse((await unpack(body)).toString('utf8')) as T[];
    }
  }

  /** All texts of a kind. */
  async texts(session: Pick<Session, 'all'>, owner: string, kind: TextKind): Promise<PackedTexts> {
    const texts = new PackedTexts();
    for await (const bytes of this.bytes(session, owner, kind)) texts.addBytes(bytes);
    return texts;
  }

  /** The texts from the part with number `from` on, part by part, as the bytes that they were written as. */
  async *bytes(session: Pick<Session, 'all'>, owner: string, kind: TextKind, from = 0): AsyncGenerator<Buffer> {
    for await (const body of this.bodies(session, owner, kind, from)) yield await unpack(body);
  }

  private async *bodies(session: Pick<Session, 'all'>, owner: string, kind: PartKind, from = 0): AsyncIterable<Buffer> {
    const sql =
      'SELECT `n`, `body` FROM `own_feed_parts` WHERE `owner` = ? AND `kind` = ? AND `n` >= ? ' +
      `ORDER BY \`n\` LIMIT ${AT_ONCE}`;
    for (let next = from, more = true; more;) {
      const rows = await session.all(sql, [owner, kind, next]);
      for (const row of rows) yield Buffer.from(String(row['body']), 'base64');
      more = rows.length === AT_ONCE;
      next += rows.length;
    }
  }

  /** Lists of these kinds become those of a run; the rest of the plan goes. */
  async handOver(tx: Transaction, plan: string, run: string, kinds: readonly PartKind[]): Promise<void> {
    const sql = `UPDATE \`own_feed_parts\` SET \`owner\` = ? WHERE \`owner\` = ? AND ${this.database.dialect.isIn('`kind`')}`;
    await tx.defer(sql, [run, plan, kinds]);
    await this.remove(tx, plan);
  }

  async remove(session: Pick<Session, 'run'>, owner: string): Promise<void> {
    await session.run('DELETE FROM `own_feed_parts` WHERE `owner` = ?', [owner]);
  }
}

const listed = (texts: readonly string[]): string => `[${texts.join(',')}]`;

const packed = async (body: string | Buffer): Promise<string> =>
  (await pack(body, { level: LEVEL })).toString('base64');
