/** The class decorator of a resource, and the columns that every object has. */
import { className } from '../../../core/text/class-names.js';
import { singular, snake } from '../../../core/text/naming.js';
import type { ConnectorOptions, NodeTraits } from '../edge.js';
import type { EntityClass, Field, Owner, Titles, UniqueIndex } from '../model.js';
import { fieldsOf, linksOf, setResource, type ResourceDraft } from './drafts.js';

interface ResourceOptions {
  /** The view of the map in which it stands. */
  view: string;
  about: string;
  /** What its objects are called, one and several: in English where that does not follow from the path, and in French. */
  titles?: Partial<Titles>;
  /** Further words that people look for it by, in any language. */
  synonyms?: string[];
  /** Prefix of the abilities. */
  key: string;
  /** Prefix of an object's identifier in maps. */
  uid?: string;
  aliases?: string[];
  /** Table, if not the path in snake_case. */
  table?: string;
  /**
   * The table of the older application that stands for it where there is one, what a name may hold there, and the table of ours
   * that has the columns which that one lacks.
   */
  theirs?: NonNullable<ResourceDraft['theirs']>;
  /** Class name in the older application, if not this class's. */
  morph?: string;
  /** Column that names an object to people, if not `name`. */
  label?: string | null;
  /** Rules by which an object that another program knows is found, in their order, if not by its name: `src/feed/identity`. */
  identity?: readonly string[];
  softDelete?: boolean;
  audited?: boolean;
  cartographiable?: boolean;
  /** Its objects belong to who made them. */
  owner?: Owner;
  /** Its objects are nodes of the graph, unless said otherwise. */
  node?: boolean;
  /** Its objects are edges of the graph. */
  connector?: ConnectorOptions;
  /** What its objects are in the graph, beside being nodes. */
  graph?: NodeTraits;
  readOnly?: boolean;
  deprecated?: boolean;
  /** Carries `ext_refs`, references to other systems. */
  extRefs?: boolean;
  bigId?: boolean;
  uniqueIndexes?: UniqueIndex[];
  indexes?: string[][];
  ownIndexes?: Record<string, string[]>;
  pivotOnDelete?: 'CASCADE' | 'RESTRICT';
}

const standard = (field: Partial<Field> & Pick<Field, 'name' | 'kind' | 'type'>): Field => ({
  nullable: true,
  writable: false,
  search: false,
  hidden: false,
  about: '',
  rules: {},
  index: false,
  additive: false,
  aliases: [],
  ...field,
});

const leading = (options: ResourceOptions): Field[] => [
  standard({
    name: 'id',
    kind: 'id',
    type: options.bigId ? 'ubigint' : 'uint',
    nullable: false,
    about: 'Numeric identifier',
  }),
  ...(options.extRefs === false
    ? []
    : [
        standard({
          name: 'ext_refs',
          kind: 'string',
          type: 'varchar(255)',
          writable: !options.readOnly,
          search: true,
          identifies: true,
          additive: true,
          rules: { max: 255, format: 'ext-refs' },
          about: 'References to other systems: {SOURCE}ID joined by |',
        }),
      ]),
];

const trailing = (softDelete: boolean): Field[] => [
  standard({ name: 'created_at', kind: 'moment', type: 'timestamp', about: 'Creation time' }),
  standard({ name: 'updated_at', kind: 'moment', type: 'timestamp', about: 'Last change time' }),
  ...(softDelete
    ? [
        standard({
          name: 'deleted_at',
          kind: 'moment',
          type: 'timestamp',
          about: 'Soft-deletion time, null while live',
        }),
      ]
    : []),
];

/** `logical-servers`: Logical server, Logical servers. What has no French name goes by the English one. */
function titlesOf(path: string, { en, fr }: Partial<Titles> = {}): Titles {
  const several = `${path.charAt(0).toUpperCase()}${path.slice(1).replaceAll('-', ' ')}`;
  const english = en ?? ([singular(several), several] as const);
  return { en: english, fr: fr ?? english };
}

/** Marks a class as the resource served at `/api/<path>` (contract 1); its lines are the single source of all else. */
export function Resource(path: string, options: ResourceOptions): ClassDecorator {
  return (target) => {
    const entity = target as unknown as EntityClass;
    const softDelete = options.softDelete ?? true;
    setResource(entity, {
      path,
      entity,
      aliases: options.aliases ?? [],
      key: options.key,
      titles: titlesOf(path, options.titles),
      synonyms: options.synonyms ?? [],
      view: options.view,
      table: options.table ?? snake(path),
      ...(options.theirs && { theirs: options.theirs }),
      about: options.about,
      polymorphicType: className(options.morph ?? target.name),
      label: options.label === undefined ? 'name' : options.label,
      identity: options.identity ?? (options.node === false ? [] : ['name']),
      uidPrefix: options.uid ?? null,
      softDelete,
      audited: options.audited ?? true,
      cartographiable: options.cartographiable ?? true,
      ...(options.owner && { owner: options.owner }),
      node: options.node ?? true,
      ...(options.connector && { connector: options.connector }),
      ...(options.graph && { graph: options.graph }),
      readOnly: options.readOnly ?? false,
      deprecated: options.deprecated ?? false,
      uniqueIndexes: options.uniqueIndexes ?? [],
      indexes: options.indexes ?? [],
      ownIndexes: options.ownIndexes ?? {},
      pivotOnDelete: options.pivotOnDelete ?? 'CASCADE',
      fields: [...leading(options), ...fieldsOf(entity), ...trailing(softDelete)],
      also: [],
      links: linksOf(entity),
    });
  };
}

/** What every object carries. */
export abstract class BaseResource {
  id!: number;
  created_at!: string | null;
  updated_at!: string | null;
}

/** An object of the map: it can be deleted softly and refer to other systems. */
export abstract class MapObject extends BaseResource {
  ext_refs!: string | null;
  deleted_at!: string | null;
}
