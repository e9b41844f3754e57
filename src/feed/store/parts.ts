/** Long lists of plans and runs, in rows of `own_feed_parts`: 500 elements in each, packed, so that none is one value or one statement. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Database, Session, Transaction } from '../../database/database.js';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Elements of a row. */
export const PART = 500;
/** Rows that are read together. */
const AT_ONCE = 10;
/** Little is won by packing harder, and it takes three times as long. */
const LEVEL = 1;

/** What is kept: of plans all of it, of runs changes and findings. */
export type PartKind = 'changes' | 'findings' | 'steps' | 'records' | 'seen';

/** What changes and findings are read from afterwards. */
const HISTORY: readonly PartKind[] = ['changes', 'findings'];

export class Parts {
  constructor(private readonly database: Database) {}

  /** Writes a list, an element after the other as JSON. `owner`: the id of a plan, or `run:N`. */
  async write(tx: Transaction, owner: string, kind: PartKind, list: Iterable<unknown>): Promise<void> {
    const sql = this.database.dialect.insertRows('own_feed_parts', ['owner', 'kind', 'n', 'body']);
    let texts: string[] = [];
    let n = 0;
    const flush = async (): Promise<void> => {
      const body = (await pack(`[${texts.join(',')}]`, { level: LEVEL })).toString('base64');
      texts = [];
      await this.database.write(tx, sql, [[owner, kind, n++, body]]);
    };
    for (const one of list) {
      texts.push(JSON.stringify(one));
      if (texts.length === PART) await flush();
    }
    if (texts.length) await flush();
  }

  /** The elements from the part with number `from` on, part by part: each has `PART` of them but the last. */
  async *read<T>(session: Pick<Session, 'all'>, owner: string, kind: PartKind, from = 0): AsyncIterable<T[]> {
    const sql =
      'SELECT `n`, `body` FROM `own_feed_parts` WHERE `owner` = ? AND `kind` = ? AND `n` >= ? ' +
      `ORDER BY \`n\` LIMIT ${AT_ONCE}`;
    for (let next = from, more = true; more;) {
      const rows = await session.all(sql, [owner, kind, next]);
      for (const row of rows) {
        const text = (await unpack(Buffer.from(String(row['body']), 'base64'))).toString('utf8');
        yield JSON.parse(text) as T[];
      }
      more = rows.length === AT_ONCE;
      next += rows.length;
    }
  }

  /** What a plan showed becomes the history of its run; the rest of it goes. */
  async handOver(tx: Transaction, plan: string, run: string): Promise<void> {
    const isHistory = this.database.dialect.isIn('`kind`');
    await tx.defer(`UPDATE \`own_feed_parts\` SET \`owner\` = ? WHERE \`owner\` = ? AND ${isHistory}`, [
      run,
      plan,
      [...HISTORY],
    ]);
    await this.remove(tx, plan);
  }

  async remove(session: Pick<Session, 'run'>, owner: string): Promise<void> {
    await session.run('DELETE FROM `own_feed_parts` WHERE `owner` = ?', [owner]);
  }
}
