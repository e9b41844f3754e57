/** A list in which some stored rows have others in their place: what it was at a former moment. In the order of ids. */
import { borrowText, returnText } from '../../core/text/byte-text.js';
import type { ListSource, Param, Row, Scalar } from '../../database/database.js';
import type { Condition } from '../../database/dialect.js';
import type { RawRow } from '../../database/row-writer.js';
import { conditionOf } from '../access-scope.js';
import { answerOf } from '../plan/coerce.js';
import { CLOSE, COMMA, ObjectText } from '../read/object-text.js';
import { resumableStream } from '../read/resumable-stream.js';
import { valueIn } from '../schema/derived.js';
import type { Field } from '../schema/model.js';
import type { Listed } from './list.js';
import type { ListRequest } from './list-request.js';
import { allOf } from './operators.js';
import { cursorOf, pageHeaders } from './page.js';
import { CHUNK_BYTES } from './related-objects.js';

/** What stands in place of stored rows. */
export interface Patches {
  /** The ids whose stored rows do not count, upwards. */
  ids: readonly number[];
  /** The ids of which the same has become true since this was last asked: rows that were read meanwhile may hold too much. */
  late(): Promise<number[]>;
  /** The rows of some of them, as they would be stored; none for those that were not there. */
  rows(ids: readonly number[]): Promise<ReadonlyMap<number, Row>>;
}

/** An object in place of a stored one, as JSON text. */
interface Patch {
  id: number;
  json: string;
}

const CONDITION = 't0';
/** Patched rows that are made at a time. */
const PORTION = 500;
/** Characters of them that are held. */
const MAX_HELD = 8 << 20;

/** Stored rows; the first ones of a statement see the database as it is for all of its rows. */
interface Batch {
  rows: RawRow[];
  isFirst: boolean;
}

/** How far a list has come. */
interface Progress {
  /** So many objects, at most, are written; one more is counted. */
  readonly most: number;
  count: number;
  /** The id of the last one that was written. */
  last: number;
}

export class PatchedList {
  private readonly object: ObjectText;

  constructor(
    private readonly request: ListRequest,
    private readonly database: ListSource,
    private readonly patches: Patches,
    private readonly url: string,
    private readonly isRetryable: (error: unknown) => boolean,
  ) {
    this.object = new ObjectText(request.fields, database);
  }

  /** The whole list as a stream, or a page behind a cursor. */
  async read(): Promise<Listed> {
    const { page, order, fields } = this.request;
    const columns = fields.map(({ name }) => name);
    const after = Number((page?.number === undefined ? page?.after?.[0] : undefined) ?? 0);
    const made = new MadePatches(this, this.patches.ids, after);
    const progress: Progress = { most: page?.size ?? Infinity, count: 0, last: 0 };
    if (!page) {
      await made.begin();
      return { headers: {}, pieces: this.written(this.streamed(), made, progress), columns };
    }
    const { size } = page;
    const parts: Buffer[] = [];
    for await (const piece of this.written(this.paged(after, size + 1), made, progress)) parts.push(piece);
    const next = progress.count > size ? cursorOf(order, [progress.last]) : undefined;
    const headers = pageHeaders(this.url, { size, after: undefined }, undefined, next);
    return { headers, pieces: again(parts), columns };
  }

  /** The objects of some patched rows that satisfy the filters, as JSON. */
  async made(ids: readonly number[]): Promise<Patch[]> {
    const rows = await this.patches.rows(ids);
    const wanted = await this.matching(rows);
    return ids.flatMap((id) => {
      const row = rows.get(id);
      return row && wanted.has(id) ? [{ id, json: this.textOf(row) }] : [];
    });
  }

  /** Filters are asked of the database, as those of stored rows: texts compare as they do there. */
  private async matching(rows: ReadonlyMap<number, Row>): Promise<ReadonlySet<number>> {
    const { filters, access, target } = this.request;
    if (!filters.length || !rows.size) return new Set(rows.keys());
    const named = new Set(['id', ...filters.flatMap(({ columns }) => columns ?? [])]);
    const compared = target.fields.filter(({ name }) => named.has(name));
    const values = [...rows.values()].map((row) => compared.map(({ name }): Scalar => row[name] ?? null));
    const { sql, params } = allOf(filters.map((filter) => filter.build(CONDITION, access)));
    const found = await this.database.all(
      `SELECT ${CONDITION}.\`id\` FROM ${this.database.dialect.boundRows(compared)} ${CONDITION} WHERE ${sql}`,
      [JSON.stringify(values), ...params],
    );
    return new Set(found.map(({ id }) => Number(id)));
  }

  private textOf(row: Row): string {
    const { clock } = this.database;
    return JSON.stringify(
      Object.fromEntries(this.request.fields.map((field) => [field.name, answered(field, valueIn(field, row), clock)])),
    );
  }

  /** Stored rows behind an id that count. */
  private statement(after: number, limit?: number): [string, Param[]] {
    const { request, database } = this;
    const { target, access } = request;
    const { dialect } = database;
    const id = `${CONDITION}.\`id\``;
    const table = access.table(target.resource!);
    const seen = conditionOf(access.rows(target.resource!), CONDITION);
    const inTime = dialect.inTime(id);
    const ids = this.patches.ids;
    const { sql, params } = allOf([
      ...(inTime ? [{ sql: inTime, params: [] }] : []),
      { sql: `${id} > ?`, params: [after] },
      ...(target.softDelete ? [{ sql: dialect.isLive(CONDITION), params: [] }] : []),
      ...(ids.length ? [{ sql: `NOT (${dialect.isIn(id)})`, params: [ids] } satisfies Condition] : []),
      ...(seen ? [seen] : []),
      ...request.filters.map((filter) => filter.build(CONDITION, access)),
    ]);
    const columns = [id, ...this.object.selected(CONDITION)].join(', ');
    const statement = `SELECT ${columns} FROM ${table.sql} ${CONDITION} WHERE ${sql} ORDER BY ${id}${limit ? ' LIMIT ?' : ''}`;
    return [statement, [...table.params, ...params, ...(limit ? [limit] : [])]];
  }

