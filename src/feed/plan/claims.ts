/**
 * Fields of one object that are one statement, such as the vendor, the product and the version of one thing: what two sources say of
 * them is never mixed. They are weighed as one value, which is the text of all of them.
 */
import type { Claim, Value } from '../merge/model.js';
import { MISSING_RANK } from '../merge/model.js';
import { valueIn, type Draft } from './draft.js';
import type { Kind } from './kinds.js';
import type { ClaimValue, FeedRecord } from './map-view.js';
import type { PlanBuilder } from './planning.js';
import { blankOf, storedValue } from './weigh.js';

/** What a record, or an item, says by name. */
type Statement = Readonly<Record<string, ClaimValue>>;

/** The fields of a type that are one statement. */
export class OneClaim {
  private constructor(
    private readonly kind: Kind,
    /** Columns, then the small rows. */
    readonly names: readonly string[],
    private readonly by: string,
    private readonly rows: string,
  ) {}

  /** Undefined for a type that has none. */
  static of(kind: Kind): OneClaim | undefined {
    const link = kind.resource.links.find(({ claim }) => claim);
    if (!link?.claim) return undefined;
    const { columns, by } = link.claim;
    if (!columns.every((name) => kind.fields.has(name))) return undefined;
    return new OneClaim(kind, [...columns, link.name], by, link.name);
  }

  /** Something says which thing it is, and with that all there is to say of it; a version alone may be of any. */
  isIn(said: Statement): boolean {
    return (valueIn(said[this.by]) ?? null) !== null || this.rowsIn(said).length > 0;
  }

  textOf(valueFor: (name: string) => Value | undefined): string {
    return JSON.stringify(this.names.map((name) => valueFor(name) ?? blankOf(this.kind, name)));
  }

  saidText = (said: Statement): string => this.textOf((name) => valueIn(said[name]));

  storedText({ stored }: Draft): string {
    return this.textOf((name) => storedValue(this.kind, stored!, name));
  }

  get blank(): string {
    return this.textOf(() => undefined);
  }

  valuesIn(text: string): ReadonlyArray<readonly [name: string, value: Value]> {
    const values = JSON.parse(text) as Value[];
    return this.names.map((name, i) => [name, values[i]!]);
  }

  claimsOf(planning: PlanBuilder, records: readonly FeedRecord[], live = false): Claim[] {
    return records.flatMap(({ source, says, missing }) => {
      if (!this.isIn(says) || (live && missing)) return [];
      const rank = missing ? MISSING_RANK : planning.policy(source, this.kind.path, this.by).rank;
      return { source, value: this.saidText(says), rank };
    });
  }

  /** What sources left behind: fields of which they say no more. */
  leftOf(records: readonly FeedRecord[]): string[] {
    const left = records.filter(({ leaves }) => this.names.some((name) => name in leaves));
    return left.map(({ leaves, says }) => this.textOf((name) => valueIn(leaves[name] ?? says[name])));
  }

  /** Says nothing that is not stored: the same things in the same version, though less is said of them. */
  isImplied(said: Statement, draft: Draft): boolean {
    const [rows, stored] = [this.rowsIn(said), rowsOf(storedValue(this.kind, draft.stored!, this.rows))];
    const holds = (row: readonly Value[]): boolean =>
      row[0] !== null && stored.some((other) => row.every((part, i) => part === null || part === other[i]));
    return rows.length > 0 && rows.every(holds);
  }

  private rowsIn(said: Statement): Value[][] {
    return rowsOf(valueIn(said[this.rows]) ?? null);
  }
}

const rowsOf = (text: Value): Value[][] => (typeof text === 'string' ? (JSON.parse(text) as Value[][]) : []);
