/** The first row of a file: which column of the object each cell means. */
import { FileError, type RowError } from '../core/http/errors.js';
import { Phrase, type MessageKey } from '../core/i18n/messages.js';
import type { ResourceModel } from '../engine/index.js';
import { isEmpty } from '../files/sheets/cells.js';
import { Headings, type FileColumn } from './columns.js';
import type { SheetRow } from '../files/sheets/sheet.js';

export class FileHeadings {
  /** What each column means; undefined where it means nothing, or nothing that can be written. */
  readonly columns: Array<FileColumn | undefined>;
  /** Headings that mean nothing. */
  readonly ignored: string[] = [];
  readonly idAt: number;

  /** Throws 422 for a column that is there twice, and unless there is one for the id. */
  constructor(resource: ResourceModel, { number, cells }: SheetRow) {
    const known = new Headings(resource);
    const named = new Set<string>();
    const errors: RowError[] = [];
    this.columns = [...cells].map((cell) => {
      if (isEmpty(cell)) return undefined;
      const heading = String(cell).trim();
      const column = known.find(heading);
      if (!column) this.ignored.push(heading);
      else if (named.has(nameOf(column))) errors.push(rowError(number, heading, 'importTwice'));
      else named.add(nameOf(column));
      return column;
    });
    this.idAt = this.columns.findIndex((column) => column?.field?.kind === 'id');
    if (this.idAt < 0) errors.push(rowError(number, 'id', 'importHeadings'));
    if (errors.length) throw new FileError(errors);
  }

  /** The heading under which the file speaks of a column or link. */
  headingOf(name: string): string {
    return this.columns.find((column) => column && nameOf(column) === name)?.heading ?? name;
  }
}

/** The name of what a column means, as in bodies. */
export const nameOf = ({ field, link }: FileColumn): string => (field ?? link)!.name;

/** What is wrong with a cell. */
export const rowError = (
  row: number,
  column: string,
  key: MessageKey,
  values: Record<string, string | number> = {},
): RowError => ({ row, column, phrase: new Phrase(key, { field: column, ...values }) });
