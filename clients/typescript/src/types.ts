/** What can be asked of a resource, and what it answers: worked out by the compiler from the shapes of the resources. */
import type { Operators, Shapes } from './generated.js';

/** The name of a resource, as the member of the client has it. */
export type Name = keyof Shapes;
/** A line of a list. */
export type Row<N extends Name> = Shapes[N]['row'];
/** A single read: a line with the ids of its links. */
export type Whole<N extends Name> = Shapes[N]['whole'];
/** What changes an object. */
export type Input<N extends Name> = Shapes[N]['input'];
/** What creates an object. */
export type Create<N extends Name> = Shapes[N]['create'];

type Kind = keyof Operators;
/** What is compared with a column of each kind. */
interface Compared {
  text: string;
  number: number;
  flag: boolean | 0 | 1;
  day: string;
  moment: string | Date;
}

/** The filters of the columns of one kind: the name of a column, and what may stand behind it. */
type ByKind<C extends string, K extends Kind> = {
  readonly [F in `${C}${Operators[K]['list']}`]?: Compared[K] | ReadonlyArray<Compared[K]>;
} & { readonly [F in `${C}${Operators[K]['one']}`]?: Compared[K] } & {
  readonly [F in `${C}${Operators[K]['two']}`]?: readonly [Compared[K], Compared[K]];
} & { readonly [F in `${C}${Operators[K]['flag']}`]?: boolean };

/** Filters that belong to no column. */
interface Beside {
  readonly search?: string;
  readonly trashed?: 'with' | 'only';
  readonly ip_in?: string | readonly string[];
}

/** Anything that a filter on a related object may be compared with. */
export type Comparable = string | number | boolean | Date | ReadonlyArray<string | number>;

/** What narrows a list: `{ rto_lte: 60, name_starts: 'S', processes_exists: true, 'processes.name': 'care' }`. */
export type Filter<N extends Name> = ByKind<Shapes[N]['text'], 'text'> &
  ByKind<Shapes[N]['number'], 'number'> &
  ByKind<Shapes[N]['flag'], 'flag'> &
  ByKind<Shapes[N]['day'], 'day'> &
  ByKind<Shapes[N]['moment'], 'moment'> &
  Pick<Beside, Shapes[N]['beside'] & keyof Beside> & {
    readonly [F in `${Spelt<RelationName<N>>}_exists`]?: boolean;
  } & { readonly [F in `${Spelt<RelationName<N>>}.${string}`]?: Comparable };

/** The columns of a line. */
export type Column<N extends Name> = keyof Row<N> & string;
/** What a list can be ordered by; `-` is downwards. */
export type Sort<N extends Name> = Column<N> | `-${Column<N>}`;
/** What a single read can be cut down to. */
export type Member<N extends Name> = keyof Whole<N> & string;

type One<N extends Name> = Shapes[N]['one'];
type Many<N extends Name> = Shapes[N]['many'];
/** The relations of a resource, in snake_case. */
export type RelationName<N extends Name> = (keyof One<N> | keyof Many<N>) & string;
type TargetOf<N extends Name, R> = R extends keyof One<N> ? One<N>[R] : R extends keyof Many<N> ? Many<N>[R] : never;
type Target<N extends Name, R> = TargetOf<N, R> & Name;

/** `logical_servers` → `logicalServers`. */
type Camel<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
/** Both spellings of a name. */
type Spelt<S extends string> = S | Camel<S>;

/** What stands behind a relation: further ones, three deep in all. */
type Deeper<N extends Name, R extends string, Depth extends number> = Depth extends 3
  ? `${Spelt<R>}.${Spelt<RelationName<Target<N, R>>>}.${string}`
  : never;
type Path<N extends Name, R extends string = RelationName<N>> = R extends string
  ? `${Spelt<R>}.${Spelt<RelationName<Target<N, R>>>}` | Deeper<N, R, 3>
  : never;

/** Related objects that come along: `'logicalServers'`, `'processes.macroProcess'`, `'databasesCount'`. */
export type Include<N extends Name> =
  Spelt<RelationName<N>> | `${Spelt<RelationName<N>>}${'Count' | 'Exists'}` | Path<N>;

type Head<I extends string> = I extends `${infer H}.${string}` ? H : I;
type Behind<I extends string, H extends string> = I extends `${Spelt<H>}.${infer Rest}` ? Rest : never;
type Asked<N extends Name, I extends string> = {
  [R in RelationName<N>]: Extract<Spelt<R>, Head<I>> extends never ? never : R;
}[RelationName<N>];

/** An embedded object, with what was included behind it. */
type Embedded<N extends Name, I extends string> = Row<N> & Related<N, I>;

/** What `include` adds to an object. */
export type Related<N extends Name, I extends string> = [I] extends [never]
  ? unknown
  : {
      [R in Asked<N, I>]: R extends keyof One<N>
        ? Embedded<Target<N, R>, Behind<I, R>> | null
        : Array<Embedded<Target<N, R>, Behind<I, R>>>;
    } & {
      [R in RelationName<N> as `${Spelt<R>}Count` & I extends never ? never : `${R}_count`]: number;
    } & {
      [R in RelationName<N> as `${Spelt<R>}Exists` & I extends never ? never : `${R}_exists`]: boolean;
    };

/** A line of a list with what was included, cut down to the columns that were asked for. */
export type Listed<N extends Name, I extends string, F extends string> = ([F] extends [never]
  ? Row<N>
  : Pick<Row<N>, (F | 'id') & keyof Row<N>>) &
  Related<N, I>;

/** A single read with what was included, which stands in place of the ids. */
export type Read<N extends Name, I extends string, F extends string> = [I | F] extends [never]
  ? Whole<N>
  : ([F] extends [never]
      ? Omit<Whole<N>, Asked<N, I>>
      : Omit<Pick<Whole<N>, (F | 'id') & keyof Whole<N>>, Asked<N, I>>) &
      Related<N, I>;

/** What any request takes. */
export interface CallOptions {
  /** Breaks the request off. */
  signal?: AbortSignal;
  /** Milliseconds that one attempt may take; 0: any time. */
  timeout?: number;
}

/** What narrows a list. */
export interface Narrowed<N extends Name> extends CallOptions {
  filter?: Filter<N>;
}

/** What chooses the parts of an object. */
export interface Chosen<I extends string, F extends string> extends CallOptions {
  include?: readonly I[];
  fields?: readonly F[];
}

/** What a list takes. */
export interface ListOptions<N extends Name, I extends string, F extends string> extends Narrowed<N>, Chosen<I, F> {
  sort?: ReadonlyArray<Sort<N>>;
}

/** What a write takes. */
export interface WriteOptions extends CallOptions {
  /** Unknown names in the body are refused rather than ignored. */
  strict?: boolean;
  /** Everything is checked and answered, and nothing stored. */
  dryRun?: boolean;
}
