/**
 * Which places and entities lie in roots: kept in a table of its own, so that a question asks for it by a key however large a
 * perimeter is. It is made anew within the transaction that changes a place, an entity or a perimeter, and each minute where
 * others write into the database.
 */
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database, type Row, type Scalar, type Transaction } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { registry, type JournalEntry } from '../../engine/index.js';
import { rankOf, ROOTS } from './containment.js';
import { definitionOf, type Definition } from './definition.js';
import { rooted } from './homes.js';

/** A place or entity in a perimeter, and how far the root reaches that holds it. */
export interface Place {
  perimeter: number;
  kind: string;
  id: number;
  depth: number;
  /** Which root of the perimeter holds it, by its place in the list. */
  root: number;
}

/** Places by kind and id, with what holds them. */
export type Parents = ReadonlyMap<string, ReadonlyMap<number, ReadonlyArray<readonly [kind: string, id: number]>>>;

/**
 * By which columns places lie in one another, and what these name, as far as the database has them. A bay that names another site
 * than its room does lies in both.
 */
export const heldBy = (): Array<
  readonly [kind: string, columns: ReadonlyArray<readonly [column: string, kind: string]>]
> =>
  Object.entries({
    buildings: ['site_id', 'building_id'],
    bays: ['site_id', 'room_id'],
    entities: ['parent_entity_id'],
  }).map(([kind, names]) => {
    const columns = registry.get(kind).fields.filter(({ known, name }) => names.includes(known ?? name));
    return [kind, columns.map(({ name, ref }) => [name, ref!.target] as const)] as const;
  });
const COLUMNS = ['perimeter_id', 'kind', 'place_id', 'depth', 'root'];

/** How often the table is made anew, in milliseconds: others may write into the database. */
const EVERY = 60_000;

/** Returns true if one of these columns says something else than before; always for objects that come back or go. */
function changes({ action, differences }: JournalEntry, columns: readonly string[]): boolean {
  if (action !== 'created' && action !== 'updated') return true;
  const { before, after } = differences();
  return columns.some((name) => (before?.[name] ?? null) !== (after?.[name] ?? null));
}

