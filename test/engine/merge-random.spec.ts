/** Random small maps: what becomes one has the links and claims of all, and apart again everything is as it was. @seconds 40 */
import type { Row } from '../../src/database/database.js';
import { registry, type ResourceModel } from '../../src/engine/index.js';
import { Random } from '../graph/support/random.js';
import { ENGINES } from '../support/engines.js';
import { rounds } from '../support/extent.cjs';
import { TestServer } from '../support/server.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = Record<string, any>;

const SEED = Number(process.env['MERGE_SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env['MERGE_ROUNDS'] ?? rounds(16));
console.log(`MERGE_SEED=${SEED}`);

/** Three of them make a map: pairs of both ends, pairs with a word, references, references to its own kind. */
const KINDS = ['logical-servers', 'applications', 'databases', 'entities', 'logical-flows', 'networks', 'activities'];
/** Texts that some of them have, of which a source may say something. */
const TEXTS = ['cpu', 'memory', 'environment', 'description', 'responsible', 'type', 'vendor', 'version'];

/** Rows that sources and merges leave behind. */
const OWN = ['own_feed_records', 'own_feed_keys', 'own_feed_refs', 'own_feed_marks', 'own_merges', 'own_merged'];
const DELEGATIONS = 'cartographers';
/** When something was written, and what is worked out again. */
const TIMES = new Set(['created_at', 'updated_at', 'noted_at']);

describe.each(ENGINES)('random merges on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(engine);
  });
  afterAll(() => server.stop());

  const rowsOf = async (table: string, without: ReadonlySet<string>): Promise<string[]> => {
    const rows = (await server.database.all(`SELECT * FROM \`${table}\``)) as Row[];
    const plain = rows.map((row) => JSON.stringify(Object.entries(row).filter(([name]) => !without.has(name))));
    return plain.sort();
  };

  /** Everything that a merge may touch, without times; pairs without the numbers of their rows. */
  async function everything(): Promise<Json> {
    const found: Json = {};
    for (const { table, links } of registry.all()) {
      if (table !== 'audit_logs') found[table] ??= await rowsOf(table, TIMES);
      for (const { pivot } of links)
        if (pivot) found[`${pivot.table} (pairs)`] ??= await rowsOf(pivot.table, new Set([...TIMES, 'id']));
    }
    for (const table of OWN) found[table] = await rowsOf(table, new Set([...TIMES, 'updated_at']));
    found[DELEGATIONS] = await rowsOf(DELEGATIONS, TIMES);
    return found;
  }

  async function makeMap(random: Random, kinds: readonly string[]): Promise<Map<string, number[]>> {
    const made = new Map<string, number[]>(kinds.map((kind) => [kind, []]));
    for (const kind of kinds) {
      for (let i = 0; i < 5; i++) {
        const body = bodyOf(random, registry.get(kind)!, made, i);
        const { status, body: answer } = await server.post(`/api/${kind}`, body);
        expect([kind, body, status, answer.errors]).toEqual([kind, body, 201, undefined]);
        made.get(kind)!.push(answer.id as number);
      }
    }
    return made;
  }

  async function feed(random: Random, made: ReadonlyMap<string, readonly number[]>, map: number): Promise<void> {
    for (const source of ['A', 'B']) {
      await server.put(`/api/feed/sources/${source}`, {});
      const items = [...made].flatMap(([kind, ids]) =>
        ids.filter(() => random.next() < 0.6).map((id) => itemOf(random, source, kind, id, map)),
      );
      const { status, body } = await server.post('/api/feed/runs', { feed: 1, source, items });
      expect([status, body.message, body.data?.counts?.errors]).toEqual([200, undefined, 0]);
    }
  }

  async function delegate(random: Random, made: ReadonlyMap<string, readonly number[]>): Promise<void> {
    for (const [kind, ids] of made) {
      for (const id of some(random, ids, 2)) {
        const of = { cartographiable_type: registry.get(kind)!.polymorphicType, cartographiable_id: id };
        expect((await server.post('/api/cartographers', { ...of, user_id: 1 })).status).toBe(201);
      }
    }
  }

  /** By source the records of objects: the fields of which they say something, and the refs that lead to them. */
  async function claims(
    kind: string,
    ids: readonly number[],
  ): Promise<Map<unknown, { fields: Set<string>; refs: Set<unknown> }>> {
    const { table } = registry.get(kind)!;
    const found = new Map<unknown, { fields: Set<string>; refs: Set<unknown> }>();
    const all = (await server.database.all(
      `SELECT * FROM \`own_feed_records\` WHERE \`type\` = ? AND \`object_id\` IN (${ids.join()})`,
      [table],
    )) as Row[];
    for (const row of all) {
      const one = found.get(row['source_id']) ?? { fields: new Set(), refs: new Set() };
      for (const name of Object.keys(JSON.parse(String(row['says'])) as Json)) one.fields.add(name);
      one.refs.add(row['ref']);
      const more = (await server.database.all('SELECT `ref` FROM `own_feed_refs` WHERE `record_id` = ?', [
        row['id']!,
      ])) as Row[];
      for (const { ref } of more) one.refs.add(ref);
      found.set(row['source_id'], one);
    }
    return found;
  }

  it.each(Array.from({ length: ROUNDS }, (_, i) => i))(`map ${SEED} + %i`, async (round) => {
    const random = new Random(SEED + round);
    const kinds = some(random, KINDS, 3);
    const made = await makeMap(random, kinds);
    await feed(random, made, round);
    await delegate(random, made);
    // What was deleted is still pointed to.
    for (const [kind, ids] of made) {
      const gone = random.below(2) ? ids.pop() : undefined;
      if (gone !== undefined) expect((await server.delete(`/api/${kind}/${gone}`)).status).toBe(200);
    }
    // Merges one after the other, also of what was merged before, are taken back in reverse.
    const done: Array<{ path: string; entry: number; before: Json }> = [];
    const alive = new Map([...made].map(([kind, ids]) => [kind, [...ids]]));
    for (let i = 0; i < 3; i++) {
      const kind = random.one(kinds);
      const [into, ...from] = some(random, alive.get(kind)!, random.next() < 0.5 ? 2 : 3);
      if (into === undefined || !from.length) continue;
      const all = [into, ...from];
      const path = `/api/${kind}/${into}`;
      const before = await everything();
      const objects = await Promise.all(
        all.map(async (id) => (await server.get(`/api/${kind}/${id}`)).body.data as Json),
      );
      const said = await claims(kind, all);
      const dry = await server.post(`${path}/merge?dry_run=1`, { from });
      expect([dry.status, dry.body.errors]).toEqual([200, undefined]);
      expect(await everything()).toEqual(before);
      const prefer = Object.fromEntries(
        Object.keys(dry.body.data.differing as Json)
          .filter(() => random.next() < 0.3)
          .map((name) => [name, random.one(all)]),
      );
      const { status, body } = await server.post(`${path}/merge`, { from, prefer });
      expect([kind, all, status, body.errors]).toEqual([kind, all, 200, undefined]);
      const survivor = (await server.get(path)).body.data as Json;
      checkLinks(registry.get(kind)!, all, objects, survivor);
      expect(await claims(kind, [into])).toEqual(said);
      for (const id of from) {
        const gone = await server.get(`/api/${kind}/${id}`);
        expect([gone.status, gone.body.merged_into]).toEqual([404, into]);
      }
      await checkReferences(kind, from);
      alive.set(
        kind,
        alive.get(kind)!.filter((id) => !from.includes(id)),
      );
      done.push({ path, entry: body.data.entry as number, before });
    }
    for (const { path, entry, before } of done.reverse()) {
      const { status, body } = await server.post(`${path}/unmerge`, { entry });
      expect([path, status, body.changed, body.message]).toEqual([path, 200, undefined, undefined]);
      expect(await everything()).toEqual(before);
    }
  });

  /** Nothing that is there leads to what became part of another one. */
  async function checkReferences(kind: string, from: readonly number[]): Promise<void> {
    for (const { path, table, fields, softDelete } of registry.all()) {
      const alive = softDelete ? ' AND `deleted_at` IS NULL' : '';
      for (const { name, ref } of fields) {
        if (ref?.target !== kind) continue;
        const sql = `SELECT \`id\` FROM \`${table}\` WHERE \`${name}\` IN (${from.join()})${alive}`;
        expect([path, name, await server.database.all(sql)]).toEqual([path, name, []]);
      }
    }
  }
});

