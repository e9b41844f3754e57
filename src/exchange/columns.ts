/** The columns of a file that holds the objects of a resource, and what the headings of one mean. */
import type { RowError } from '../core/http/errors.js';
import { Message, type MessageKey } from '../core/i18n/messages.js';
import type { Field, Link, ResourceModel } from '../engine/index.js';

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
export const isColumn = ({ writable, items, numbers }: Link): boolean => writable && (!items || numbers !== undefined);

/** A column of an object that can stand in a file: one that can be written, or the id. */
export const isWritten = ({ kind, writable }: Field): boolean => kind === 'id' || writable === true;

/** The name of what a column means, as in bodies. */
export const nameOf = ({ field, link }: FileColumn): string => (field ?? link)!.name;

/** What is wrong with a cell. */
export const rowError = (
  row: number,
  column: string,
  key: MessageKey,
  values: Record<string, string | number | Message> = {},
): RowError => ({ row, column, phrase: new Message(key, { field: column, ...values }) });
