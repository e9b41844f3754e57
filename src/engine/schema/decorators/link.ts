/** The decorators of links: sets of related objects, and small rows that belong to an object. */
import { camel } from '../../../core/text/naming.js';
import type { EdgeOptions } from '../edge.js';
import type { Field, Link, LinkKind, PairValue, Pivot } from '../model.js';
import { addLink, fieldsOf, type LinkDraft } from './drafts.js';

interface LinkOptions {
  about?: string;
  /** Further names accepted on input; the camelCase form always is. */
  aliases?: string[];
  /** Name for `include`, if not the camelCase form. */
  include?: string;
  includeAliases?: string[];
  alsoShownAs?: string[];
  writable?: boolean;
  /** Part of single reads; a link that is not shown is reached through `include` only. */
  shown?: boolean;
  acyclic?: boolean;
  /** The only columns that `include` embeds, without a right on the other end. */
  openColumns?: string[];
  /** What it is in the graph; written at one end. */
  edge?: EdgeOptions;
}

interface PivotOptions extends Partial<Omit<Pivot, 'onDelete'>> {
  mirror?: string;
  foreignKeys?: boolean;
  /**
   * The older application has no such table: it is called `own_…`, holds a pair once, and has no foreign keys, which could stand in
   * the way of that application's deletions and upgrades.
   */
  own?: boolean;
  value?: PairValue;
}

const withCamel = (name: string, aliases: string[]): string[] => {
  const other = camel(name);
  return other === name || aliases.includes(other) ? aliases : [other, ...aliases];
};

function link(kind: LinkKind, target: string, options: LinkOptions, more: Partial<LinkDraft>): PropertyDecorator {
  return (prototype, property) => {
    const name = String(property);
    const includeName = options.include ?? camel(name);
    addLink(prototype, {
      name,
      kind,
      target,
      aliases: withCamel(name, options.aliases ?? []),
      includeName,
      includeAliases: options.includeAliases ?? withCamel(name, [name]).filter((alias) => alias !== includeName),
      alsoShownAs: options.alsoShownAs ?? [],
      writable: options.writable ?? true,
      shown: options.shown ?? true,
      about: options.about ?? '',
      acyclic: options.acyclic ?? false,
      ...(options.openColumns && { openColumns: options.openColumns }),
      ...(options.edge && { edge: options.edge }),
      pivot: undefined,
      ...more,
    });
  };
}

/**
 * Objects of another resource, joined through a table of its own. Table and columns follow from the two names
 * (`application_process`, `application_id`, `process_id`); what differs is written down at one end only.
 */
export function Links(target: string, options: LinkOptions & PivotOptions = {}): PropertyDecorator {
  const { table, ownColumn, otherColumn, own, withId, mirror, value } = options;
  const { unique, foreignKeys } = own ? { unique: true, foreignKeys: false } : options;
  const joined = { table, ownColumn, otherColumn, unique, own, withId, mirror, foreignKeys, value };
  const pivot = Object.fromEntries(Object.entries(joined).filter(([, value]) => value !== undefined));
  return link('many-to-many', target, options, { pivot });
}

/** Objects of another resource whose column points here; writing the set sets that column. */
export const Owns = (target: string, column: string, options: LinkOptions = {}): PropertyDecorator =>
  link('one-to-many', target, options, { foreign: { table: '', column, nullable: true } });

/** The read-only view of the same, reached through `include`. */
export const Inverse = (target: string, column: string, options: LinkOptions = {}): PropertyDecorator =>
  link(
    'many-to-one-inverse',
    target,
    { writable: false, shown: false, ...options },
    {
      foreign: { table: '', column, nullable: true },
    },
  );

/**
 * Small rows without identity that belong to the object and are written whole with it. `shared`: rows of several resources stand
 * in the table, told apart by its column `type`.
 */
export function Rows(
  table: string,
  column: string,
  row: new () => object,
  { shared = false, claim, ...options }: LinkOptions & Pick<Link, 'claim'> & { shared?: boolean } = {},
): PropertyDecorator {
  const items: Field[] = fieldsOf(row);
  return link(
    'child',
    table,
    { includeAliases: [], ...options },
    { foreign: { table, column, nullable: false }, items, shared, ...(claim && { claim }) },
  );
}
