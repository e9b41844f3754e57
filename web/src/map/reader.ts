/** Reads parts of the graph for the page: bounded questions, and what was deleted or is hidden from the reader left aside. */
import { ApiError, type GraphQuery } from 'meridian-client';
import { FINDINGS, mayReadFindings } from '../api/checks.js';
import { TAGS } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { client } from '../api/session.js';
import { kindsWithProducts, VULNERABILITIES } from '../api/vulnerabilities.js';
import { t } from '../i18n/index.js';
import { isOutside } from './state.js';
import type { GraphPart } from './world.js';

/** Objects in one question, and in one answer, at most. */
const MAX_NAMED = 200;
const MAX_FOUND = 5000;
/** Objects whose surroundings are read at once: the answer of more could be too long. */
const LOT = 100;
/** Findings that are marked, the most urgent first: as many as one answer has. */
const MAX_MARKED = 1000;
/** Requests at a time. */
const AT_ONCE = 4;

export interface Found {
  parts: GraphPart[];
  /** Objects that there are not, or not for this reader. */
  missing: string[];
  /** Objects that an answer left out, because it had too many. */
  leftOut: number;
}

/** The objects themselves, with the edges between those that are asked for together. */
export const readObjects = (ids: readonly string[]): Promise<Found> => readLots(ids, MAX_NAMED, { depth: 0 });

/** The objects with their neighbours. */
export const readAround = (ids: readonly string[]): Promise<Found> => readLots(ids, LOT, { depth: 1, most: MAX_FOUND });

/**
 * The edges between objects that are new and all that are on the page. What else lies around is read with them only where the
 * page has more objects than one question may name.
 * @param kinds those of the objects on the page
 */
export const readBetween = (
  fresh: readonly string[],
  all: readonly string[],
  kinds: readonly string[],
): Promise<Found> => (all.length <= MAX_NAMED ? readObjects(all) : readAmong(fresh, kinds));

/** The objects with their edges to all objects of these kinds, and these. */
export const readAmong = (ids: readonly string[], kinds: readonly string[]): Promise<Found> =>
  readLots(ids, LOT, { depth: 1, most: MAX_FOUND, kinds });

async function readLots(
  ids: readonly string[],
  size: number,
  query: Omit<GraphQuery<'neighbourhood'>, 'of'>,
): Promise<Found> {
  // Of what lies outside of the map nothing can be asked.
  const asked = ids.filter((id) => !isOutside(id));
  const lots = Array.from({ length: Math.ceil(asked.length / size) }, (_, i) => asked.slice(i * size, (i + 1) * size));
  const found: Found = { parts: [], missing: [], leftOut: 0 };
  const results: Found[] = [];
  const work = async (): Promise<void> => {
    for (let i = next++; i < lots.length; i = next++) results[i] = await readLot(lots[i]!, query);
  };
  let next = 0;
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, lots.length) }, work));
  for (const { parts, missing, leftOut } of results) {
    found.parts.push(...parts);
    found.missing.push(...missing);
    found.leftOut += leftOut;
  }
  return found;
}

/** One question; where an object in it is refused, the others are asked for in two halves. */
async function readLot(of: readonly string[], query: Omit<GraphQuery<'neighbourhood'>, 'of'>): Promise<Found> {
  try {
    const { nodes, edges, meta } = await client().graph.neighbourhood({ ...query, of });
    return { parts: [{ nodes, edges }], missing: [], leftOut: meta.left_out };
  } catch (error) {
    const isRefused = error instanceof ApiError && [400, 403, 404].includes(error.status);
    if (!isRefused) throw error;
    if (of.length === 1) return { parts: [], missing: [...of], leftOut: 0 };
    const middle = Math.ceil(of.length / 2);
    const halves = await Promise.all([readLot(of.slice(0, middle), query), readLot(of.slice(middle), query)]);
    return {
      parts: halves.flatMap(({ parts }) => parts),
      missing: halves.flatMap(({ missing }) => missing),
      leftOut: halves[0]!.leftOut + halves[1]!.leftOut,
    };
  }
}

/** All objects of these kinds, and the edges between them. */
export async function readKinds(kinds: readonly string[]): Promise<Found> {
  const { nodes, edges, meta } = await client().graph.between({ kinds, most: MAX_FOUND });
  return { parts: [{ nodes, edges }], missing: [], leftOut: meta.left_out };
}

/** The tags of objects of one kind, whose column holds them separated by blanks. */
export async function readTags(kind: string, ids: readonly number[]): Promise<Array<[string, string[]]>> {
  const found: Array<[string, string[]]> = [];
  for (let i = 0; i < ids.length; i += 500) {
    const query = {
      filter: { id_in: ids.slice(i, i + 500) },
      ...{ fields: `id,${TAGS}`, 'page[size]': 500, 'page[after]': '' },
    };
    const rows = await client().request<Array<{ id: number; [TAGS]: string | null }>>('GET', `/api/${kind}`, { query });
    found.push(
      ...rows.map((row): [string, string[]] => [`${kind}_${row.id}`, (row[TAGS] ?? '').split(/\s+/).filter(Boolean)]),
    );
  }
  return found;
}

/** How many open vulnerabilities an object has, and how many of them are known to be exploited. */
export interface Vulnerable {
  open: number;
  exploited: number;
}

/** The objects with open vulnerabilities, by their names in the graph; none for who may list nothing that can have one. */
export async function readVulnerable(map: MapOfKinds): Promise<ReadonlyMap<string, Vulnerable>> {
  if (!kindsWithProducts(map).length) return new Map();
  const { data } = await client().request<{ data: Array<Vulnerable & { type: string; id: number }> }>(
    'GET',
    `${VULNERABILITIES}/objects`,
  );
  return new Map(data.map(({ type, id, ...one }) => [`${type}_${id}`, one]));
}

/** What is said of it where it is not seen. */
export const vulnerableInWords = ({ open, exploited }: Vulnerable): string =>
  t(exploited ? 'vulnerabilities.on-map.exploited' : 'vulnerabilities.on-map', { count: open });

/** An object and how severe the most severe of what was found of it is: critical or not. */
export interface Marked {
  count: number;
  critical: boolean;
}

/** The objects of which checks found something of high severity or above, by their names in the graph. */
export async function readMarked(map: MapOfKinds): Promise<ReadonlyMap<string, Marked>> {
  if (!mayReadFindings(map)) return new Map();
  const fields = 'type,object_id,severity';
  const query = { filter: { severity_gte: 'high' }, fields, sort: '-severity', 'page[size]': MAX_MARKED };
  const rows = await client().request<Array<{ type: string; object_id: number; severity: string }>>('GET', FINDINGS, {
    query,
  });
  const found = new Map<string, Marked>();
  for (const { type, object_id: object, severity } of rows) {
    const id = `${type}_${object}`;
    const { count, critical } = found.get(id) ?? { count: 0, critical: false };
    found.set(id, { count: count + 1, critical: critical || severity === 'critical' });
  }
  return found;
}

/** What is said of it where it is not seen. */
export const markedInWords = ({ count, critical }: Marked): string =>
  t(critical ? 'checks.on-map.critical' : 'checks.on-map', { count });
