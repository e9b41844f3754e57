/** What a file asks for: objects to be created, changed and deleted; reported row by row (reports 9). */
import { can, type Caller } from '../core/http/caller.js';
import { ApiError, FileError, forbidden, type RowError } from '../core/http/errors.js';
import type { ResourceModel } from '../engine/index.js';
import { Message, type Language } from '../core/i18n/messages.js';
import { isSlashed, isUntouched, valueOf, withoutSlashes } from './cells.js';
import { nameOf, rowError, type FileColumn } from './columns.js';
import { FileHeadings } from './headings.js';
import type { NamedObjects } from './named-objects.js';
import { namedKind, NameProblem, namesIn, problemOf, withoutNames } from './names.js';
import { FormulaError, isEmpty, type Calendar, type Read, type SheetRow } from '../files/sheet.js';
import type { Cell } from '../files/table.js';
import type { Objects } from './objects.js';
import { shortText, cellOf, type CellChange } from './row-outcomes.js';
import { codesInWords } from '../map/code-words.js';
import { isNoDuration, withoutUnits } from './durations.js';
import { isNoCode, withoutWords } from './words.js';

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
  /** Whether a row without an id is that of the object which is called so. */
  byName: boolean;
  /** Whether an empty cell of an object that is there leaves its field as it is. */
  keepsEmpty: boolean;
}

/** A row of an object that is there, as far as its id says; `named`: it was found by its name. */
interface OfObject {
  row: SheetRow;
  id: number;
  named?: boolean;
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
  /** What was assumed of the file. */
  readonly notes: Message[] = [];
  private characters = 0;

  constructor(
    private readonly resource: ResourceModel,
    private readonly objects: Objects,
    private readonly named: NamedObjects,
    private readonly caller: Caller,
    private readonly reading: Reading,
  ) {
    this.namedAt = objects.columns.findIndex(({ field }) => field !== undefined && field.name === resource.label);
  }

  /** Takes rows. Throws 403 for what the caller may not do, 413 for too much, 422 if the headings are wrong. */
  async take(rows: readonly SheetRow[]): Promise<void> {
    const filled = rows.filter((row) => !row.cells.every(isEmpty));
    if (!filled.length) return;
    const values = this.headings ? filled : this.readHeadings(filled);
    await this.findNames(values);
    const [deleted, changed]: [OfObject[], OfObject[]] = [[], []];
    for (const row of values) {
      const found = this.objectOf(row);
      if (found === 'new') this.create(row);
      else if (found) (!found.named && this.isBare(row) ? deleted : changed).push(found);
    }
    if (deleted.length) this.require('delete');
    if (changed.length) this.require('edit');
    const ids = [...deleted, ...changed].map(({ id }) => id);
    const stored = ids.length ? await this.objects.some(ids) : new Map<number, Cell[]>();
    for (const one of deleted) this.destroy(one, stored);
    for (const one of changed) this.update(one, stored);
  }

  /** The headings, once all rows are taken. Throws 422 if there were none. */
  names(): FileHeadings {
    if (!this.headings) throw new FileError([rowError(1, 'id', 'importHeadings')]);
    return this.headings;
  }

  /** Reads the headings; gives the rows behind them. */
  private readHeadings(rows: readonly SheetRow[]): SheetRow[] {
    const { headings, behind } = FileHeadings.among(this.resource, rows);
    this.headings = headings;
    this.exportedAt = headings.columns.map((column) =>
      this.objects.columns.findIndex(({ field, link }) => (field ?? link) === (column?.field ?? column?.link)),
    );
    if (rows.length - behind.length > 1) this.notes.push(new Message('importAbove', { row: headings.row }));
    return behind;
  }

  /** Looks for all objects that rows name: one statement for each kind. */
  private async findNames(rows: readonly SheetRow[]): Promise<void> {
    const wanted = new Map<string, Set<string>>();
    const want = (path: string, names: readonly string[]): void => {
      const known = wanted.get(path) ?? new Set();
      for (const name of names) known.add(name);
      wanted.set(path, known);
    };
    this.headings!.columns.forEach((column, i) => {
      const path = column && namedKind(column);
      if (path === undefined) return;
      for (const { cells } of rows) want(path, namesIn(cells[i], column!));
    });
    if (this.reading.byName) for (const row of rows) want(this.resource.path, this.labelOf(row));
    for (const [path, names] of wanted) await this.named.find(path, names);
  }

  /** The name of the object of a row without an id; none where it has an id or no name. */
  private labelOf({ cells }: SheetRow): string[] {
    const { label } = this.resource;
    if (label === null || !isEmpty(cells[this.headings!.idAt])) return [];
    const cell = cells[this.headings!.at(label)];
    return isEmpty(cell) ? [] : [String(cell).trim()];
  }

