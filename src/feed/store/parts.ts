/**
 * Long lists of plans and runs as JSON in rows of `own_feed_parts`, packed: a row ends at 500 elements or a megabyte, so that
 * none is one value or one statement. The number of a row is the place of its first element.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Database, Session, Transaction } from '../../database/database.js';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Elements of a row, and characters of its JSON beyond which it takes no other. */
const [MOST, LARGE] = [500, 1 << 20];
/** Little is won by packing harder, and it takes three times as long. */
const LEVEL = 1;

/** What is kept: of runs what they show and what stood before them, of plans also what applying them needs. */
export type PartKind = 'findings' | 'changes' | 'steps' | 'records' | 'seen' | 'before' | 'before-records';

/** Writes a list that comes piece by piece. */
export interface PartWriter {
  add(one: unknown): Promise<void>;
  /** Writes what waits. */
  end(): Promise<void>;
}

export class Parts {
  constructor(private readonly database: Database) {}

  /** Writes a list, an element after the other. `owner`: the id of a plan, or `run:N`. */
  async write(tx: Transaction, owner: string, kind: PartKind, list: Iterable<unknown>): Promise<void> {
    const writer = this.writer(tx, owner, kind);
    for (const one of list) if (writer.isFullWith(one)) await writer.end();
    await writer.end();
  }

  /** As `write`, of a list that is not there as a whole. */
  writer(tx: Transaction, owner: string, kind: PartKind): PartWriter & { isFullWith(one: unknown): boolean } {
    const sql = this.database.dialect.insertRows('own_feed_parts', ['owner', 'kind', 'n', 'body']);
    let texts: string[] = [];
    let [first, size] = [0, 0];
    const end = async (): Promise<void> => {
      if (!texts.length) return;
      const body = (await pack(`[${texts.join(',')}]`, { level: LEVEL })).toString('base64');
      await this.database.write(tx, sql, [[owner, kind, first, body]]);
      first += texts.length;
      texts = [];
      size = 0;
    };
    const isFullWith = (one: unknown): boolean => {
      const text = JSON.stringify(one);
      size += text.length;
      return texts.push(text) === MOST || size > LARGE;
    };
    return { isFullWith, end, add: async (one) => (isFullWith(one) ? end() : undefined) };
  }

  /**
   * The elements from a place on, row by row, each with the place of its first one and the characters of its JSON; the first row may
   * begin before it.
   */
  async *read<T>(
    session: Pick<Session, 'all'>,
    owner: string,
    kind: PartKind,
    from = 0,
  ): AsyncGenerator<{ first: number; list: T[]; size: number }> {
    const row = (condition: string, order: string): string =>
      'SELECT `n`, `body` FROM `own_feed_parts` WHERE `owner` = ? AND `kind` = ? AND ' +
      `\`n\` ${condition} ? ORDER BY \`n\` ${order} LIMIT 1`;
    let [found] = await session.all(row('<=', 'DESC'), [owner, kind, from]);
    while (found) {
      const first = Number(found['n']);
      const text = (await unpack(Buffer.from(String(found['body']), 'base64'))).toString('utf8');
      yield { first, list: JSON.parse(text) as T[], size: text.length };
      [found] = await session.all(row('>', ''), [owner, kind, first]);
    }
  }

  /** A list of a plan becomes that of a run. */
  async handOver(tx: Transaction, plan: string, run: string, kind: PartKind): Promise<void> {
    const sql = 'UPDATE `own_feed_parts` SET `owner` = ? WHERE `owner` = ? AND `kind` = ?';
    await tx.run(sql, [run, plan, kind]);
  }

  async remove(session: Pick<Session, 'run'>, owner: string): Promise<void> {
    await session.run('DELETE FROM `own_feed_parts` WHERE `owner` = ?', [owner]);
  }
}
