/**
 * Events: whoever starts from single reads and applies all changes holds what single reads answer, after random writes of all
 * kinds. EVENTS_SEED repeats a run. @seconds 40
 */
import { registry, type ResourceModel } from '../../src/engine/index.js';
import { Random } from '../graph/support/random.js';
import { ENGINES } from '../support/engines.js';
import { rounds } from '../support/extent.cjs';
import { completed, settable, valid } from '../support/make.js';
import { TestServer } from '../support/server.js';
import { Copy, follow } from './copy.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = any;

const SEED = Number(process.env['EVENTS_SEED'] ?? Date.now() % 1_000_000);
const WRITES = Number(process.env['EVENTS_WRITES'] ?? rounds(240));
console.log(`EVENTS_SEED=${SEED}`);

/** What single reads answer beside its row is told elsewhere. */
const BESIDE = new Set(['users', 'cartographers', 'saved-maps', 'documents']);

describe.each(ENGINES)('events: a copy of the map on %s', (engine) => {
  const random = new Random(SEED);
  const live = new Map<string, number[]>();
  const deleted = new Map<string, number[]>();
  let server: TestServer;
  let kinds: ResourceModel[];
  beforeAll(async () => {
    server = await TestServer.start(engine);
    kinds = registry.all().filter(({ path, readOnly, softDelete }) => !readOnly && softDelete && !BESIDE.has(path));
    for (const { path } of kinds) {
      live.set(path, []);
      deleted.set(path, []);
    }
  });
  afterAll(() => server.stop());

  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)]!;
  const some = (path: string): number[] => (live.get(path) ?? []).filter(() => random.below(3) === 0).slice(0, 4);

  /** A few columns and sets of links at random. */
  function changesOf(resource: ResourceModel): Json {
    const body: Json = {};
    for (const field of settable(resource)) {
      if (random.below(4) || field.writable !== true || field.name === resource.label || field.hidden) continue;
      if (field.ref)
        body[field.name] = live.get(field.ref.target)?.length ? pick([null, ...live.get(field.ref.target)!]) : null;
      else if (field.kind === 'string' || field.kind === 'text' || field.kind === 'html')
        body[field.name] = field.rules.format ? null : `<b>${random.below(1000)}</b>`;
      else if (field.kind !== 'name') body[field.name] = pick([null, valid(field)]);
    }
    for (const link of resource.links) {
      if (!link.writable || random.below(2)) continue;
      if (link.kind !== 'child') body[link.name] = wordedAtRandom(link, some(link.target));
      else if (link.numbers) body[link.name] = { [link.numbers.names[0]!]: 1 + random.below(3) };
    }
    return body;
  }

  const wordedAtRandom = ({ pivot }: ResourceModel['links'][number], ids: number[]): unknown[] =>
    pivot?.value ? ids.map((id) => ({ id, [pivot.value!.name]: pick(pivot.value!.words) })) : ids;

  async function create(resource: ResourceModel): Promise<void> {
    const body = { ...(await completed(server, resource.path)), ...(random.below(2) && changesOf(resource)) };
    const { status, body: made } = await server.post(`/api/${resource.path}`, body, { documented: false });
    if (status === 201) live.get(resource.path)!.push(made.id);
  }

  async function write(): Promise<number> {
    const resource = pick(kinds);
    const { path } = resource;
    const [here, gone] = [live.get(path)!, deleted.get(path)!];
    const what = random.below(10);
    if (what < 5 && here.length)
      return (await server.patch(`/api/${path}/${pick(here)}`, changesOf(resource), { documented: false })).status;
    if (what === 5 && here.length) {
      const ids = some(path);
      const items = ids.map((id) => ({ id, ...changesOf(resource) }));
      return (await server.put(`/api/${path}/mass-update`, { items }, { documented: false })).status;
    }
    if (what === 6 && here.length > 1) {
      const id = pick(here);
      const { status } = await server.delete(`/api/${path}/${id}`);
      if (status === 200) move(id, here, gone);
      return status;
    }
    if (what === 7 && here.length > 2) {
      const ids = here.slice(0, 2);
      const { status } = await server.request('DELETE', `/api/${path}/mass-destroy`, { body: { ids } });
      if (status === 204) for (const id of ids) move(id, here, gone);
      return status;
    }
    if (what === 8 && gone.length) {
      const ids = random.below(2) ? [...gone] : [pick(gone)];
      const { status } =
        ids.length > 1
          ? await server.post(`/api/${path}/mass-restore`, { ids })
          : await server.post(`/api/${path}/${ids[0]}/restore`, {});
      if (status === 200) for (const id of ids) move(id, gone, here);
      return status;
    }
    if (what === 9) return (await server.post(`/api/${path}?dry_run=1`, await completed(server, path))).status;
    await create(resource);
    return 201;
  }

  const move = (id: number, from: number[], to: number[]): void => {
    from.splice(from.indexOf(id), 1);
    to.push(id);
  };

  /** All single reads. */
  async function reads(): Promise<Map<string, Json>> {
    const found = new Map<string, Json>();
    for (const { path } of kinds)
      for (const { id } of (await server.get(`/api/${path}?fields=id&page[size]=1000`)).body.data ??
        (await server.get(`/api/${path}?fields=id`)).body)
        found.set(`${path}/${id}`, (await server.get(`/api/${path}/${id}`)).body.data);
    return found;
  }

  it('holds key by key what single reads answer, from the beginning and from the midst', async () => {
    const ofWhole = new Copy();
    for (const [subject, object] of await reads()) ofWhole.objects.set(subject, object);
    for (let round = 0; round < 3; round++) for (const resource of kinds) await create(resource);
    const begun = await follow(server, 'beginning');
    begun.changes.forEach((change) => ofWhole.apply(change));
    const ofMidst = new Copy();
    let cursor: string = (await server.get('/api/changes?since=now')).body.cursor;
    for (const [subject, object] of await reads()) ofMidst.objects.set(subject, object);
    const statuses = new Map<number, number>();
    for (let i = 0; i < WRITES; i++) {
      const status = await write();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status).toBeLessThan(500);
      if (i % 40 && i < WRITES - 1) continue;
      const { changes, cursor: next } = await follow(server, cursor, i % 80 ? '&limit=7' : '');
      for (const copy of [ofWhole, ofMidst]) changes.forEach((change) => copy.apply(change));
      cursor = next;
    }
    const now = await reads();
    const wrong = [ofWhole, ofMidst].flatMap((copy) =>
      [...new Set([...now.keys(), ...copy.objects.keys()])]
        .filter((subject) => kinds.some(({ path }) => subject.startsWith(`${path}/`)))
        .filter(
          (subject) => JSON.stringify(sorted(copy.objects.get(subject))) !== JSON.stringify(sorted(now.get(subject))),
        )
        .map((subject) => ({ subject, ...difference(copy.objects.get(subject), now.get(subject)) })),
    );
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(statuses.get(200) ?? 0).toBeGreaterThan(WRITES / 4);
  });
});

const sorted = (object: Json): Json =>
  object && Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

const difference = (copy: Json, now: Json): Json =>
  !copy || !now
    ? { copy: Boolean(copy), now: Boolean(now) }
    : Object.fromEntries(
        Object.keys({ ...copy, ...now })
          .filter((key) => JSON.stringify(copy[key]) !== JSON.stringify(now[key]))
          .map((key) => [key, [copy[key], now[key]]]),
      );
