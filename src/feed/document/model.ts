/** What a feed document says: the words that connectors write, and that plans are made of. */

/** What identifies a machine, whether or not its type has columns for it. As the tool writes it: forms are made alike later. */
export interface Keys {
  uuid?: string;
  serial?: string;
  mac?: readonly string[];
  /** Full names, with their domains. */
  fqdn?: readonly string[];
  /** The number on its label. */
  inventory?: string;
}

/** One object as a source knows it. */
export interface Item {
  /** Path or alias of the resource. */
  type: string;
  /** The tool's own lasting id; without it the natural key counts. */
  ref?: string;
  /** The map's own id. */
  id?: number;
  /** Rules of identity in place of the type's. */
  identify?: readonly string[];
  /** What is absent is no opinion; null and [] say that there is none. */
  set: Readonly<Record<string, unknown>>;
  /** Values of a new object only. */
  initial?: Readonly<Record<string, unknown>>;
  /** Fields that are absent keep their claims. */
  partial?: boolean;
  /** The source says that it is no more. */
  gone?: boolean;
  observed_at?: string;
  keys?: Keys;
  /** The ref is no lasting id: an address, which another machine may have next time. */
  weak?: boolean;
  /** The type is a guess: a source that knows which kind of machine it is knows better. */
  guess?: boolean;
  /** Refs under which the source reported the same thing before. */
  former?: readonly string[];
  /** In place of the document's. */
  scope?: string;
}

/** An item, and the JSON that it was sent as. */
export interface SentItem {
  readonly item: Item;
  readonly text: string;
}

export interface FeedOptions {
  errors: 'stop' | 'skip';
  pointers: 'refuse' | 'create' | 'drop';
  names: 'refuse' | 'fit';
  existing: 'keep' | 'take';
  deleted: 'keep' | 'restore';
  identify: Readonly<Record<string, readonly string[]>>;
  allow: { missing?: number; older?: boolean; adopted?: number };
  ext_refs: boolean;
  verify: boolean;
}

/** Everything of a document but its items; what was left out has its default. */
export interface Envelope {
  source: string;
  mode: 'delta' | 'full';
  scope: string;
  observed_at?: string;
  /** Scopes that are reported as a whole, though the document is a delta. */
  full_scopes?: readonly string[];
  options: FeedOptions;
  /** The options that the document says itself, be it as they are anyway. */
  said?: ReadonlyArray<keyof FeedOptions>;
}
