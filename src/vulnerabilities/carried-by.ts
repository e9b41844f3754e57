/** What one application carries, as far as a caller may list it: the objects, the way to each, and what is known of them. */
import type { Caller } from '../core/http/caller.js';
import type { Database } from '../database/database.js';
import { registry, type AccessScopes } from '../engine/index.js';
import { raw, sql } from '../reports/sql.js';
import { Answers } from './answers.js';
import { carriedObjects, isLive, listedOnWays } from './carried.js';
import { listOf, mappedProducts, type Reading } from './products.js';
import { reasonOf } from './reasons.js';

/** A step between an application and what it carries. */
export interface WayStep {
  type: string;
  name: string;
}

/** Objects that an application carries; of more than so many the rest is told as left out. */
export interface CarriedBy {
  /** The way to each, by the table of its type and its id. */
  ways: ReadonlyMap<string, ReadonlyMap<number, readonly WayStep[]>>;
  summary: {
    objects: number;
    left_out: number;
    hit: number;
    not_hit: number;
    cannot_be_told: number;
    /** Those of which it cannot be told, some of them. */
    unclear: Array<{ object: { type: string; id: number; name: string }; way: readonly WayStep[]; reason: string }>;
  };
}

const [MOST, MOST_UNCLEAR] = [5000, 100];

/** What the application of an id carries. A statement for each way and each type, and those that look products up. */
export async function carriedBy(
  application: number,
  caller: Caller,
  { database, scopes }: { database: Database; scopes: AccessScopes },
): Promise<CarriedBy> {
  const listed = await listedOnWays(caller, scopes);
  const reading: Reading = {
    rows: ({ text, params }) => database.stream(text, params),
    // That the application itself may be shown was asked before.
    shown: (path, alias) => (alias === 't0' ? sql`${isLive(path, alias)} AND t0.id = ${application}` : listed(path, alias)), // prettier-ignore
  };
  const ways = new Map<string, Map<number, readonly WayStep[]>>();
  let [count, leftOut] = [0, 0];
  for await (const { path, id, via } of carriedObjects(reading)) {
    const { table } = registry.get(path);
    const ofType = ways.get(table) ?? new Map<number, readonly WayStep[]>();
    ways.set(table, ofType);
    // The shortest way comes first.
    if (ofType.has(id)) continue;
    if (count >= MOST) leftOut++;
    else ofType.set(id, via.map((step) => ({ type: step.path, name: step.name }))), count++; // prettier-ignore
  }
  const summary = { objects: count, left_out: leftOut, hit: 0, not_hit: 0, cannot_be_told: 0, unclear: [] as CarriedBy['summary']['unclear'] }; // prettier-ignore
  for (const [table, ofType] of ways) {
    const type = registry.all().find((one) => one.table === table)!;
    const ids = [...ofType.keys()];
    const ofThese: Reading = {
      ...reading,
      ids,
      shown: (path, alias) => sql`${listed(path, alias)} AND ${raw(`${alias}.id`)} IN (${listOf(ids)})`,
    };
    const objects = await mappedProducts(ofThese, [type]);
    const answers = await Answers.of(database, objects);
    for (const object of objects) {
      const { state, reason } = answers.of(object);
      // Most servers and services say nothing of products; that is no gap of a source.
      if (reason === 'noIdentity') continue;
      if (state === 'hit') summary.hit++;
      else if (state === 'notHit') summary.not_hit++;
      else {
        summary.cannot_be_told++;
        const { path, id, name } = object;
        if (summary.unclear.length < MOST_UNCLEAR) summary.unclear.push({ object: { type: path, id, name }, way: ofType.get(id)!, reason: reasonOf(reason)! }); // prettier-ignore
      }
    }
  }
  return { ways, summary };
}
