/** What feeding needs to know of a type, worked out once: the meanings of names, rules, defaults, the far ends of links. */
import type { Scalar } from '../../database/database.js';
import { HOME, holdsSet, type Field, type Link, type ResourceModel } from '../../engine/index.js';
import { camel } from '../../core/text/naming.js';
import { declaredRules, identifyingOf, type Identifying, type RuleName } from '../identity/rules.js';

/** What a name in `set` means. */
export type Meaning =
  | { readonly is: 'field'; readonly field: Field }
  | { readonly is: 'list'; readonly field: Field }
  | { readonly is: 'links'; readonly link: Link }
  | { readonly is: 'rows'; readonly link: Link }
  | { readonly is: 'end'; readonly end: 'source' | 'dest'; readonly columns: readonly Field[] }
  | { readonly is: 'other-end'; readonly link: Link }
  | { readonly is: 'ignored' };

/** A type that can be fed, compiled. */
export class Kind {
  readonly path: string;
  readonly columns: Identifying;
  readonly rules: readonly RuleName[];
  readonly fields: ReadonlyMap<string, Field>;
  readonly links: ReadonlyMap<string, Link>;
  /** Columns that point to objects. */
  readonly references: ReadonlyArray<Field & { readonly ref: NonNullable<Field['ref']> }>;
  /** Columns that are compared between objects once they are weighed: what names them, and the trees. */
  readonly compared: ReadonlySet<string>;
  /** Columns that are looked at whatever is said: names, marks, and ends that tell which way round an object stands. */
  readonly alwaysRead: readonly string[];
  /** Columns that a new object must have. */
  readonly required: readonly Field[];
  private readonly meanings = new Map<string, Meaning>();

  constructor(readonly resource: ResourceModel) {
    this.path = resource.path;
    this.columns = identifyingOf(resource);
    this.rules = declaredRules(resource, this.columns);
    this.fields = new Map(resource.fields.map((field) => [field.name, field]));
    this.links = new Map(resource.links.map((link) => [link.name, link]));
    this.references = resource.fields.filter((field) => field.ref !== undefined) as never;
    this.required = resource.fields.filter(
      ({ rules, nullable, kind, default: value }) =>
        kind !== 'id' && value === undefined && (rules.required === true || !nullable),
    );
    const trees = this.references.flatMap(({ name, ref }) => (ref.tree ? name : []));
    this.compared = new Set(resource.label === null ? trees : [resource.label, ...trees]);
    const { label, source, dest, flow, ports } = this.columns;
    const looked = [label, ...source, ...dest, ...flow, ...(ports ?? []), 'ext_refs'];
    this.alwaysRead = looked.filter((name) => name !== undefined && this.fields.has(name)) as string[];
    this.read();
  }

  /** What a name means; undefined where it means nothing. */
  meaningOf(name: string): Meaning | undefined {
    return this.meanings.get(name) ?? (name.endsWith('[]') ? this.meanings.get(name.slice(0, -2)) : undefined);
  }

  /** The columns and links that can be fed, and the ends of relations. */
  names(): string[] {
    const isOwn = (name: string): boolean =>
      this.fields.has(name) || this.links.has(name) || /^(source|dest)$/.test(name);
    return [...this.meanings.keys()].filter((name) => isOwn(name) && this.meanings.get(name)!.is !== 'ignored');
  }

  /** The columns and links that a name means; none where nothing can be fed under it. */
  namesOf(name: string): string[] {
    const meaning = this.meaningOf(name);
    switch (meaning?.is) {
      case 'field':
      case 'list':
        return [meaning.field.name];
      case 'links':
      case 'rows':
        return [meaning.link.name];
      case 'end':
        return meaning.columns.map((column) => column.name);
      default:
        return [];
    }
  }

  /** The types that a name in `set` points to. */
  targetsOf(name: string): readonly string[] {
    const meaning = this.meaningOf(name);
    if (meaning?.is === 'field') return meaning.field.ref ? [meaning.field.ref.target] : [];
    if (meaning?.is === 'end') return meaning.columns.flatMap(({ ref }) => ref?.target ?? []);
    return meaning?.is === 'links' || meaning?.is === 'other-end' ? [meaning.link.target] : [];
  }

