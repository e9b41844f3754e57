/** The columns of a file that holds the objects of a resource, and what the headings of one mean. */
import { FileError, type RowError } from '../core/http/errors.js';
import { Message, type MessageKey } from '../core/i18n/messages.js';
import type { Field, Link, ResourceModel } from '../engine/index.js';
import { isEmpty, type SheetRow } from '../files/sheet.js';

/** One column of a file: a column of the object, or what is at the other end of a link. */
export type FileColumn = { heading: string } & ({ field: Field; link?: undefined } | { link: Link; field?: undefined });

/** Objects of the map are exchanged; users, roles, documents, and what belongs to single people are not. */
export const isExchanged = ({ view, owner }: ResourceModel): boolean => view !== 'configuration' && !owner;

/**
 * The columns of an export: the id first, all that is visible but the times, then one for each link that has a table of
 * its own, named as clients know it from `include`.
 */
export function columnsOf({ fields, links }: ResourceModel): FileColumn[] {
  return [
    ...fields
      .filter(({ hidden, type }) => !hidden && type !== 'timestamp')
      .map((field): FileColumn => ({ heading: field.name, field })),
    ...links
      .filter(({ pivot, numbers }) => pivot || numbers)
      .map((link): FileColumn => ({ heading: link.includeName, link })),
  ];
}

/** Name of the file, without date and extension. */
export const fileOf = ({ polymorphicType }: ResourceModel): string =>
  polymorphicType.slice(polymorphicType.lastIndexOf('\\') + 1);

/** A link that can stand in a column of a file: small rows have no cell. */
const isColumn = ({ writable, items, numbers }: Link): boolean => writable && (!items || numbers !== undefined);

/** What the headings of a file may be: every name of a column or link that can be written, and the id. */
class Headings {
  private readonly columns = new Map<string, FileColumn>();

  constructor(resource: ResourceModel) {
    for (const link of resource.links) {
      if (!isColumn(link)) continue;
      const { name, includeName, includeAliases, aliases, alsoShownAs } = link;
      for (const other of [includeName, ...aliases, ...alsoShownAs, ...includeAliases]) this.mean(other, { link });
      this.mean(name, { link });
    }
    const written = resource.fields.filter(({ kind, writable }) => kind === 'id' || writable === true);
    for (const field of written) for (const alias of field.aliases) this.mean(alias, { field });
    // A link's own name wins over another one's alias, a column's over both.
    for (const link of resource.links) {
      if (isColumn(link)) this.columns.set(link.name, { heading: link.name, link });
    }
    for (const field of written) this.columns.set(field.name, { heading: field.name, field });
  }

  /** The column that a heading names; undefined if it means nothing, or nothing that can be written. */
  find(heading: string): FileColumn | undefined {
    const column = this.columns.get(heading);
    return column && { ...column, heading };
  }

  private mean(heading: string, target: { link: Link } | { field: Field }): void {
    if (!this.columns.has(heading)) this.columns.set(heading, { heading, ...target });
  }
}

/** The first row of a file: which column of the object each cell means. */
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

  /** Where a column or link stands in the file; -1 where it does not. */
  at(name: string): number {
    return this.columns.findIndex((column) => column && nameOf(column) === name);
  }

  /** The heading of a column or link in the file. */
  headingOf(name: string): string {
    return this.columns[this.at(name)]?.heading ?? name;
  }
}

/** The name of what a column means, as in bodies. */
export const nameOf = ({ field, link }: FileColumn): string => (field ?? link)!.name;

/** What is wrong with a cell. */
export const rowError = (
  row: number,
  column: string,
  key: MessageKey,
  values: Record<string, string | number | Message> = {},
): RowError => ({ row, column, phrase: new Message(key, { field: column, ...values }) });
