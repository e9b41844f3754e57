/** What a resource is: pure data that entity files write down and every other part of the engine reads. */
import type { Language } from '../../core/i18n/messages.js';
import type { OnDelete, SqlType } from '../../database/table-shape.js';
import type { ConnectorOptions, EdgeOptions, NeedName, NodeTraits } from './edge.js';
import type { TextFormat } from '../../core/text/formats.js';

export type { OnDelete, SqlType };

/** How a value is read, checked and answered. */
export type Kind =
  | 'id'
  | 'name'
  | 'string'
  | 'text'
  | 'html'
  | 'int'
  | 'decimal'
  | 'flag'
  | 'day'
  | 'moment'
  | 'ref'
  | 'json'
  | 'list'
  | 'morph';

/** What numbers count: units that every language has words for (of `Intl.NumberFormat`). */
export type Unit = 'byte' | 'gigabyte';

/** A list of codes with their meaning, such as the levels of a security need. */
export interface Enumeration {
  name: string;
  labels: ReadonlyMap<number, string>;
  /** The code that says that nobody chose one yet; absent where null alone does. */
  unset?: number;
}

/** What a value must satisfy; checked only where it differs from the stored one (contract 4). */
export interface Rules {
  required?: boolean;
  /** Unique among live objects of the type (contract 6). */
  uniqueLive?: boolean;
  /** Smallest number, or fewest characters. */
  min?: number;
  /** Largest number, or most characters. */
  max?: number;
  maxBytes?: number;
  format?: TextFormat;
  enum?: Enumeration;
  /** Required unless this other field is given. */
  requiredUnless?: string;
}

/** A reference column: it holds the id of an object of another resource. */
export interface Ref {
  /** Path of the resource that is referred to. */
  target: string;
  onDelete: OnDelete;
  /** Name for `include`, in camelCase; the object is embedded under its snake_case form. */
  includeName: string;
  embedAs: string;
  /** The column makes a tree: a change that closes a cycle is refused. */
  tree: boolean;
}

/** One column of a resource: property name = column = JSON key. */
export interface Field {
  name: string;
  kind: Kind;
  type: SqlType;
  nullable: boolean;
  /** `store`: only on create; `update`: only afterwards. */
  writable: boolean | 'store' | 'update';
  /** Found by `filter[search]`, and filtered by "contains". */
  search: boolean;
  /** Names an object to people as a column of kind `name` does: filtered by "contains", found by a search. */
  names?: boolean;
  /** Says which thing of the world, or of another program, the object is: found by the search over all kinds. */
  identifies?: boolean;
  /** A day after which the object is valid no more. */
  ends?: boolean;
  /** Rows without a value come last in either order; otherwise they come first upwards. */
  emptyLast?: boolean;
  /** Never answered, filtered, sorted or searched. */
  hidden: boolean;
  about: string;
  /** A value to be shown in the document, where none can be made of the rest. */
  example?: unknown;
  rules: Rules;
  default?: number;
  /** Answers true or false instead of 1 or 0. */
  boolean?: boolean;
  /** Shown only to those who may show the object that these columns name (its class and id), null to others. */
  shownWith?: { type: string; id: string };
  /** A wall time without a zone: stored, filtered and answered as it stands, whatever the zone of the database. */
  zoneless?: boolean;
  /** Holds addresses in free text, found by `filter[ip_in]`. */
  addresses?: boolean;
  /** Stored as it was sent, to the byte: blanks at its ends and what looks like tags are part of it, and blanks alone are none. */
  exact?: boolean;
  /** A list given for the column is joined by blanks. */
  joined?: boolean;
  /** At most one column of the same end may be set (flows and links). */
  end?: 'source' | 'dest';
  ref?: Ref;
  /** A reference or a list of addresses is an edge of the graph. */
  edge?: EdgeOptions;
  /** Says the range of addresses that the object is. */
  range?: boolean;
  /** Holds what the object needs of its surroundings. */
  need?: NeedName;
  /** What its numbers count. */
  unit?: Unit;
  /** `own`: added to existing databases too. */
  index: boolean | 'own';
  /** Part of the schema only in databases that we made or upgraded. */
  additive: boolean;
  /** Of the older application's newest generation: its databases have it where their table does, those of our own always. */
  later?: boolean;
  /** Other names accepted on input (contract 4). */
  aliases: string[];
  /** The name that entity files and other code have for it, where its column is called otherwise in this database. */
  known?: string;
  /** Of `Resource.also`: the column that it is another name of, or with `tag` in which that tag stands or not. */
  from?: Origin;
}

/** What a value is read from that has no column of its own. */
export interface Origin {
  column: string;
  tag?: string;
}