/** A link of the survivor has what those of all had, but for themselves. */
function checkLinks(
  { path, links }: ResourceModel,
  all: readonly number[],
  objects: readonly Json[],
  survivor: Json,
): void {
  for (const { name, target, items, numbers } of links) {
    if (items || numbers || !Array.isArray(survivor[name])) continue;
    const idsOf = (object: Json): number[] =>
      (object[name] as Array<number | Json>).map((one) => (typeof one === 'number' ? one : (one['id'] as number)));
    const selves = target === path ? all : [];
    const union = new Set(objects.flatMap(idsOf).filter((id) => !selves.includes(id)));
    expect([path, name, idsOf(survivor).sort()]).toEqual([path, name, [...union].sort()]);
  }
}

/** Links to what is there already, references among them, and some texts. */
function bodyOf(
  random: Random,
  { path, fields, links }: ResourceModel,
  made: ReadonlyMap<string, readonly number[]>,
  i: number,
): Json {
  const body: Json = { name: `${path} ${++named} ${i}` };
  for (const { name } of fields)
    if (TEXTS.includes(name) && random.next() < 0.5) body[name] = random.one(['1', '2', '3']);
  for (const { name, ref, writable } of fields) {
    const ids = made.get(ref?.target ?? '');
    if (ids?.length && writable === true && random.next() < 0.5) body[name] = random.one(ids);
  }
  for (const { name, target, pivot, writable } of links) {
    const ids = made.get(target ?? '');
    if (ids?.length && pivot && !pivot.value && writable && random.next() < 0.7)
      body[name] = some(random, ids, 1 + random.below(3));
  }
  return body;
}
let named = 0;

function itemOf(random: Random, source: string, type: string, id: number, map: number): Json {
  const { fields } = registry.get(type)!;
  const set: Json = {};
  for (const { name } of fields)
    if (TEXTS.includes(name) && random.next() < 0.4) set[name] = random.one(['1', '2', '3']);
  return { type, ref: `${source}-${map}-${type}-${id}`, id, set, keys: { serial: `SER-${map}-${type}-${id}` } };
}

/** So many of a list, none of them twice. */
function some<T>(random: Random, list: readonly T[], count: number): T[] {
  const left = [...list];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)[0]!);
}
