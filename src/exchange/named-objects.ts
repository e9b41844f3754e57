/** Objects by what people call them, for cells that name others instead of giving their ids. */
import { portions } from '../core/portions.js';
import { nameKey } from '../core/text/name-key.js';
import { quote } from '../database/dialect.js';
import { conditionOf, registry, type AccessScope, type Plans } from '../engine/index.js';

/** Names of one statement. */
const AT_ONCE = 2000;

/** Those that the caller may list, as far as they were looked for. */
export class NamedObjects {
  private readonly known = new Map<string, Map<string, number[]>>();

  constructor(
    private readonly plans: Plans,
    private readonly access: AccessScope,
  ) {}

  /** Looks for objects of a kind by their names: one statement for many names. */
  async find(path: string, names: Iterable<string>): Promise<void> {
    const { label, table, softDelete } = registry.get(path);
    const known = this.known.get(path) ?? new Map<string, number[]>();
    this.known.set(path, known);
    const wanted = new Map([...names].map((name) => [nameKey(name), name]));
    for (const key of known.keys()) wanted.delete(key);
    if (!wanted.size || label === null) return;
    for (const key of wanted.keys()) known.set(key, []);
    const { database } = this.plans;
    const resource = registry.get(path);
    const seen = conditionOf(this.access.rows(resource), 't');
    const column = `t.${quote(label)}`;
    const live = softDelete ? ` AND ${database.dialect.isLive('t')}` : '';
    const sql =
      `SELECT t.\`id\` AS id, ${column} AS name FROM ${quote(table)} t WHERE ${database.dialect.textIsIn(column)}${live}` +
      `${seen ? ` AND ${seen.sql}` : ''} ORDER BY t.\`id\``;
    for (const some of portions([...wanted.values()], AT_ONCE)) {
      const rows = await database.all(sql, [some, ...(seen?.params ?? [])]);
      for (const { id, name } of rows) known.get(nameKey(String(name)))?.push(id as number);
    }
  }

  /** The ids of the objects of a kind that are called so, of names that were looked for. */
  idsOf(path: string, name: string): readonly number[] {
    return this.known.get(path)?.get(nameKey(name)) ?? [];
  }
}
