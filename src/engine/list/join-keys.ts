/** The columns by which includes find related objects: the id, and the reference columns. */
import type { Scalar } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import type { RawRow } from '../../database/row-writer.js';
import type { Include } from './include.js';
import type { PolymorphicTarget } from '../relations.js';

/** Where rows hold these columns. */
export class JoinKeys {
  /** The columns, one after the other. */
  readonly names: string[];
  /** The place behind the last. */
  readonly end: number;
  private readonly types: ReadonlySet<string>;

  /** `from`: the place of the first. */
  constructor(
    includes: readonly Include[],
    private readonly from: number,
  ) {
    this.types = new Set(includes.flatMap(({ relation: { polymorphic } }) => polymorphic?.typeColumn ?? []));
    this.names = [...new Set([...includes.map(ownKey), ...this.types])];
    this.end = from + this.names.length;
  }

  selected(alias: string): string[] {
    return this.names.map((name) => `${alias}.${quote(name)}`);
  }

  /** The key of an include in a row; null where a reference is empty. */
  of(include: Include): (row: RawRow) => number | null {
    const index = this.from + this.names.indexOf(ownKey(include));
    return (row) => row.number(index);
  }

  /** The type of the object that a row refers to. */
  typeOf({ typeColumn }: PolymorphicTarget): (row: RawRow) => string {
    const index = this.from + this.names.indexOf(typeColumn);
    return (row) => row.text(index)!;
  }

  /** A row that holds the keys alone, for a row that does not last. */
  kept(row: RawRow): RawRow {
    const values = this.names.map((name, i): Scalar => {
      return this.types.has(name) ? row.text(this.from + i) : row.number(this.from + i);
    });
    return new KeptKeys(values, this.from);
  }
}

class KeptKeys implements RawRow {
  constructor(
    private readonly values: readonly Scalar[],
    private readonly from: number,
  ) {}

  number(index: number): number | null {
    return this.values[index - this.from] as number | null;
  }

  text(index: number): string | null {
    return this.values[index - this.from] as string | null;
  }
}

const ownKey = ({ relation: { column } }: Include): string => column?.name ?? 'id';