/** The table that joins two resources, seen from one of them. */
export interface Pivot {
  table: string;
  ownColumn: string;
  otherColumn: string;
  /** The pair is the primary key, or a unique key beside an id. */
  unique: boolean;
  /** What the table says of each pair beside the two ids. */
  value?: PairValue;
  /** The table has id and timestamps of its own. */
  withId: boolean;
  onDelete: { own: OnDelete | null; other: OnDelete | null };
}

/** A word that a pair of linked objects carries: answered and taken beside the id, `{"id": 3, "effect": "down"}`. */
export interface PairValue {
  /** The column, and the member of an answer. */
  name: string;
  /** The words that there are; the first is meant where none is given. */
  words: readonly string[];
  /** What people call each word. */
  titles: Readonly<Record<string, Readonly<Record<Language, string>>>>;
  about: string;
}

/** Small rows that are a number for each of some names, answered and taken as one object: `{"databases": 2}`. */
export interface NamedNumbers {
  /** The names that there are. */
  names: readonly string[];
}

/** A column of another table that points to this resource. */
export interface ForeignColumn {
  table: string;
  column: string;
  nullable: boolean;
  /** Small rows of several resources stand in one table: what its column `type` holds of these. */
  type?: string;
}

export type LinkKind = 'many-to-many' | 'one-to-many' | 'many-to-one-inverse' | 'child';

/** A set of related objects (or of small rows, for kind `child`) of a resource. */
export interface Link {
  name: string;
  kind: LinkKind;
  /** Path of the resource at the other end; the table's name for kind `child`. */
  target: string;
  aliases: string[];
  /** Name for `include`; `includeAliases` are accepted as well. */
  includeName: string;
  includeAliases: string[];
  /** Further names under which the ids are answered. */
  alsoShownAs: string[];
  writable: boolean;
  /** Part of single reads as an array of ids. */
  shown: boolean;
  about: string;
  /** The links make a tree or a directed net: cycles are refused. */
  acyclic: boolean;
  /** Columns of the other end that `include` embeds without a right on it; then no other ones. */
  openColumns?: readonly string[];
  /** The link is an edge of the graph, written at this end. */
  edge?: EdgeOptions;
  pivot?: Pivot;
  foreign?: ForeignColumn;
  /** Columns of the small rows, for kind `child`. */
  items?: Field[];
  /**
   * What the small rows and these columns say is one statement, of which sources never say parts: `by` is the column that says what
   * it is about.
   */
  claim?: { columns: readonly string[]; by: string };
  /** The small rows are a number for each name. */
  numbers?: NamedNumbers;
}

/** What objects of a type are called in each language: one of them, several; as they begin a line. */
export type Titles = Readonly<Record<Language, readonly [one: string, several: string]>>;

/** To whom an object belongs. */
export interface Owner {
  /** The column that names the user, who alone changes the object. */
  column: string;
  /** The flag that lets others see it. */
  open: string;
  /** So many belong to one user, at most; any number if left out. */
  most?: number;
}

/** A unique index that the existing schema carries. */
export interface UniqueIndex {
  name: string;
  columns: string[];
}

/** One type of object of the map, and all that is known of it. */
export interface Resource {
  path: string;
  /** Older path names, served alike. */
  aliases: string[];
  /** Prefix of its abilities: `<key>_access`, … */
  key: string;
  /** What its objects are called. */
  titles: Titles;
  /** Further words that people look for it by, in any language. */
  synonyms: string[];
  /** The view of the map in which it stands. */
  view: string;
  table: string;
  /** Columns that the table, another program's, has not: they stand in one of ours, by the same id. An object need have no row there. */
  beside?: { table: string; columns: readonly string[] };
  about: string;
  /** Class name of the older application, as audit rows and delegations store it. */
  polymorphicType: string;
  /** Column that names an object to people; null where there is none. */
  label: string | null;
  /** Rules by which an object that another program knows is found, in their order; none where it cannot be fed. */
  identity: readonly string[];
  /** Prefix of an object's identifier in maps. */
  uidPrefix: string | null;
  softDelete: boolean;
  audited: boolean;
  /** Objects of it may be delegated to a user or a role. */
  cartographiable: boolean;
  /** Objects belong to people. */
  owner?: Owner;
  /** Its objects are nodes of the graph, or edges where it is a connector. */
  node: boolean;
  connector?: ConnectorOptions;
  graph?: NodeTraits;
  readOnly: boolean;
  deprecated: boolean;
  uniqueIndexes: UniqueIndex[];
  /** Further indexes, over several columns. */
  indexes: string[][];
  /** Indexes that this program adds and that follow from no option of a column: their columns, by the last part of the index's name. */
  ownIndexes: Record<string, string[]>;
  fields: Field[];
  /** What is answered, filtered and sorted besides, and follows from columns: names of other generations of the schema. */
  also: Field[];
  links: Link[];
  /** The entity class. */
  entity: EntityClass;
}

/** A class marked with `@Resource`. */
export type EntityClass = new () => object;
