/** Which findings there are for a caller: of objects that they may list, proved by something that they may list (checks 5). */
import type { Caller } from '../../core/http/caller.js';
import type { Database, Param } from '../../database/database.js';
import { eachFound, type Condition, type Found } from '../../database/dialect.js';
import {
  conditionOf,
  type AccessScope,
  type AccessScopes,
  type ResourceModel,
  type VisibleRows,
} from '../../engine/index.js';
import { mapKinds } from '../check.js';

const OBJECT = 'o';

/** What a caller sees of the kinds of the map. */
export class SeenKinds {
  private constructor(private readonly byPath: ReadonlyMap<string, { resource: ResourceModel; rows: VisibleRows }>) {}

  /** One statement at most. */
  static async of(caller: Caller, scopes: AccessScopes): Promise<SeenKinds> {
    const listed = await scopes.listed(caller, mapKinds());
    return new SeenKinds(new Map(listed.map((one) => [one.resource.path, one])));
  }

  /** As `of`, of one request: kinds of which nothing was given to its caller count as kinds that they see part of. No statement. */
  static within(access: AccessScope): SeenKinds {
    return new SeenKinds(
      new Map(mapKinds().map((resource) => [resource.path, { resource, rows: access.rows(resource) }])),
    );
  }

  /** The caller may list every object of every kind. */
  get all(): boolean {
    return [...this.byPath.values()].every(({ rows }) => rows === 'all');
  }

  /** Every object of the kind. */
  isWhole(path: string): boolean {
    return this.byPath.get(path)?.rows === 'all';
  }

  /** Paths of the kinds of which the caller may not list everything. */
  partly(): string[] {
    return [...this.byPath.values()].filter(({ rows }) => rows !== 'all').map(({ resource }) => resource.path);
  }

  /** The kinds of which the caller may list something. */
  kinds(): ResourceModel[] {
    return [...this.byPath.values()].filter(({ rows }) => rows !== 'none').map(({ resource }) => resource);
  }

  /** The live rows of a kind that the caller may list, under an alias. */
  live(path: string, alias: string): Condition {
    const known = this.byPath.get(path);
    if (!known || known.rows === 'none') return { sql: 'false', params: [] };
    const seen = conditionOf(known.rows, alias);
    const live = known.resource.softDelete ? `${alias}.\`deleted_at\` IS NULL` : 'true';
    return { sql: seen ? `${live} AND (${seen.sql})` : live, params: seen?.params ?? [] };
  }

  /**
   * Two columns name an object that the caller may list. `alive`: it is known to be live, so that nothing is asked of kinds that are
   * seen as a whole.
   */
  object(type: string, id: string, { dialect }: Pick<Database, 'dialect'>, alive: boolean): Condition {
    const whole: string[] = [];
    const live: Found[] = [];
    const partly: Found[] = [];
    for (const { resource, rows } of this.byPath.values()) {
      if (rows === 'none') continue;
      const { path, table, softDelete } = resource;
      if (rows === 'all' && (alive || !softDelete)) whole.push(path);
      else (rows === 'all' ? live : partly).push({ word: path, table, alias: OBJECT, where: this.live(path, OBJECT) });
    }
    const all: Condition[] = [
      ...(whole.length ? [{ sql: dialect.isIn(type), params: [whole] as Param[] }] : []),
      ...(live.length ? [eachFound(type, id, live)] : []),
      ...(partly.length ? [dialect.pairIsFound(type, id, partly)] : []),
    ];
    return {
      sql: `(${all.map(({ sql }) => sql).join(' OR ') || 'false'})`,
      params: all.flatMap(({ params }) => params),
    };
  }
}

/**
 * The condition on rows of `own_findings` under `f` that keeps to what the caller sees.
 * @param ended whether findings that are gone are among them: their objects may be as well
 */
export function visibleTo(seen: SeenKinds, database: Pick<Database, 'dialect'>, ended: boolean): Condition {
  const object = seen.object('f.`type`', 'f.`object_id`', database, !ended);
  if (seen.all) return object;
  const { dialect } = database;
  // What a filter or query asks of other kinds is told to those alone who could ask it themselves.
  const hidden = seen.partly();
  const kinds = dialect.boundRows([{ name: 'path', type: 'key(64)' }]).replace('?', 'c.`kinds`');
  const reported = `SELECT c.\`id\` FROM \`own_checks\` c WHERE NOT EXISTS (SELECT 1 FROM ${kinds} n WHERE ${dialect.isIn('n.`path`')})`;
  const proof = seen.object('e.`type`', 'e.`id`', database, false);
  const pairs = dialect
    .boundRows([
      { name: 'type', type: 'key(64)' },
      { name: 'id', type: 'ubigint' },
    ])
    .replace('?', 'f.`objects`');
  return {
    sql:
      `(${object.sql} AND f.\`check_id\` IN (${reported}) AND ` +
      `(f.\`objects\` IS NULL OR EXISTS (SELECT 1 FROM ${pairs} e WHERE ${proof.sql})))`,
    params: [...object.params, hidden, ...proof.params],
  };
}
