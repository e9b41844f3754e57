/** Reads related objects for a batch of rows: one statement for each include, whatever the number of rows. */
import { borrowText, bytesOf, returnText, type ByteText } from '../../common/byte-text.js';
import type { ListSource } from '../../database/database.js';
import { quote, type Condition } from '../../database/dialect.js';
import type { RawRow } from '../../database/row-writer.js';
import type { Include } from './include.js';
import { addObjects, Objects, push, type AddMembers, type Found, type Span } from './found.js';
import { ObjectText } from './object-text.js';
import { allOf } from './operators.js';
import { wayOf, type Morph, type Relation } from './relations.js';
import { visible, type Scopes } from './visible.js';

/** Where rows hold the columns by which includes find related objects: the id, and the reference columns. */
export class Keys {
  /** The columns, one after the other. */
  readonly names: string[];

  /** `from`: the place of the first. */
  constructor(
    includes: readonly Include[],
    private readonly from: number,
  ) {
    this.names = [...new Set(includes.flatMap(ownKeys))];
  }

  selected(alias: string): string[] {
    return this.names.map((name) => `${alias}.${quote(name)}`);
  }

  get places(): number {
    return this.names.length;
  }

  /** The key of an include in a row; null where a reference is empty. */
  of(include: Include): (row: RawRow) => number | null {
    const place = this.from + this.names.indexOf(ownKey(include));
    return (row) => row.number(place);
  }

  /** The type of the object that a row refers to. */
  typeOf({ typeColumn }: Morph): (row: RawRow) => string {
    const place = this.from + this.names.indexOf(typeColumn);
    return (row) => row.text(place)!;
  }
}

const ownKey = ({ relation: { column } }: Include): string => column?.name ?? 'id';

const ownKeys = (include: Include): string[] => {
  const { morph } = include.relation;
  return [ownKey(include), ...(morph ? [morph.typeColumn] : [])];
};

/** Rows that refer to objects of many types. */
interface Referring {
  rows: readonly RawRow[];
  keyOf: (row: RawRow) => number | null;
  typeOf: (row: RawRow) => string;
}

/** Embeds related objects, for one request. */
export class Embedding {
  private readonly borrowed: ByteText[] = [];

  constructor(
    private readonly database: ListSource,
    private readonly scopes: Scopes,
  ) {}

  /** Says that the members of the last rows have been written. */
  release(): void {
    for (const text of this.borrowed.splice(0)) returnText(text);
  }

  /** Reads what the includes need for these rows; what comes back adds the members of one row. */
  async members(includes: readonly Include[], rows: readonly RawRow[], keys: Keys): Promise<AddMembers> {
    const adders: AddMembers[] = [];
    for (const include of includes) {
      const keyOf = keys.of(include);
      const { morph } = include.relation;
      if (morph) {
        adders.push(await this.ofManyTypes(include, morph, { rows, keyOf, typeOf: keys.typeOf(morph) }));
        continue;
      }
      const distinct = [...new Set(rows.map(keyOf).filter((key) => key !== null))];
      adders.push(await this.member(include, distinct, keyOf));
    }
    return (row, text) => {
      for (const add of adders) add(row, text);
    };
  }

  private async member(include: Include, keys: number[], keyOf: (row: RawRow) => number | null): Promise<AddMembers> {
    const name = Buffer.from(`,"${include.as}":`);
    if (include.wants !== 'objects') {
      const counts = keys.length ? await this.counts(include.relation, keys) : new Map<number, number>();
      return (row, text) => {
        const count = counts.get(keyOf(row) ?? 0) ?? 0;
        text.add(name);
        text.text(include.wants === 'count' ? String(count) : String(count > 0));
      };
    }
    const found = keys.length ? await this.objects(include, keys) : undefined;
    return (row, text) => {
      text.add(name);
      addObjects(text, found, keyOf(row), include.relation.single);
    };
  }

  /** One statement for each type that occurs; objects that the caller may not list are null, as deleted ones are. */
  private async ofManyTypes(include: Include, { to }: Morph, { rows, keyOf, typeOf }: Referring): Promise<AddMembers> {
    const name = Buffer.from(`,"${include.as}":`);
    const keys = new Map<string, Set<number>>();
    for (const row of rows) {
      const [type, key] = [typeOf(row), keyOf(row)];
      if (key !== null) keys.set(type, (keys.get(type) ?? new Set()).add(key));
    }
    const found = new Map<string, Found>();
    for (const [type, ids] of keys) {
      const relation = to.get(type);
      if (relation) found.set(type, await this.objects({ ...include, relation }, [...ids]));
    }
    return (row, text) => {
      text.add(name);
      addObjects(text, found.get(typeOf(row)), keyOf(row), true);
    };
  }

  private async counts(relation: Relation, keys: number[]): Promise<Map<number, number>> {
    const { from, key } = wayOf(relation, 't', this.database.dialect);
    const counted = relation.target.resource ? 'COUNT(DISTINCT t.`id`)' : 'COUNT(*)';
    const { sql, params } = this.where(relation, key, keys);
    const statement = `SELECT ${key} AS k, ${counted} AS n FROM ${from} WHERE ${sql} GROUP BY ${key}`;
    const rows = await this.database.all(statement, params);
    return new Map(rows.map(({ k, n }) => [k as number, Number(n)]));
  }

  /** Columns of the statement: the owner's key, the id of what has one, the keys of what it embeds, the object. */
  private async objects({ relation, within }: Include, keys: number[]): Promise<Found> {
    const { from, key } = wayOf(relation, 't', this.database.dialect);
    const object = new ObjectText(columnsOf(relation), this.database);
    const identified = relation.target.resource !== undefined;
    const inner = new Keys(within, identified ? 2 : 1);
    const selected = [key, ...(identified ? ['t.`id`'] : []), ...inner.selected('t'), ...object.selected('t')];
    const { sql, params } = this.where(relation, key, keys);
    const statement = `SELECT ${selected.join(', ')} FROM ${from} WHERE ${sql}`;
    if (!identified) return this.small(object, await this.database.raw(statement, params));
    const found = new Objects(object, 2 + inner.places, this.borrow());
    if (!within.length) {
      await this.database.rawEach(statement, params, (row) => found.add(row));
      return found.done();
    }
    const rows = await this.database.raw(statement, params);
    const distinct = [...new Map(rows.map((row) => [row.number(1)!, row])).values()];
    const add = await this.members(within, distinct, inner);
    for (const row of rows) found.add(row, add);
    return found.done();
  }

  /** Small rows in the order of their texts, as single reads answer them. */
  private small(object: ObjectText, rows: readonly RawRow[]): Found {
    const texts = rows.map((row) => [row.number(0)!, bytesOf((text) => object.write(row, 1, text))] as const);
    texts.sort(([, a], [, b]) => Buffer.compare(a, b));
    const [text, spans] = [this.borrow(), new Map<number, Span[]>()];
    for (const [key, bytes] of texts) {
      const begin = text.length;
      text.add(bytes);
      push(spans, key, [begin, text.length]);
    }
    return { text, spans };
  }

  private borrow(): ByteText {
    const text = borrowText();
    this.borrowed.push(text);
    return text;
  }

  private where({ target }: Relation, key: string, keys: number[]): Condition {
    return allOf([{ sql: this.database.dialect.isIn(key), params: [keys] }, ...visible(target, 't', this.scopes)]);
  }
}

/** Of a link that is open to those without a right on its target, only the columns that it opens. */
function columnsOf({ target, link }: Relation): Relation['target']['fields'] {
  const open = link?.openColumns;
  return open ? target.fields.filter(({ name }) => open.includes(name)) : target.fields;
}
