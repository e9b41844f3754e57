/** What a file asks for: objects to be created, changed and deleted; reported row by row (reports 9). */
import { can, type Caller } from '../core/http/caller.js';
import { ApiError, FileError, forbidden, type RowError } from '../core/http/errors.js';
import type { ResourceModel } from '../engine/index.js';
import type { Language } from '../core/i18n/messages.js';
import { isSlashed, isUntouched, valueOf, withoutSlashes } from './cells.js';
import { FileHeadings, nameOf, rowError, type FileColumn } from './columns.js';
import { FormulaError, isEmpty, type Calendar, type Read, type SheetRow } from '../files/sheet.js';
import type { Cell } from '../files/table.js';
import type { Objects } from './objects.js';
import { shortText, cellOf, type CellChange } from './row-outcomes.js';
import { codesInWords, isNoCode, withoutWords } from './words.js';

type Body = Record<string, unknown>;

/** An object that a row describes. */
export interface RequestedChange {
  row: number;
  id: number;
  body: Body;
  name: string | null;
  /** The cells as they stand in the file, where wrong ones are told. */
  given?: ReadonlyArray<Read | undefined>;
  /** What the row changes, where that is asked for. */
  cells?: Record<string, CellChange>;
}

/** How the cells of a file are to be read. */
interface Reading {
  calendar: Calendar;
  language: Language;
  /** Of all values that are to be stored. */
  maxCharacters: number;
  /** Whether rows are reported one by one: of wrong cells what stands in them, and the name of their object. */
  rows: boolean;
  /** Whether cells that differ are reported, too. */
  cells: boolean;
}

/** Objects that one file may change, as in mass actions (contract 7). */
const MAX_CHANGES = 10_000;
const ID = /^[1-9][0-9]{0,9}$/;

/** The rows of one file, taken batch by batch; rows that change nothing leave no trace. */
export class FileChanges {
  readonly stored: RequestedChange[] = [];
  readonly updated: RequestedChange[] = [];
  readonly destroyed: RequestedChange[] = [];
  readonly errors: RowError[] = [];
  /** Rows that leave their object as it is. */
  same = 0;
  private headings: FileHeadings | undefined;
  /** Where the columns of the file stand in an export; -1 for those that are not in it. */
  private exportedAt: number[] = [];
  /** Where the name of an object stands in an export; -1 where it has none. */
  private readonly namedAt: number;
  private readonly seen = new Set<number>();
  private characters = 0;

  constructor(
    private readonly resource: ResourceModel,
    private readonly objects: Objects,
    private readonly caller: Caller,
    private readonly reading: Reading,
  ) {
    this.namedAt = objects.columns.findIndex(({ field }) => field !== undefined && field.name === resource.label);
  }

  /** Takes rows. Throws 403 for what the caller may not do, 413 for too much, 422 if the headings are wrong. */
  async take(rows: readonly SheetRow[]): Promise<void> {
    const [deleted, changed]: [SheetRow[], SheetRow[]] = [[], []];
    for (const row of rows) {
      if (row.cells.every(isEmpty)) continue;
      if (!this.headings) this.readHeadings(row);
      else if (isEmpty(row.cells[this.headings.idAt])) this.create(row);
      else if (this.isNew(row)) (this.isBare(row) ? deleted : changed).push(row);
    }
    if (deleted.length) this.require('delete');
    if (changed.length) this.require('edit');
    const ids = [...deleted, ...changed].map((row) => this.idOf(row)!);
    const stored = ids.length ? await this.objects.some(ids) : new Map<number, Cell[]>();
    for (const row of deleted) this.destroy(row, stored);
    for (const row of changed) this.update(row, stored);
  }

  /** The first row, once all are taken. Throws 422 if there was none. */
  names(): FileHeadings {
    if (!this.headings) throw new FileError([rowError(1, 'id', 'importHeadings')]);
    return this.headings;
  }

  private readHeadings(row: SheetRow): void {
    this.headings = new FileHeadings(this.resource, row);
    this.exportedAt = this.headings.columns.map((column) =>
      this.objects.columns.findIndex(({ field, link }) => (field ?? link) === (column?.field ?? column?.link)),
    );
  }

  private create(row: SheetRow): void {
    this.require('create');
    const body: Body = {};
    const name = this.nameOf(row);
    this.headings!.columns.forEach((column, i) => {
      const cell = row.cells[i];
      if (column && !isEmpty(cell)) this.put(body, column, row.number, this.read(cell, column), name);
    });
    this.add(this.stored, { row: row.number, id: 0, body, name, ...this.given(row) });
  }

