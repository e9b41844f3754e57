/** Long lists of plans and runs, in rows of `own_feed_parts`: 500 elements in each, packed, so that none is one value or one statement. */
import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip } from 'node:zlib';
import type { Sliced } from '../../core/portions.js';
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
      const body = await packed(texts);
      texts = [];
      await this.database.write(tx, sql, [[owner, kind, n++, body]]);
    };
    for (const one of list) {
      texts.push(JSON.stringify(one));
      if (texts.length === PART) await flush();
    }
    if (texts.length) await flush();
  }

  /** Writes one part anew. */
  async replace(
    tx: Transaction,
    { owner, kind, n }: { owner: string; kind: PartKind; n: number },
    list: readonly unknown[],
  ): Promise<void> {
    const body = await packed(list.map((one) => JSON.stringify(one)));
    await tx.run('UPDATE `own_feed_parts` SET `body` = ? WHERE `owner` = ? AND `kind` = ? AND `n` = ?', [
      ...[body, owner, kind, n],
    ]);
  }

  /** The elements from the part with number `from` on, part by part: each has `PART` of them but the last. */
  async *read<T>(session: Pick<Session, 'all'>, owner: string, kind: PartKind, from = 0): AsyncIterable<T[]> {
    for await (const body of this.bodies(session, owner, kind, from)) {
      yield JSON.parse((await unpack(body)).toString('utf8')) as T[];
    }
  }

  /** A whole list, of which one part is unpacked at a time. */
  async list<T>(session: Pick<Session, 'all'>, owner: string, kind: PartKind): Promise<StoredList<T>> {
    const bodies: Buffer[] = [];
    for await (const body of this.bodies(session, owner, kind)) bodies.push(body);
    return new StoredList<T>(bodies);
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

/** A list as it is stored. */
export class StoredList<T> implements Sliced<T> {
  readonly length: number;
  private last = -1;
  private elements: T[] = [];

  constructor(private readonly bodies: readonly Buffer[]) {
    const full = bodies.length - 1;
    this.length = full < 0 ? 0 : full * PART + this.part(full).length;
  }

  slice(from: number, to: number): T[] {
    const some: T[] = [];
    for (let at = from; at < to; at++) some.push(this.part(Math.floor(at / PART))[at % PART]!);
    return some;
  }

  private part(n: number): T[] {
    if (n !== this.last) this.elements = JSON.parse(gunzipSync(this.bodies[n]!).toString('utf8')) as T[];
    this.last = n;
    return this.elements;
  }
}

const packed = async (texts: readonly string[]): Promise<string> =>
  (await pack(`[${texts.join(',')}]`, { level: LEVEL })).toString('base64');
