/** All objects that a query finds, however many they are: read by id in portions, each with the first of its rows. */
import { Problems } from '../../core/http/errors.js';
import type { Database, Scalar, Snapshot } from '../../database/database.js';
import type { AccessScope, Plans } from '../../engine/index.js';
import { checkQuery } from '../check/check.js';
import type { CheckedQuery } from '../check/checked.js';
import { readQuery } from '../language/json.js';
import { CartesianRows } from './combinations.js';
import { Root } from './level.js';
import { loadBelow } from './load.js';
import { Statements } from './statements.js';

/** Objects that are read at once. */
const PORTION = 1000;

/** An object of the query, and what its `FIELDS` gave for it; undefined where it names none. */
export interface QueriedObject {
  id: number;
  rows: { columns: string[]; rows: Scalar[][]; total: number } | undefined;
}

/** A query that is right. Throws 422 with all that is wrong. */
export function preparedQuery(json: unknown, plans: Plans): CheckedQuery {
  const problems = new Problems();
  const tree = readQuery(json, 'query', problems);
  const finding = tree && checkQuery(tree, 'query', problems, plans.language);
  problems.throwIfAny();
  return finding!.checked!;
}

/**
 * The objects in the order of their ids; its order and limit count for nothing.
 * @param most rows of one object that are told, and how far they are counted beyond
 * @param rows most rows of one level; 422 where there are more
 */
export async function* everyObject(
  query: CheckedQuery,
  access: AccessScope,
  snapshot: Snapshot,
  { dialect, clock }: Pick<Database, 'dialect' | 'clock'>,
  { most, rows: mostRows }: { most: number; rows: number },
): AsyncIterable<QueriedObject> {
  const id = query.model.fields.find(({ kind }) => kind === 'id')!;
  const statements = new Statements(dialect, access);
  for (let last = 0; ;) {
    const list = query.fields ? new CartesianRows(query.model, query.fields, clock) : undefined;
    const root = list?.root ?? new Root(query.model);
    const behind = {
      kind: 'test',
      join: 'and',
      steps: [],
      field: id,
      operator: '>',
      values: [{ from: last, to: last }],
    } as const;
    const portion: CheckedQuery = {
      ...query,
      order: [],
      limit: PORTION,
      filters: [
        { kind: 'group', join: 'and', parts: query.filters },
        { ...behind, steps: [], values: [...behind.values] },
      ],
    };
    const roots = (await snapshot.all(...statements.root(root, portion))).slice(0, PORTION);
    await loadBelow(root, () => roots, { snapshot, statements, most: mostRows });
    for (const row of roots) {
      const reported: Scalar[][] = [];
      if (list) {
        for (const cells of list.rows([row])) {
          if (reported.push([...cells]) === most) break;
        }
      }
      yield {
        id: Number(row['id']),
        rows: list && { columns: list.columns, rows: reported, total: list.count([row], mostRows) },
      };
    }
    if (roots.length < PORTION) return;
    last = Number(roots.at(-1)!['id']);
    await new Promise((next) => setImmediate(next));
  }
}
