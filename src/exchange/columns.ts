/** The columns of a file that holds the objects of a resource, and what the headings of one mean. */
import type { Field, Link, ResourceModel } from '../engine/index.js';

/** One column of a file: a column of the object, or the ids at the other end of a link. */
export type FileColumn = { heading: string } & ({ field: Field; link?: undefined } | { link: Link; field?: undefined });

/** Objects of the map are exchanged; users, roles, documents and stored queries are not. */
export const isExchanged = ({ view }: ResourceModel): boolean => view !== 'configuration' && view !== 'queries';

/**
 * The columns of an export: the id first, all that is visible but the times, then one for each link that has a table of
 * its own, named as clients know it from `include`.
 */
export function columnsOf({ fields, links }: ResourceModel): FileColumn[] {
  return [
    ...fields
      .filter(({ hidden, type }) => !hidden && type !== 'timestamp')
      .map((field): FileColumn => ({ heading: field.name, field })),
    ...links.filter(({ pivot }) => pivot).map((link): FileColumn => ({ heading: link.includeName, link })),
  ];
}

/** Name of the file, without date and extension. */
export const fileOf = ({ morphClass }: ResourceModel): string => morphClass.slice(morphClass.lastIndexOf('\\') + 1);

/** What the headings of a file may be: every name of a column or link that can be written, and the id. */
export class Headings {
  private readonly columns = new Map<string, FileColumn>();

  constructor(resource: ResourceModel) {
    for (const link of resource.links) {
      if (!link.writable || link.items) continue;
      const { name, includeName, includeAliases, aliases, alsoShownAs } = link;
      for (const other of [includeName, ...aliases, ...alsoShownAs, ...includeAliases]) this.mean(other, { link });
      this.mean(name, { link });
    }
    const written = resource.fields.filter(({ kind, writable }) => kind === 'id' || writable === true);
    for (const field of written) for (const alias of field.aliases) this.mean(alias, { field });
    // A link's own name wins over another one's alias, a column's over both.
    for (const link of resource.links) {
      if (link.writable && !link.items) this.columns.set(link.name, { heading: link.name, link });
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
