/** What objects stand in or belong to, to tell namesakes apart: the same rule as in the graph, asked for in one statement. */
import { quote, type Dialect } from '../database/dialect.js';
import { conditionOf, registry, type AccessScope, type Edge, type ResourceModel } from '../engine/index.js';
import { HOLDERS } from '../graph/walks/where.js';
import type { Statement } from '../database/statement.js';

/** An object, by the path of its kind. */
export interface ObjectName {
  kind: string;
  id: number;
  name: string;
}

/** An edge by which objects of a kind stand in others. */
interface HolderEdge {
  edge: Edge;
  holder: ResourceModel;
  /** Columns of the edge's table. */
  own: string;
  other: string;
}

/** Stand for the table of an edge, for the one that holds, and for what was found, within their statement. */
const [EDGE, HOLDER, FOUND] = ['e', 'h', 'f'] as const;

/** The edges by which objects of a kind stand in others, those first that tell best: by family, then the most precise one. */
function holderEdges(path: string): HolderEdge[] {
  const { edges } = registry.graph();
  return HOLDERS.flatMap(([family, side]) =>
    edges
      .filter((edge) => edge.family === family && (side === 'from' ? edge.to : edge.from) === path)
      .map((edge) => {
        const [own, other] = side === 'from' ? [edge.toColumn, edge.fromColumn] : [edge.fromColumn, edge.toColumn];
        return { edge, holder: registry.get(side === 'from' ? edge.from : edge.to), own, other };
      })
      .reverse(),
  );
}

/** The statements that find what objects stand in; their rows tell `place` among `parts`, `id`, `holder` and `name`. */
export interface WhereStatements {
  statements: Statement[];
  parts: ReadonlyArray<{ kind: string; holder: string }>;
}

/**
 * Asks where objects stand; no statement where none of their kinds stands in anything that the caller may list. Of several
 * places of one sort it is the one with the lowest id.
 * @param ids by the path of their kind
 */
export function whereStatements(
  ids: ReadonlyMap<string, readonly number[]>,
  access: AccessScope,
  dialect: Dialect,
): WhereStatements {
  const statements: Statement[] = [];
  const parts: Array<{ kind: string; holder: string }> = [];
  for (const [kind, some] of ids) {
    for (const { edge, holder, own, other } of holderEdges(kind)) {
      const rows = access.rows(holder);
      if (rows === 'none' || holder.label === null) continue;
      const seen = conditionOf(rows, HOLDER);
      const [ownColumn, otherColumn] = [own, other].map((column) => `${EDGE}.${quote(column)}`) as [string, string];
      const conditions = [
        dialect.isIn(ownColumn),
        ...(holder.softDelete ? [dialect.isLive(HOLDER)] : []),
        // An object is no place of its own.
        ...(holder.path === kind ? [`${otherColumn} <> ${ownColumn}`] : []),
        ...(seen ? [seen.sql] : []),
      ];
      const lowest =
        `SELECT ${ownColumn} AS id, MIN(${HOLDER}.\`id\`) AS holder FROM ${quote(edge.table)} ${EDGE} ` +
        `JOIN ${quote(holder.table)} ${HOLDER} ON ${HOLDER}.\`id\` = ${otherColumn} ` +
        `WHERE ${conditions.join(' AND ')} GROUP BY ${ownColumn}`;
      const name = dialect.exactText(`n.${quote(holder.label)}`);
      statements.push([
        `SELECT ${parts.length} AS place, ${FOUND}.id AS id, ${FOUND}.holder AS holder, ${name} AS name ` +
          `FROM (${lowest}) ${FOUND} JOIN ${quote(holder.table)} n ON n.\`id\` = ${FOUND}.holder`,
        [[...some], ...(seen?.params ?? [])],
      ]);
      parts.push({ kind, holder: holder.path });
    }
  }
  return { statements, parts };
}