  get label(): Field | undefined {
    return this.resource.label === null ? undefined : this.fields.get(this.resource.label);
  }

  /** What a new object has where nothing is said. */
  blankOf(name: string): Scalar {
    return this.fields.has(name) ? (this.fields.get(name)!.default ?? null) : '[]';
  }

  /** The column is unique among live objects. */
  isUnique(name: string): boolean {
    return this.fields.get(name)?.rules.uniqueLive === true;
  }

  /** Objects that are deleted keep their names from others: the table has a plain unique index over them. */
  get keepsNames(): boolean {
    const { label, uniqueIndexes } = this.resource;
    return uniqueIndexes.some(({ columns }) => columns.length === 1 && columns[0] === label);
  }

  private read(): void {
    const mean = (name: string, meaning: Meaning): void => {
      if (!this.meanings.has(name)) this.meanings.set(name, meaning);
    };
    for (const field of this.resource.fields) mean(field.name, meaningOfField(field));
    for (const link of this.resource.links) mean(link.name, meaningOfLink(link));
    for (const end of ['source', 'dest'] as const) {
      const columns = this.resource.fields.filter((field) => field.end === end);
      if (columns.length) mean(end, { is: 'end', end, columns });
    }
    for (const field of this.resource.fields) {
      const meaning = this.meanings.get(field.name)!;
      for (const alias of field.aliases) mean(alias, meaning);
      if (field.ref) for (const alias of [field.ref.embedAs, camel(field.ref.embedAs)]) mean(alias, meaning);
    }
    for (const link of this.resource.links) {
      for (const alias of [...link.aliases, ...link.alsoShownAs]) mean(alias, this.meanings.get(link.name)!);
    }
  }
}

function meaningOfField(field: Field): Meaning {
  // The home of what is fed is that of its source.
  if (field.name === 'ext_refs' || field.name === HOME || (field.writable !== true && field.writable !== 'store'))
    return { is: 'ignored' };
  return { is: holdsSet(field) ? 'list' : 'field', field };
}

function meaningOfLink(link: Link): Meaning {
  if (link.kind === 'one-to-many' || link.kind === 'many-to-one-inverse') return { is: 'other-end', link };
  if (!link.writable) return { is: 'ignored' };
  return link.items ? { is: 'rows', link } : { is: 'links', link };
}

/** All types that can be fed. */
export class Kinds {
  private readonly byName = new Map<string, Kind>();
  private readonly resources = new Map<string, ResourceModel>();
  private readonly far = new Map<Link, Link | undefined>();
  private readonly byTable = new Map<string, ResourceModel>();

  /** Throws a sentence for an identity that does not fit its entity. */
  constructor(all: readonly ResourceModel[]) {
    for (const resource of all) {
      this.resources.set(resource.path, resource);
      this.byTable.set(resource.table, resource);
      if (!resource.identity.length) continue;
      const kind = new Kind(resource);
      for (const name of [resource.path, ...resource.aliases]) this.byName.set(name, kind);
    }
  }

  all(): Kind[] {
    return [...new Set(this.byName.values())];
  }

  /** The type with this path or alias; undefined where it cannot be fed. */
  find(name: string): Kind | undefined {
    return this.byName.get(name);
  }

  /** Any type of the map, such as the target of a link. */
  resourceAt(path: string): ResourceModel {
    return this.resources.get(path)!;
  }

  /** The type whose objects stand in a table; undefined where it is gone. */
  resourceOf(table: string): ResourceModel | undefined {
    return this.byTable.get(table);
  }

  /** The link that is the same at its other end, where both show it. */
  farOf(link: Link): Link | undefined {
    if (!link.pivot) return undefined;
    if (!this.far.has(link)) {
      const { table, ownColumn, otherColumn } = link.pivot;
      const far = this.resourceAt(link.target).links.find(
        ({ pivot }) => pivot?.table === table && pivot.ownColumn === otherColumn && pivot.otherColumn === ownColumn,
      );
      this.far.set(link, far);
    }
    return this.far.get(link);
  }
}