  private update(row: SheetRow, stored: ReadonlyMap<number, Cell[]>): void {
    const id = this.idOf(row)!;
    const written = stored.get(id);
    if (!written) {
      this.refuse(rowError(row.number, 'id', 'importMissing', { id }), id, this.nameOf(row));
      return;
    }
    const name = this.nameIn(written);
    const body: Body = {};
    const cells: Record<string, CellChange> = {};
    this.headings!.columns.forEach((column, i) => {
      if (!column || i === this.headings!.idAt) return;
      const at = this.exportedAt[i]!;
      const cell = this.read(row.cells[i], column);
      if (at >= 0 && isUntouched(cell, written[at]!)) return;
      this.put(body, column, row.number, cell, name);
      if (this.reading.cells) cells[column.heading] = { before: shortText(written[at]), after: shortText(cell) };
    });
    const changed = this.reading.cells && { cells };
    if (Object.keys(body).length)
      this.add(this.updated, { row: row.number, id, body, name, ...this.given(row), ...changed });
    else this.same++;
  }

  /** An object without any value is exported as a bare id too: such a row changes nothing. */
  private destroy(row: SheetRow, stored: ReadonlyMap<number, Cell[]>): void {
    const id = this.idOf(row)!;
    const written = stored.get(id);
    if (written && !written.slice(1).every(isEmpty))
      this.add(this.destroyed, { row: row.number, id, body: {}, name: this.nameIn(written), ...this.given(row) });
    else this.same++;
  }

  private nameIn(written: readonly Cell[]): string | null {
    return shortText(written[this.namedAt]);
  }

  /** What the file calls the object of a row; null where it does not. */
  private nameOf({ cells }: SheetRow): string | null {
    const { label } = this.resource;
    return label === null ? null : shortText(cells[this.headings!.at(label)]);
  }

  private given({ cells }: SheetRow): Pick<RequestedChange, 'given'> {
    return this.reading.rows ? { given: cells } : {};
  }

  /** The row has an id that no row before it had. */
  private isNew(row: SheetRow): boolean {
    const id = this.idOf(row);
    const refuse = (key: 'selected' | 'repeatedId'): void =>
      this.refuse(rowError(row.number, 'id', key), row.cells[this.headings!.idAt], this.nameOf(row));
    if (id === undefined) refuse('selected');
    else if (this.seen.has(id)) refuse('repeatedId');
    else {
      this.seen.add(id);
      return true;
    }
    return false;
  }

  /** Nothing but the id: 0 and false are something. */
  private isBare({ cells }: SheetRow): boolean {
    return cells.every((cell, i) => i === this.headings!.idAt || isEmpty(cell));
  }

  private idOf({ cells }: SheetRow): number | undefined {
    const text = String(cells[this.headings!.idAt]).trim();
    return ID.test(text) ? Number(text) : undefined;
  }

  private read(cell: Read | undefined, column: FileColumn): Read {
    return withoutWords(withoutSlashes(cell, column, this.reading.language), column) ?? null;
  }

  private put(body: Body, column: FileColumn, row: number, cell: Read, name: string | null): void {
    if (typeof cell === 'string') this.characters += cell.length;
    const { heading } = column;
    if (cell instanceof FormulaError)
      this.refuse(rowError(row, heading, 'importFormula', { value: String(cell) }), cell, name);
    else if (isSlashed(cell, column)) this.refuse(rowError(row, heading, 'importDate'), cell, name);
    else if (isNoCode(cell, column))
      this.refuse(rowError(row, heading, 'importCode', { codes: codesInWords(column) }), cell, name);
    else body[nameOf(column)] = valueOf(cell, column, this.reading.calendar);
  }

  private add(list: RequestedChange[], asked: RequestedChange): void {
    list.push(asked);
    const count = this.stored.length + this.updated.length + this.destroyed.length;
    const { maxCharacters } = this.reading;
    if (count > MAX_CHANGES) throw new ApiError(413, 'importMost', { max: MAX_CHANGES });
    if (this.characters > maxCharacters) throw new ApiError(413, 'bodySize', { max: maxCharacters });
  }

  private refuse(error: RowError, cell: Read | undefined, name: string | null): void {
    this.errors.push(this.reading.rows ? { ...error, ...cellOf(cell, name) } : error);
    if (this.errors.length > MAX_CHANGES) throw new FileError(this.errors);
  }

  private require(verb: 'create' | 'edit' | 'delete'): void {
    const ability = `${this.resource.key}_${verb}`;
    if (!can(this.caller, ability)) throw forbidden(ability);
  }
}
