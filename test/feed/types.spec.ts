/** Every type that can be fed, with every field and link that it has: made, said again, changed, withdrawn, missing (feeding 17). @seconds 20 */
import { registry, type Link } from '../../src/engine/index.js';
import { identifyingOf, keysOf, RULES, canIdentify } from '../../src/feed/identity/rules.js';
import { Kinds, type Kind } from '../../src/feed/plan/kinds.js';
import { ENGINES } from '../support/engines.js';
import { make, objectOf, settable, uniqueName, valid } from '../support/make.js';
import { TestServer } from '../support/server.js';
import { putSource } from './support/source.js';
import type { Json } from './support/json.js';

describe.each(ENGINES)('all types on %s', (engine) => {
  let server: TestServer;
  const all = new Kinds(registry.all());
  const kinds = all.all();
  /** An object of each type to point to. */
  const targets = new Map<string, number>();
  let items: Json[];

  beforeAll(async () => {
    server = await TestServer.start(engine);
    for (const { references, links } of kinds) {
      for (const { ref } of references) await target(ref.target);
      for (const link of links.values()) if (isFed(link)) await target(link.target);
    }
    items = kinds.map((kind) => ({ type: kind.path, ref: `ref of ${kind.path}`, set: bodyOf(kind) }));
  });
  afterAll(() => server.stop());

  const isFed = (link: Link): boolean => Boolean(link.writable && link.pivot && !link.items);
  const target = async (path: string): Promise<void> => {
    if (!targets.has(path)) targets.set(path, (await objectOf(server, path)).id);
  };
  /** Ends are of one kind each; whatever stands above an object is not given, since it would be another of the same kind. */
  const bodyOf = ({ resource, references, links }: Kind): Json => {
    const { ext_refs: _, ...body } = make(resource) as Json;
    const ends = new Set<string>();
    for (const { name, ref, end } of references) {
      if (!settable(resource).some((field) => field.name === name)) continue;
      if (end && ends.has(end)) continue;
      if (end) ends.add(end);
      body[name] = { id: targets.get(ref.target) };
    }
    for (const link of links.values()) {
      // The same objects at both ends would be a circle.
      if (isFed(link) && link.target === resource.path && (all.farOf(link)?.name ?? '') in body) continue;
      if (isFed(link)) body[link.name] = [{ id: targets.get(link.target) }];
      else if (link.numbers) body[link.name] = { [link.numbers.names[0]!]: 2 };
      else if (link.items && link.writable)
        body[link.name] = [Object.fromEntries(link.items.map((field) => [field.name, valid(field)]))];
    }
    return body;
  };
  const run = async (source: string, more: Json, status = 200): Promise<Json> => {
    const answer = await server.post('/api/feed/runs', { feed: 1, source, mode: 'full', ...more });
    const told = answer.body.data ?? answer.body;
    expect([answer.status, answer.status === status ? '' : told]).toEqual([status, '']);
    return told;
  };
  const nothing = { create: 0, update: 0, restore: 0, mark: 0, delete: 0, errors: 0 };
  const settle = async (): Promise<void> => {
    for (const { resource } of kinds)
      await server.database.run(`UPDATE \`${resource.table}\` SET updated_at = '2026-01-01 00:00:00'`);
  };
  const ids = async (): Promise<Json> =>
    Object.fromEntries(
      (
        await server.database.all(
          "SELECT type, object_id FROM own_feed_records WHERE ref LIKE 'ref of %' AND source_id = (SELECT id FROM own_feed_sources WHERE name = 'TYPES')",
        )
      ).map((row) => [row['type'], Number(row['object_id'])]),
    );
  let first: Json;

  it('are made', async () => {
    expect(kinds.length).toBeGreaterThanOrEqual(55);
    await putSource(server, 'TYPES', { guard: { percent: 100 } });
    const { counts, findings } = await run('TYPES', { items });
    expect(findings).toEqual([]);
    expect(counts).toMatchObject({ ...nothing, create: items.length, warnings: 0 });
    first = await ids();
    const wrong: unknown[] = [];
    for (const [i, { path, resource, references }] of kinds.entries()) {
      const { status, body } = await server.get(`/api/${path}/${first[resource.table]}`);
      const set = items[i]!['set'];
      for (const { name } of references) {
        if (set[name] && body.data[name] !== set[name].id) wrong.push([path, name, body.data[name]]);
      }
      if (status !== 200) wrong.push([path, status]);
    }
    expect(wrong).toEqual([]);
  });

  it('said again: nothing', async () => {
    await settle();
    for (const options of [{}, {}, { verify: true }]) {
      const told = await run('TYPES', { items, options });
      expect([told['changes'], told['findings']]).toEqual([[], []]);
      expect(told['counts']).toMatchObject({ ...nothing, unchanged: items.length });
    }
  });

  it('a circle is told of whichever end it is said at', async () => {
    await putSource(server, 'CIRCLES');
    const zone = (name: string, set: Json): Json => ({ type: 'zones', ref: name, set: { name, ...set } });
    for (const circle of [
      [zone('a', { parent_zones: [{ ref: 'b' }], child_zones: [{ ref: 'b' }] }), zone('b', {})],
      [
        zone('a', { parent_zones: [{ ref: 'b' }] }),
        zone('b', { parent_zones: [{ ref: 'c' }] }),
        zone('c', { parent_zones: [{ ref: 'a' }] }),
      ],
      [
        zone('a', { child_zones: [{ ref: 'b' }] }),
        zone('b', { child_zones: [{ ref: 'c' }] }),
        zone('c', { child_zones: [{ ref: 'a' }] }),
      ],
      [
        zone('a', { child_zones: [{ ref: 'b' }] }),
        zone('b', { child_zones: [{ ref: 'c' }] }),
        zone('a2', {}),
        zone('c', { child_zones: ['a'] }),
      ],
      [zone('a', { child_zones: [{ ref: 'a' }] })],
    ]) {
      const { body } = await server.post('/api/feed/plans', { feed: 1, source: 'CIRCLES', items: circle });
      expect([body.data.state, new Set(body.data.findings.map(({ code }: Json) => code))]).toEqual([
        'blocked',
        new Set(['cycle']),
      ]);
    }
    await run('CIRCLES', {
      mode: 'delta',
      items: [zone('a', { child_zones: [{ ref: 'b' }] }), zone('b', { parent_zones: [{ ref: 'a' }] })],
    });
    const turned = [zone('b', { child_zones: [{ ref: 'a' }], parent_zones: [] }), zone('a', { child_zones: [] })];
    const { findings } = await run('CIRCLES', { mode: 'delta', items: turned });
    expect(findings).toEqual([]);
  });

  it('changed', async () => {
    const changed = items.map((item, i) => {
      const { resource, label } = kinds[i]!;
      const field = settable(resource).find(
        ({ kind, name, rules }) =>
          kind !== 'ref' &&
          name !== label?.name &&
          name !== 'ext_refs' &&
          !rules.enum &&
          (kind === 'text' || kind === 'html' || kind === 'string') &&
          !rules.format &&
          !rules.required &&
          name !== 'attributes',
      );
      return field ? { ...item, set: { ...item['set'], [field.name]: 'other' } } : item;
    });
    const without = changed.filter((item, i) => item === items[i]).map(({ type }) => type);
    const { counts, findings } = await run('TYPES', { items: changed });
    expect([findings, without.length < 10]).toEqual([[], true]);
    expect(counts).toMatchObject({ ...nothing, update: items.length - without.length });
    expect((await run('TYPES', { items })).counts).toMatchObject({ ...nothing, update: items.length - without.length });
  });

  it('said with nothing but what they must have, and with nothing at all', async () => {
    for (const set of [
      (kind: Kind, all: Json) =>
        Object.fromEntries(
          Object.entries(all).filter(
            ([name]) => name === kind.label?.name || kind.required.some((field) => field.name === name),
          ),
        ),
      () => ({}),
      (kind: Kind, all: Json) =>
        Object.fromEntries(
          Object.entries(all).map(([name, value]) => [
            name,
            // A column that must hold something cannot be told to hold nothing.
            kind.fields.get(name)?.nullable === false || kind.required.some((field) => field.name === name)
              ? value
              : Array.isArray(value)
                ? []
                : null,
          ]),
        ),
    ]) {
      const said = items.map((item, i) => ({ ...item, set: set(kinds[i]!, item['set']) }));
      const answer = await server.post('/api/feed/runs', {
        feed: 1,
        source: 'TYPES',
        mode: 'full',
        options: { errors: 'skip' },
        items: said,
      });
      expect([
        answer.status,
        answer.body.data?.findings.filter((one: Json) => one['level'] === 'error') ?? answer.body,
      ]).toEqual([200, []]);
      expect(answer.body.data.counts).toMatchObject({ create: 0, delete: 0, errors: 0 });
      await settle();
      expect((await run('TYPES', { items: said })).counts).toMatchObject(nothing);
    }
    await run('TYPES', { items });
    expect(await ids()).toEqual(first);
  });

  it('are known again by their marks and by each of their rules', async () => {
    await run('TYPES', { items });
    const wrong: unknown[] = [];
    // Another source that knows them under other refs, by each rule in turn.
    let asked = 0;
    for (const rule of RULES) {
      const source = `BY_${RULES.indexOf(rule)}`;
      await putSource(server, source);
      const some = items.flatMap((item, i) => {
        const kind = kinds[i]!;
        const columns = identifyingOf(kind.resource);
        if (!canIdentify(rule, columns)) return [];
        const keys = keysOf(rule, columns, (name) => {
          const value = item['set'][name];
          return value?.id ?? (Array.isArray(value) ? value.join(' ') : value);
        });
        return keys.length && kind.rules.length ? [{ ...item, ref: `other ${item['ref']}`, identify: [rule] }] : [];
      });
      asked += some.length;
      const { body } = await server.post('/api/feed/plans', {
        feed: 1,
        source,
        options: { existing: 'take' },
        items: some,
      });
      const errors = (body.data?.findings ?? [])
        .filter((one: Json) => one['level'] === 'error')
        .map(({ code, type }: Json) => [code, type]);
      // Addresses and numbers of two objects may be the same: then both are told.
      if (errors.some(([code]: string[]) => code !== 'ambiguous') || body.data.counts.create)
        wrong.push([rule, errors, body.data.changes.filter((one: Json) => one['action'] === 'create')]);
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(60);
    const first = await ids();
    await server.delete('/api/feed/sources/TYPES');
    await putSource(server, 'TYPES', { guard: { percent: 100 } });
    const { counts, changes } = await run('TYPES', { items, options: { existing: 'take' } });
    expect([changes.filter((one: Json) => one['action'] === 'create'), counts.adopted]).toEqual([[], items.length]);
    expect(await ids()).toEqual(first);
  });

  it('missing, with mark and with delete, and back again', async () => {
    for (const action of ['mark', 'delete']) {
      const source = `MISSING_${action.toUpperCase()}`;
      const stays = { type: 'sites', ref: 'stays', set: { name: uniqueName() } };
      await putSource(server, source, { guard: { percent: 100 }, missing: { do: action, runs: 1 } });
      const own = kinds.map((kind) => ({ type: kind.path, ref: `ref of ${kind.path}`, set: bodyOf(kind) }));
      const made = await run(source, { items: [...own, stays], options: { existing: 'take' } });
      const { create } = made['counts'];
      expect([made['findings'].filter(({ level }: Json) => level === 'error'), create > 50]).toEqual([[], true]);
      const gone = await run(source, { items: [stays] });
      expect(gone['counts']).toMatchObject({ missing: own.length, errors: 0 });
      // Those that the other source sees are left, and that is told.
      const refused = gone['findings'].filter(({ code }: Json) => code !== 'seen-elsewhere');
      if (action === 'delete') expect([refused, gone['counts'].delete]).toEqual([[], create - 1]);
      expect((await run(source, { items: [stays] }))['counts']).toMatchObject(nothing);
      const back = await run(source, { items: [...own, stays] });
      expect(back['counts']).toMatchObject({ create: 0, errors: 0, restore: action === 'delete' ? create - 1 : 0 });
      await settle();
      expect((await run(source, { items: [...own, stays] }))['counts']).toMatchObject(nothing);
    }
  });
});
