/** Reads related objects for a batch of rows: one statement for each include, whatever the number of rows. */
import { borrowText, bytesOf, returnText, type ByteText } from '../../core/text/byte-text.js';
import type { ListSource } from '../../database/database.js';
import type { Condition } from '../../database/dialect.js';
import type { RawRow } from '../../database/row-writer.js';
import type { Budget } from './budget.js';
import { isOpen, type Include } from './include.js';
import {
  addObjects,
  RelatedObjectsBuilder,
  push,
  type AddMembers,
  type Embedded,
  type RelatedObjects,
} from './related-objects.js';
import { JoinKeys } from './join-keys.js';
import { CLOSE, ObjectText } from '../read/object-text.js';
import { allOf } from './operators.js';
import type { AccessScope } from '../access-scope.js';
import { readable, joinPath, type PolymorphicTarget, type Relation, type RelationPath } from '../relations.js';

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
    private readonly access: AccessScope,
    private readonly budget: Budget,
  ) {}

  /** Called once the members of the last rows are written. */
  release(): void {
    for (const text of this.borrowed.splice(0)) returnText(text);
  }

  /** Reads what the includes need for these rows; what comes back adds the members of one row. */
  async members(includes: readonly Include[], rows: readonly RawRow[], keys: JoinKeys): Promise<AddMembers> {
    const adders: AddMembers[] = [];
    for (const include of includes) {
      const keyOf = keys.of(include);
      const { polymorphic } = include.relation;
      if (polymorphic) {
        adders.push(await this.ofManyTypes(include, polymorphic, { rows, keyOf, typeOf: keys.typeOf(polymorphic) }));
        continue;
      }
      const distinct = [...new Set(rows.map(keyOf).filter((key) => key !== null))];
      adders.push(await this.member(include, distinct, keyOf));
    }
    return function* (row, text) {
      for (const add of adders) yield* add(row, text);
    };
  }

  /**
   * Counts what the includes would embed in rows, of which each is written so many `times`, without reading it: from the
   * outside inwards, since an object is written as often as its owners together. Throws 400 once it is too much.
   */
  async count(includes: readonly Include[], rows: Iterable<readonly [RawRow, number]>, keys: JoinKeys): Promise<void> {
    for (const include of includes.filter(({ wants }) => wants === 'objects')) {
      const keyOf = keys.of(include);
      const times = new Map<number, number>();
      for (const [row, often] of rows) {
        const key = keyOf(row);
        if (key !== null) times.set(key, (times.get(key) ?? 0) + often);
      }
      if (!times.size) continue;
      if (include.within.length) await this.countWithin(include, times);
      else if (include.relation.polymorphic) this.budget.spend(include, sum(times.values()));
      else {
        const counts = await this.counts(include.relation, [...times.keys()], isOpen(include));
        this.budget.spend(include, sum([...counts].map(([key, count]) => count * times.get(key)!)));
      }
    }
  }

  private async countWithin(include: Include, times: ReadonlyMap<number, number>): Promise<void> {
    const { relation, within } = include;
    const { from, key, where } = this.found(relation, [...times.keys()]);
    const inner = new JoinKeys(within, 2);
    const selected = [key, 't.`id`', ...inner.selected('t')].join(', ');
    const owners = new Map<number, [RawRow, number]>();
    await this.database.rawEach(`SELECT DISTINCT ${selected} FROM ${from} WHERE ${where.sql}`, where.params, (row) => {
      const [often, id] = [times.get(row.number(0)!)!, row.number(1)!];
      const owner = owners.get(id);
      if (owner) owner[1] += often;
      else owners.set(id, [inner.kept(row), often]);
    });
    this.budget.spend(include, sum([...owners.values()].map(([, often]) => often)));
    await this.count(within, [...owners.values()], inner);
  }

  private async member(include: Include, keys: number[], keyOf: (row: RawRow) => number | null): Promise<AddMembers> {
    const name = Buffer.from(`,"${include.as}":`);
    if (include.wants !== 'objects') {
      const counts = keys.length ? await this.counts(include.relation, keys) : new Map<number, number>();
      return (row, text) => {
        const count = counts.get(keyOf(row) ?? 0) ?? 0;
        text.add(name);
        text.text(include.wants === 'count' ? String(count) : String(count > 0));
        return [];
      };
    }
    const found = keys.length ? await this.objects(include, keys) : undefined;
    return this.adding(include, keyOf, () => found);
  }

  /** Adds the objects of the row's key to its members. */
  private adding(
    include: Include,
    keyOf: (row: RawRow) => number | null,
    foundFor: (row: RawRow) => RelatedObjects | undefined,
  ): AddMembers {
    const name = Buffer.from(`,"${include.as}":`);
    const { single } = include.relation;
    return (row, text) => {
      const [found, key] = [foundFor(row), keyOf(row)];
      const objects = (key !== null && found?.of.get(key)) || [];
      this.budget.spend(include, objects.length);
      text.add(name);
      return addObjects(text, objects, single, found?.more);
    };
  }

  /** One statement for each type that occurs; objects that the caller may not list are null, as deleted ones are. */
  private async ofManyTypes(
    include: Include,
    { to }: PolymorphicTarget,
    { rows, keyOf, typeOf }: Referring,
  ): Promise<AddMembers> {
    const keys = new Map<string, Set<number>>();
    for (const row of rows) {
      const [type, key] = [typeOf(row), keyOf(row)];
      if (key !== null) keys.set(type, (keys.get(type) ?? new Set()).add(key));
    }
    const found = new Map<string, RelatedObjects>();
    for (const [type, ids] of keys) {
      const relation = to.get(type);
      if (relation) found.set(type, await this.objects({ ...include, relation }, [...ids]));
    }
    return this.adding(include, keyOf, (row) => found.get(typeOf(row)));
  }

  private async counts(relation: Relation, keys: number[], open = false): Promise<Map<number, number>> {
    const { from, key, where } = this.found(relation, keys, open);
    const counted = relation.target.resource ? 'COUNT(DISTINCT t.`id`)' : 'COUNT(*)';
    const statement = `SELECT ${key} AS k, ${counted} AS n FROM ${from} WHERE ${where.sql} GROUP BY ${key}`;
    const rows = await this.database.all(statement, where.params);
    return new Map(rows.map(({ k, n }) => [k as number, Number(n)]));
  }

  /** Columns of the statement: the owner's key, the id of what has one, the keys of what it embeds, the object. */
  private async objects(include: Include, keys: number[]): Promise<RelatedObjects> {
    const { relation, within } = include;
    const { from, key, where } = this.found(relation, keys, isOpen(include));
    const object = new ObjectText(columnsOf(relation), this.database);
    if (relation.link?.numbers) return this.numbers(relation, keys);
    const identified = relation.target.resource !== undefined;
    const inner = new JoinKeys(within, identified ? 2 : 1);
    const selected = [key, ...(identified ? ['t.`id`'] : []), ...inner.selected('t'), ...object.selected('t')];
    const statement = `SELECT ${selected.join(', ')} FROM ${from} WHERE ${where.sql}`;
    if (!identified) return this.small(object, await this.database.raw(statement, where.params));
    const found = new RelatedObjectsBuilder(object, inner, () => this.borrow());
    await this.database.rawEach(statement, where.params, (row) => found.add(row));
    return found.done(within.length ? await this.members(within, found.rows(), inner) : undefined);
  }

  /** Small rows in the order of their texts, as single reads answer them. */
  private small(object: ObjectText, rows: readonly RawRow[]): RelatedObjects {
    const texts = rows.map((row) => {
      const bytes = bytesOf((text) => {
        object.begin(row, 1, text);
        text.addByte(CLOSE);
      });
      return [row.number(0)!, bytes] as const;
    });
    texts.sort(([, a], [, b]) => Buffer.compare(a, b));
    const [text, of] = [this.borrow(), new Map<number, Embedded[]>()];
    for (const [key, bytes] of texts) {
      const from = text.length;
      text.add(bytes);
      push(of, key, { text, from, to: text.length - 1 });
    }
    return { of };
  }

  /** Numbers by name, as single reads answer them: an object for each key that has some. */
  private async numbers(relation: Relation, keys: number[]): Promise<RelatedObjects> {
    const { from, key, where } = this.found(relation, keys);
    const sql = `SELECT ${key} AS k, t.\`name\` AS name, t.\`number\` AS number FROM ${from} WHERE ${where.sql} ORDER BY t.\`name\``;
    const objects = new Map<number, Record<string, number>>();
    for (const { k, name, number } of await this.database.all(sql, where.params)) {
      const object = objects.get(Number(k)) ?? {};
      objects.set(Number(k), object);
      object[String(name)] = Number(number);
    }
    const [text, of] = [this.borrow(), new Map<number, Embedded[]>()];
    for (const [owner, object] of objects) {
      const from = text.length;
      text.text(JSON.stringify(object));
      push(of, owner, { text, from, to: text.length - 1 });
    }
    return { of };
  }

  private borrow(): ByteText {
    const text = borrowText();
    this.borrowed.push(text);
    return text;
  }

  /** Where the rows of a relation are that belong to these keys, and what keeps to them; all that is bound is in `where`. */
  private found(relation: Relation, keys: number[], open = false): RelationPath & { where: Condition } {
    const { dialect } = this.database;
    const path = joinPath(relation, 't', this.access, dialect.thenJoin);
    const { sql, params } = allOf([
      { sql: dialect.isIn(path.key), params: [keys] },
      ...readable(relation.target, 't', this.access, open),
    ]);
    return { ...path, where: { sql, params: [...path.params, ...params] } };
  }
}

/** Of a link that is open to those without a right on its target, only the columns that it opens. */
function columnsOf({ target, link }: Relation): Relation['target']['fields'] {
  const open = link?.openColumns;
  return open ? target.fields.filter(({ name }) => open.includes(name)) : target.fields;
}

const sum = (numbers: Iterable<number>): number => {
  let all = 0;
  for (const number of numbers) all += number;
  return all;
};