@Injectable()
export class PerimeterPlaces implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Perimeters');
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.look(), EVERY).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** One statement where there are no roots, and one more where perimeters are the older application's. */
  private async look(): Promise<void> {
    try {
      const isLess = await this.clean();
      if (isLess || (await this.database.all(`${rooted()} LIMIT 1`)).length)
        await this.database.transaction((tx) => this.renew(tx));
    } catch (error) {
      this.logger.error(`Which places lie in perimeters could not be looked at: ${(error as Error).message}`);
    }
  }

  /** Takes away what is left of perimeters that the older application has deleted. Returns true if there was anything. */
  private async clean(): Promise<boolean> {
    const { table, beside } = registry.get('perimeters');
    if (!beside) return false;
    const gone =
      `SELECT o.\`id\` FROM ${quote(beside.table)} o LEFT JOIN ${quote(table)} p ON p.\`id\` = o.\`id\` ` +
      'WHERE p.`id` IS NULL';
    if (!(await this.database.all(`${gone} LIMIT 1`)).length) return false;
    const { dialect } = this.database;
    await this.database.transaction(async (tx) => {
      // Locked, and so as it is now: one that is being made at the moment has a row by then.
      const ids = (await tx.all(`${gone}${dialect.forUpdate}`)).map(({ id }) => Number(id));
      if (ids.length) await tx.run(`DELETE FROM ${quote(beside.table)} WHERE ${dialect.isIn('`id`')}`, [ids]);
    });
    return true;
  }

  /** To be called in the transaction of changes that are recorded. One statement where there are no roots. */
  async follow(tx: Transaction, entries: readonly JournalEntry[]): Promise<void> {
    const columns = new Map(heldBy().map(([kind, held]) => [kind, held.map(([column]) => column)]));
    const isOfPerimeters = entries.some((entry) => entry.resource.path === 'perimeters' && changes(entry, ['roots']));
    // All places are read, one writer at a time: only for what goes from one into another.
    const isMove = (entry: JournalEntry): boolean =>
      ROOTS.includes(entry.resource.path) && changes(entry, columns.get(entry.resource.path) ?? []);
    if (isOfPerimeters || entries.some(isMove)) await this.renew(tx, isOfPerimeters);
  }

  /** Makes the table say what lies where at the moment. `mayBeLess`: the last root may have gone. */
  async renew(tx: Transaction, mayBeLess = true): Promise<void> {
    const { dialect } = this.database;
    // One after the other: each works it out from what the ones before it stored.
    const rows = await tx.all(`${rooted()}${dialect.forUpdate}`);
    if (!rows.length && !mayBeLess) return;
    const stored = (await tx.all(`SELECT ${COLUMNS.map(quote).join(', ')} FROM \`own_perimeter_places\``)).map(placeOf);
    if (!rows.length && !stored.length) return;
    const perimeters = rows.map(({ id, roots }) => definitionOf(Number(id), { roots: roots as string, rules: null }));
    const wanted = placesIn(perimeters, perimeters.length ? await this.parents(tx) : new Map());
    const [has, wants] = [new Set(stored.map(keyOf)), new Set(wanted.map(keyOf))];
    // Places seldom go; then all are written again.
    const isLess = stored.some((place) => !wants.has(keyOf(place)));
    if (isLess) await tx.defer('DELETE FROM `own_perimeter_places`');
    await this.insert(tx, isLess ? wanted : wanted.filter((place) => !has.has(keyOf(place))));
  }

  private async insert(tx: Transaction, places: readonly Place[]): Promise<void> {
    if (!places.length) return;
    const { dialect } = this.database;
    await this.database.write(tx, dialect.insertRows('own_perimeter_places', COLUMNS), places.map(valuesOf));
  }

  private async parents(tx: Transaction): Promise<Parents> {
    const held = heldBy();
    const answers = await tx.several(
      held.map(([kind, columns]) => [
        `SELECT \`id\`, ${columns.map(([column]) => quote(column)).join(', ')} FROM ${quote(kind)} ` +
          `WHERE ${columns.map(([column]) => `${quote(column)} IS NOT NULL`).join(' OR ')}`,
        [],
      ]),
    );
    return new Map(
      held.map(([kind, columns], i) => [
        kind,
        new Map(
          answers[i]!.map((row) => [
            Number(row['id']),
            columns.flatMap(([column, parent]): Array<[string, number]> =>
              row[column] === null ? [] : [[parent, Number(row[column])]],
            ),
          ]),
        ),
      ]),
    );
  }
}

/** The places that lie in the roots of perimeters, these themselves among them. `parents`: in what places lie. */
export function placesIn(perimeters: readonly Definition[], parents: Parents): Place[] {
  const within = new Map<string, Array<readonly [kind: string, id: number]>>();
  for (const [kind, places] of parents)
    for (const [id, holders] of places)
      for (const [holderKind, holder] of holders) {
        const key = `${holderKind} ${holder}`;
        if (!within.has(key)) within.set(key, []);
        within.get(key)!.push([kind, id]);
      }
  const found = new Map<string, Place>();
  for (const { id: perimeter, roots } of perimeters)
    for (const [root, { resource, id, depth }] of roots.entries()) {
      const waiting: Array<readonly [kind: string, id: number]> = [[resource, id]];
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const place = { perimeter, kind: next[0], id: next[1], depth: rankOf(depth), root };
        // Places may lie in one another in a circle.
        if (found.has(keyOf(place))) continue;
        found.set(keyOf(place), place);
        waiting.push(...(within.get(`${place.kind} ${place.id}`) ?? []));
      }
    }
  return [...found.values()];
}

const keyOf = ({ perimeter, kind, id, depth, root }: Place): string => `${perimeter} ${kind} ${id} ${depth} ${root}`;

const valuesOf = ({ perimeter, kind, id, depth, root }: Place): Scalar[] => [perimeter, kind, id, depth, root];

const placeOf = (row: Row): Place => ({
  perimeter: Number(row['perimeter_id']),
  kind: String(row['kind']),
  id: Number(row['place_id']),
  depth: Number(row['depth']),
  root: Number(row['root']),
});