  private async *streamed(): AsyncIterable<Batch> {
    let isFirst = true;
    const open = (last: RawRow | undefined): AsyncIterable<RawRow[]> => {
      isFirst = true;
      return this.database.rawStream(...this.statement(last?.number(0) ?? 0));
    };
    for await (const rows of resumableStream(open, this.isRetryable)) {
      yield { rows, isFirst };
      isFirst = false;
    }
  }

  private async *paged(after: number, size: number): AsyncIterable<Batch> {
    for (let last = after; ;) {
      const rows = await this.database.raw(...this.statement(last, size));
      yield { rows, isFirst: true };
      if (rows.length < size) return;
      last = rows.at(-1)!.number(0)!;
    }
  }

  /** Stored and patched objects in one order. */
  private async *written(batches: AsyncIterable<Batch>, made: MadePatches, progress: Progress): AsyncIterable<Buffer> {
    const text = borrowText();
    const add = (id: number, write: () => void): void => {
      if (++progress.count > progress.most) return;
      if (progress.count > 1) text.addByte(COMMA);
      progress.last = id;
      write();
    };
    const isFull = (): boolean => progress.count > progress.most;
    const addPatch = ({ id, json }: Patch): void => add(id, () => text.text(json));
    for await (const { rows, isFirst } of batches) {
      if (isFirst) made.add(await this.patches.late(), progress.last);
      for (const row of rows) {
        const id = row.number(0)!;
        if (!made.isReady(id)) await made.until(id);
        for (const patch of made.before(id)) addPatch(patch);
        if (isFull()) break;
        if (made.stands(id)) continue;
        add(id, () => {
          this.object.begin(row, 1, text);
          text.addByte(CLOSE);
        });
        if (text.length >= CHUNK_BYTES) yield text.takeBytes();
      }
      if (text.length) yield text.takeBytes();
      if (isFull()) break;
    }
    while (!isFull() && !made.isOver) {
      for (const patch of await made.next()) addPatch(patch);
      if (text.length) yield text.takeBytes();
    }
    returnText(text);
  }
}

/** Patched objects, made as they are needed. */
class MadePatches {
  private ids: number[];
  /** Those that were found late: the statement gives their stored rows, too. */
  private readonly late = new Set<number>();
  private waiting: Patch[] = [];
  private place = 0;

  constructor(
    private readonly list: PatchedList,
    ids: readonly number[],
    after: number,
  ) {
    this.ids = ids.filter((id) => id > after);
  }

  get isOver(): boolean {
    return !this.waiting.length && this.place >= this.ids.length;
  }

  /** Makes the first ones, as many as may be held: what is wrong with them is known before anything is answered. */
  async begin(): Promise<void> {
    for (let size = 0; size < MAX_HELD && this.place < this.ids.length;) size += await this.more();
  }

  /** Further ids, of those behind the last object. */
  add(ids: readonly number[], last: number): void {
    const made = new Set(this.waiting.map(({ id }) => id));
    const fresh = ids.filter((id) => id > last && !made.has(id));
    for (const id of ids) this.late.add(id);
    if (!fresh.length) return;
    this.ids = [...new Set([...this.ids.slice(this.place), ...fresh])].sort((a, b) => a - b);
    this.place = 0;
    // What is made already stands before them only where it has smaller ids: else it is made again.
    const [first] = this.ids as [number];
    this.ids = [...this.waiting.filter(({ id }) => id > first).map(({ id }) => id), ...this.ids].sort((a, b) => a - b);
    this.waiting = this.waiting.filter(({ id }) => id < first);
  }

  /** A patch stands in place of this id. */
  stands(id: number): boolean {
    return this.late.has(id);
  }

  /** All patches up to an id are made. */
  isReady(id: number): boolean {
    return this.place >= this.ids.length || this.ids[this.place]! > id;
  }

  async until(id: number): Promise<void> {
    while (!this.isReady(id)) await this.more();
  }

  /** The next ones up to an id, of those that are made. */
  before(id: number): Patch[] {
    if (!this.waiting.length || this.waiting[0]!.id > id) return [];
    const end = this.waiting.findIndex((patch) => patch.id > id);
    return this.waiting.splice(0, end < 0 ? this.waiting.length : end);
  }

  /** Those that are made, or else the next portion. */
  async next(): Promise<Patch[]> {
    if (!this.waiting.length) await this.more();
    return this.waiting.splice(0);
  }

  /** Returns the characters of what was made. */
  private async more(): Promise<number> {
    const some = this.ids.slice(this.place, (this.place += PORTION));
    const made = await this.list.made(some);
    this.waiting.push(...made);
    return made.reduce((sum, { json }) => sum + json.length, 0);
  }
}

/** A stored value as lists answer it. */
function answered(field: Field, stored: Scalar, clock: ListSource['clock']): unknown {
  if (stored === null) return answerOf(field, clock)?.(null) ?? null;
  if (field.kind === 'decimal') return Number(stored);
  return answerOf(field, clock)?.(field.kind === 'flag' ? Number(stored) : stored) ?? stored;
}

async function* again(parts: readonly Buffer[]): AsyncIterable<Buffer> {
  yield* parts;
}