  /** Which object a row is of; undefined where that is wrong. */
  private objectOf(row: SheetRow): OfObject | 'new' | undefined {
    const { byName } = this.reading;
    if (!isEmpty(row.cells[this.headings!.idAt])) {
      const id = this.idOf(row);
      return this.isFirst(row, id, 'id', row.cells[this.headings!.idAt]) ? { row, id: id! } : undefined;
    }
    const [name] = byName ? this.labelOf(row) : [];
    const ids = name === undefined ? [] : this.named.idsOf(this.resource.path, name);
    if (!ids.length) return 'new';
    const column = this.headings!.headingOf(this.resource.label!);
    if (ids.length > 1) {
      const { key, values } = problemOf(this.resource.path, name!, ids);
      this.refuse(rowError(row.number, column, key, values), name, name!);
      return undefined;
    }
    return this.isFirst(row, ids[0], column, name) ? { row, id: ids[0]!, named: true } : undefined;
  }

  /** The object is that of no row before; told as wrong otherwise. */
  private isFirst(row: SheetRow, id: number | undefined, column: string, cell: Read | undefined): boolean {
    const key = id === undefined ? 'selected' : this.seen.has(id) ? 'repeatedId' : undefined;
    if (key) this.refuse(rowError(row.number, column, key), cell, this.nameOf(row));
    else this.seen.add(id!);
    return key === undefined;
  }

  private create(row: SheetRow): void {
    this.require('create');
    const body: Body = {};
    const name = this.nameOf(row);
    const cells: Record<string, CellChange> = {};
    this.headings!.columns.forEach((column, i) => {
      if (!column || isEmpty(row.cells[i])) return;
      const cell = this.read(row.cells[i], column);
      this.put(body, column, row.number, cell, name);
      if (this.reading.cells) cells[column.heading] = { before: null, after: this.afterOf(row.cells[i], cell, column) };
    });
    const changed = this.reading.cells && { cells };
    this.add(this.stored, { row: row.number, id: 0, body, name, ...this.given(row), ...changed });
  }

  private update({ row, id, named }: OfObject, stored: ReadonlyMap<number, Cell[]>): void {
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
      // By its name it was found: it keeps it as it is written there.
      if (named && column.field?.name === this.resource.label) return;
      if (this.reading.keepsEmpty && isEmpty(row.cells[i])) return;
      const at = this.exportedAt[i]!;
      const cell = this.read(row.cells[i], column);
      if (at >= 0 && !(cell instanceof NameProblem) && isUntouched(cell, written[at]!)) return;
      this.put(body, column, row.number, cell, name);
      if (this.reading.cells)
        cells[column.heading] = {
          before: shortText(written[at]),
          after: this.afterOf(row.cells[i], cell, column),
        };
    });
    const changed = this.reading.cells && { cells };
    if (Object.keys(body).length)
      this.add(this.updated, { row: row.number, id, body, name, ...this.given(row), ...changed });
    else this.same++;
  }

  /** An object without any value is exported as a bare id too: such a row changes nothing. */
  private destroy({ row, id }: OfObject, stored: ReadonlyMap<number, Cell[]>): void {
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

  /** Nothing but the id: 0 and false are something. */
  private isBare({ cells }: SheetRow): boolean {
    return cells.every((cell, i) => i === this.headings!.idAt || isEmpty(cell));
  }

  private idOf({ cells }: SheetRow): number | undefined {
    const text = String(cells[this.headings!.idAt]).trim();
    return ID.test(text) ? Number(text) : undefined;
  }

  private read(cell: Read | undefined, column: FileColumn): Read | NameProblem {
    const plain = withoutUnits(withoutWords(withoutSlashes(cell, column, this.reading.language), column), column);
    return withoutNames(plain, column, this.named) ?? null;
  }

  /** What a cell would store, as a short text: names as they stand in the file, days of workbooks as days. */
  private afterOf(given: Read | undefined, cell: Read | NameProblem, column: FileColumn): string | null {
    if (namedKind(column) || cell instanceof NameProblem || cell instanceof FormulaError) return shortText(given);
    return shortText(typeof cell === 'number' ? (valueOf(cell, column, this.reading.calendar) as Read) : cell);
  }

  private put(body: Body, column: FileColumn, row: number, cell: Read | NameProblem, name: string | null): void {
    if (typeof cell === 'string') this.characters += cell.length;
    const { heading } = column;
    if (cell instanceof NameProblem) this.refuse(rowError(row, heading, cell.key, cell.values), String(cell), name);
    else if (cell instanceof FormulaError)
      this.refuse(rowError(row, heading, 'importFormula', { value: String(cell) }), cell, name);
    else if (isSlashed(cell, column)) this.refuse(rowError(row, heading, 'importDate'), cell, name);
    else if (isNoDuration(cell, column)) this.refuse(rowError(row, heading, 'importMinutes'), cell, name);
    else if (isNoCode(cell, column))
      this.refuse(rowError(row, heading, 'importCode', { codes: codesInWords(column.field!.rules.enum!) }), cell, name);
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
