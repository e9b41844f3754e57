/** Pieces of statements that rules share. */
import { quote } from '../../database/dialect.js';
import { registry, type Field, type ResourceModel } from '../../engine/index.js';
import type { RuleReading } from './rule.js';

/** Rows of a kind that are there. */
export const live = ({ softDelete }: ResourceModel, alias: string): string =>
  softDelete ? `${alias}.\`deleted_at\` IS NULL` : 'true';

export const tableOf = (path: string): string => quote(registry.get(path).table);

/** The columns of a kind by these names that it has. */
export const columnsOf = (path: string, names: readonly string[]): Field[] =>
  registry.get(path).fields.filter(({ name }) => names.includes(name));

/** Nobody filled the column in. */
export function isEmpty({ name, kind, rules }: Field, alias: string): string {
  const column = `${alias}.${quote(name)}`;
  const unset = rules.enum?.unset;
  if (unset !== undefined) return `(${column} IS NULL OR ${column} <= ${unset})`;
  return ['int', 'decimal', 'day', 'moment', 'flag', 'ref'].includes(kind)
    ? `${column} IS NULL`
    : `(${column} IS NULL OR ${column} = '')`;
}

/** Ids at both ends of a link of a kind, of objects that are live. One statement. */
export async function linked(
  { all }: Pick<RuleReading, 'all'>,
  path: string,
  name: string,
  more = '',
): Promise<Array<readonly [own: number, other: number]>> {
  const resource = registry.get(path);
  const link = resource.links.find((one) => one.name === name)!;
  const target = registry.get(link.target);
  const { pivot, foreign } = link;
  const rows = pivot
    ? await all(
        `SELECT p.${quote(pivot.ownColumn)} AS own, p.${quote(pivot.otherColumn)} AS other FROM ${quote(pivot.table)} p ` +
          `JOIN ${quote(resource.table)} a ON a.\`id\` = p.${quote(pivot.ownColumn)} AND ${live(resource, 'a')} ` +
          `JOIN ${quote(target.table)} b ON b.\`id\` = p.${quote(pivot.otherColumn)} AND ${live(target, 'b')}${more && ` WHERE ${more}`}`,
      )
    : await all(
        `SELECT a.\`id\` AS own, b.\`id\` AS other FROM ${quote(target.table)} b ` +
          `JOIN ${quote(resource.table)} a ON a.\`id\` = b.${quote(foreign!.column)} AND ${live(resource, 'a')} WHERE ${live(target, 'b')}`,
      );
  return rows.map(({ own, other }) => [Number(own), Number(other)] as const);
}

/** Values by key. */
export function grouped<K, V>(pairs: Iterable<readonly [K, V]>): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** Lets others have the event loop once in so many steps. */
export function breather(steps = 2000): () => Promise<void> | undefined {
  let left = steps;
  return () => {
    if (--left) return undefined;
    left = steps;
    return new Promise((next) => setImmediate(next));
  };
}
