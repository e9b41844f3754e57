/** Loads the rows of a query: its own objects, then level by level, on one snapshot of the map. */
import { Problems } from '../../core/http/errors.js';
import type { Database, Row, Snapshot, Transaction } from '../../database/database.js';
import { TimeLimitError, type Requester } from '../../database/long-read.js';
import type { AccessScope } from '../../engine/index.js';
import type { CheckedQuery } from '../check/checked.js';
import type { Level, Root } from './level.js';
import { Statements } from './statements.js';

/** How much a query may take. */
export interface Bounds {
  rows: number;
  seconds: number;
}

/** The query's own objects; what belongs to them is in the levels. */
export interface Loaded {
  roots: Row[];
  /** There are more objects than the query's limit. */
  truncated: boolean;
}

/** 422: the result is larger than it may be. */
export function tooMany(max: number): never {
  const problems = new Problems();
  problems.add('query', 'queryNarrow', { max });
  throw problems.throwIfAny();
}

/**
 * Loads everything below `root`: one statement for it, one for each level that has rows above it. Throws 422 when it is
 * too much, or takes too long.
 * @param make makes the result of what is loaded
 * @param record writes down that it was made; that travels with the end of the snapshot
 */
export async function load<T>(
  database: Database,
  { query, access, root, bounds, requester }: Load,
  make: (loaded: Loaded) => T,
  record: (result: T, session: Transaction) => Promise<void>,
): Promise<T> {
  const statements = new Statements(database.dialect, access);
  const work = async (snapshot: Snapshot): Promise<T> => {
    const roots = await snapshot.all(...statements.root(root, query));
    const truncated = roots.length > query.limit;
    if (truncated) roots.pop();
    await loadBelow(root, () => roots, { snapshot, statements, most: bounds.rows });
    return make({ roots, truncated });
  };
  try {
    return await database.snapshot(work, bounds.seconds, record, requester);
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    const problems = new Problems();
    problems.add('query', 'queryTime', { seconds: error.seconds });
    throw problems.throwIfAny();
  }
}

/** What is to be loaded. */
interface Load {
  query: CheckedQuery;
  access: AccessScope;
  root: Root;
  bounds: Bounds;
  requester: Requester;
}

/** Where levels are loaded, and how many rows one may have. */
export interface Loading {
  snapshot: Snapshot;
  statements: Statements;
  most: number;
}

/** Loads what lies below some rows: a statement for each level that has rows above it. Throws 422 where it is too much. */
export async function loadBelow(above: Root, rows: () => Iterable<Row>, loading: Loading): Promise<void> {
  for (const level of above.children) {
    await loadLevel(level, rows(), loading);
    await loadBelow(level, () => level.rows(), loading);
  }
}

async function loadLevel(level: Level, above: Iterable<Row>, { snapshot, statements, most }: Loading): Promise<void> {
  const keys = new Set<string | number>();
  for (const row of above) {
    const key = row[level.key];
    if (key !== null && key !== undefined) keys.add(key);
  }
  if (!keys.size) return;
  // Every pair of an object and one of its related ones is in some row of the result.
  const rows = await snapshot.all(...statements.level(level, [...keys], most + 1));
  if (rows.length > most) tooMany(most);
  level.load(rows);
}
