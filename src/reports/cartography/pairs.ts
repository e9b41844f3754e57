/** Links of the map as pairs of ids, without a look at whether their ends are there. */
import { quote } from '../../database/dialect.js';
import { registry } from '../../engine/index.js';
import { raw, type Sql } from '../sql.js';

/** A link by its name, `entities.applications`. */
export function linkOf(link: string): ReturnType<typeof registry.get>['links'][number] {
  const [path, name] = link.split('.') as [string, string];
  return registry.get(path).links.find((candidate) => candidate.name === name)!;
}

/**
 * The pairs of a link: `own`, the object that has it, and `other`, the one that it leads to; `turned` the other way round.
 * `more` are further columns of the statement.
 */
export function pairsOf(link: string, turned = false, more = ''): Sql {
  const { pivot, foreign } = linkOf(link);
  const [table, own, other] = pivot
    ? [pivot.table, pivot.ownColumn, pivot.otherColumn]
    : [foreign!.table, foreign!.column, 'id'];
  const [first, second] = turned ? [other, own] : [own, other];
  const columns = `${more}p.${quote(first)} AS own, p.${quote(second)} AS other`;
  return raw(`SELECT ${columns} FROM ${quote(table)} p WHERE p.${quote(own)} IS NOT NULL`);
}
