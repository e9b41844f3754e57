/**
 * A map with an inside and an outside for somebody who sees a part of it, everything in it linked at random; and what may become of
 * the outside without that person knowing. What lies inside is asked of the server itself: other tests say whether that is right.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../src/config.js';
import { DOCUMENTS } from '../../src/access/perimeters/containment.js';
import { makeHomesOn } from '../../src/database/admin-connection.js';
import { registry, type ResourceModel } from '../../src/engine/index.js';
import { visible, type Random } from '../queries/random.js';
import { makeDatabase, type Engine, type TestDatabase } from '../support/engines.js';
import { completed, make, objectOf, type Body } from '../support/make.js';
import { ADMIN, TestServer } from '../support/server.js';
import { isText, kinds, textsOf } from './perimeter-questions.js';

/** By what somebody is limited: rules, roots, the home of their role, rights on kinds, or two roles with rules, roots and rights. */
export const LIMITS = ['rules', 'roots', 'homes', 'rights', 'roles'] as const;
export type Limit = (typeof LIMITS)[number];

/** A word in every text of what was made to lie outside. */
export const FAR_WORD = 'zqoutside';
export const NEAR_WORDS = ['alpha', 'beta'] as const;
/** Ids of objects that were made to lie outside are greater. */
const FAR = 70_000_000;
/** Objects of each kind, inside and outside. */
const EACH = 3;

export class TwinWorld {
  server!: TestServer;
  /** The token of whoever is limited. */
  token = '';
  /** Ids by kind, of all and of those that the person does not see. */
  readonly ids = new Map<string, number[]>();
  readonly hidden = new Map<string, number[]>();
  documents: number[] = [];
  /** Places of the feed before and after all was made. */
  oldest = '';
  newest = '';
  private readonly ranks = new Map<string, number>();
  private homes: { near: number; far: number } | undefined;

  constructor(
    readonly engine: Engine,
    readonly limit: Limit,
    private readonly random: Random,
  ) {}

  static async build(engine: Engine, limit: Limit, random: Random): Promise<TwinWorld> {
    const world = new TwinWorld(engine, limit, random);
    world.server = limit === 'homes' ? await withHomes(engine) : await TestServer.start(engine);
    await world.fill();
    return world;
  }

  async stop(): Promise<void> {
    await this.server.stop();
    // The next one has a map without homes.
    if (this.limit === 'homes') registry.fit(new Map());
  }

  /** A server that has nothing in memory. */
  async restart(): Promise<void> {
    await this.server.stop(true);
    this.server = await this.server.another();
  }

  /** The same world, as its database stands in another place. */
  async at(place: TestDatabase): Promise<TwinWorld> {
    const twin = new TwinWorld(this.engine, this.limit, this.random);
    const { token, ids, hidden, documents, oldest, newest } = this;
    Object.assign(twin, { token, ids, hidden, documents, oldest, newest });
    twin.server = await TestServer.start(this.engine, {}, place);
    return twin;
  }

  /** An object of the kind, seen or hidden, if there is one. */
  one(path: string, isHidden: boolean): number | undefined {
    const hidden = new Set(this.hidden.get(path));
    return this.ids.get(path)?.find((id) => hidden.has(id) === isHidden);
  }

  private async fill(): Promise<void> {
    const { server, random } = this;
    ({ newest: this.oldest } = (await server.get('/api/changes/info')).body as { newest: string });
    const person = await server.userWith(await this.abilities());
    await this.makeHomes(person.roleId);
    this.documents = [(await objectOf(server, DOCUMENTS)).id, (await objectOf(server, DOCUMENTS)).id];
    const made = kinds().filter(({ readOnly, path }) => !readOnly && path !== 'cartographers');
    for (const isFar of [false, true])
      for (const resource of made) {
        if (isFar) await this.beginFar(resource);
        for (let i = 0; i < EACH; i++) await this.makeOne(resource, isFar, i);
      }
    for (const { path } of made) {
      // Whatever was made on the way is there, too.
      const all = ((await server.get(`/api/${path}?fields=id`)).body as Array<{ id: number }>).map(({ id }) => id);
      this.ids.set(path, all);
      for (const id of all) this.ranks.set(`${path} ${id}`, random.next());
    }
    for (const resource of made) for (const id of this.ids.get(resource.path)!) await this.link(resource, id);
    this.token = await this.limited(person);
    const { run } = (await server.post('/api/checks/run', {})).body as { run: number };
    for (let state = ''; !/^(done|failed)$/.test(state); await sleep(50))
      ({ state } = (await server.get(`/api/checks/runs/${run}`)).body.data as { state: string });
    ({ newest: this.newest } = (await server.get('/api/changes/info')).body as { newest: string });
    for (const [path, ids] of this.ids) {
      const { status, body } = await server.get(`/api/${path}?fields=id`, { token: this.token });
      const seen = new Set(status === 200 ? (body as Array<{ id: number }>).map(({ id }) => id) : []);
      this.hidden.set(
        path,
        ids.filter((id) => !seen.has(id)),
      );
    }
  }

  /** All abilities; where these limit, without those of some kinds. */
  private async abilities(): Promise<string[]> {
    const rows = await this.server.database.all('SELECT title FROM permissions WHERE title IS NOT NULL');
    const titles = rows.map(({ title }) => title as string);
    if (this.limit !== 'rights' && this.limit !== 'roles') return titles;
    const lacking = new Set(kinds().flatMap(({ key }) => (this.random.chance(0.4) ? [key] : [])));
    return titles.filter((title) => !lacking.has(title.replace(/_(access|show|create|edit|delete)$/, '')));
  }

  private async makeHomes(role: number): Promise<void> {
    if (this.limit !== 'homes') return;
    const [near, far] = [await this.perimeter({ name: 'near' }), await this.perimeter({ name: 'far' })];
    this.homes = { near, far };
    await this.must(await this.server.patch(`/api/roles/${role}`, { perimeter_id: near }));
    await this.must(await this.server.request('PUT', '/api/perimeters/switch', { body: { enabled: true } }));
  }

  /** Limits the person, and returns their token. */
  private async limited(person: { id: number; login: string; roleId: number; token: string }): Promise<string> {
    const near = [...this.ids].map(([path, ids]) => [path, ids.filter((id) => id < FAR)] as const);
    const rules = near.map(([resource, ids]) => ({ resource, filter: { id: ids.join(',') } }));
    const roots = ['sites', 'entities', 'buildings'].map((resource) => ({
      ...{ resource, id: this.one(resource, false), depth: 'applications' },
    }));
    const keep = async (role: number, body: Body): Promise<void> =>
      this.must(await this.server.patch(`/api/roles/${role}`, { perimeters: [await this.perimeter(body)] }));
    if (this.limit === 'rules' || this.limit === 'roles') await keep(person.roleId, { name: 'by rules', rules });
    if (this.limit === 'roots') await keep(person.roleId, { name: 'by roots', roots });
    if (this.limit !== 'roles') return person.token;
    const second = await this.server.userWith(await this.abilities());
    await keep(second.roleId, { name: 'by roots', roots });
    await this.server.database.run('INSERT INTO role_user (user_id, role_id) VALUES (?, ?)', [
      person.id,
      second.roleId,
    ]);
    return this.server.login(person.login, ADMIN.password);
  }

  private async perimeter(body: Body): Promise<number> {
    const answer = await this.server.post('/api/perimeters', body);
    await this.must(answer, 201);
    return answer.body.id as number;
  }

  private async must({ status, body }: { status: number; body: unknown }, wanted = 200): Promise<void> {
    if (status !== wanted) throw new Error(`${status} ${JSON.stringify(body)}`);
  }

  /** Ids from here on are those of a kind outside. */
  private async beginFar({ table }: ResourceModel): Promise<void> {
    const first = FAR + 1000 * (1 + kinds().findIndex((kind) => kind.table === table));
    const { database } = this.server;
    if (this.engine === 'sqlite')
      await database.run('UPDATE sqlite_sequence SET seq = ? WHERE name = ?', [first, table]);
    else await database.run(`ALTER TABLE \`${table}\` AUTO_INCREMENT = ${first}`);
  }

  private async makeOne(resource: ResourceModel, isFar: boolean, number: number): Promise<void> {
    const { random, server } = this;
    const { path, fields } = resource;
    const word = isFar ? FAR_WORD : random.of(NEAR_WORDS);
    const marked = Object.fromEntries(
      textsOf(resource).map((name) => [name, `${word} ${path} ${name} ${number}`.slice(0, 60)]),
    );
    const hasHome = this.homes && fields.some(({ name }) => name === 'perimeter_id');
    const home = hasHome ? { perimeter_id: isFar ? this.homes!.far : this.homes!.near } : {};
    const needed = await completed(server, path);
    // Some values are refused together: then fewer are tried.
    for (const more of [{ ...make(resource), ...needed, ...marked }, { ...needed, ...marked }, needed]) {
      const body: Body = { ...more, ...home };
      for (const { name, kind, rules, nullable } of fields) {
        if (!(name in body)) continue;
        if (kind === 'int' && !rules.enum) body[name] = random.below(5);
        if (kind === 'day') body[name] = random.of(['2024-02-29', '2031-02-28']);
        if (nullable && !rules.required && name !== 'perimeter_id' && random.chance(0.2)) body[name] = null;
      }
      if ((await server.post(`/api/${path}`, body)).status === 201) return;
    }
    await this.must(await server.post(`/api/${path}`, { ...needed, ...home }), 201);
  }

  /** Has an object point to others at random, as far as the rules of the map allow. */
  private async link({ path, fields, links }: ResourceModel, id: number): Promise<void> {
    const { random, server } = this;
    // What has an order points down in it alone, and never to itself.
    const targets = (target: string, isOrdered: boolean): number[] => {
      const there = registry.get(target).path;
      const isBelow = (one: number): boolean => this.ranks.get(`${there} ${one}`)! < this.ranks.get(`${path} ${id}`)!;
      return (this.ids.get(there) ?? []).filter(
        (one) => there !== path || (one !== id && (!isOrdered || isBelow(one))),
      );
    };
    const body: Body = {};
    const ends = new Set<string>();
    // Some stand alone, and others have links to many.
    const density = random.of([0, 0.1, 0.3]);
    const shuffled = fields.map((field) => [random.next(), field] as const).sort(([a], [b]) => a - b);
    for (const [, { name, ref, writable, end }] of shuffled) {
      const all = ref && writable === true && name !== 'perimeter_id' ? targets(ref.target, true) : [];
      if (!all.length || (end && ends.has(end)) || random.chance(0.25)) continue;
      if (end) ends.add(end);
      body[name] = random.of(all);
    }
    for (const { name, kind, target, writable, acyclic } of links) {
      if (kind !== 'many-to-many' || !writable || !density) continue;
      const all = name === 'documents' ? this.documents : targets(target, Boolean(acyclic));
      body[name] = all.filter(() => random.chance(density));
    }
    while (Object.keys(body).length) {
      const answer = await server.patch(`/api/${path}/${id}`, body);
      if (answer.status === 200) return;
      await this.must(answer, 422);
      for (const name of Object.keys(answer.body.errors as object)) delete body[name.split('.')[0]!];
    }
  }

  /**
   * Makes another map of what is hidden, past all rules, so that nothing is noted: other values, no links to anywhere, and in the
   * end no rows. Where rights on kinds hide, links to what is seen stay: the numbers of what stands at their hidden ends are told.
   */
  async alter(): Promise<void> {
    const listed = (path: string): string => `(${(this.hidden.get(path) ?? []).join(', ') || 0})`;
    const areEndsTold = this.limit === 'rights' || this.limit === 'roles';
    const both = areEndsTold ? 'AND' : 'OR';
    for (const resource of kinds()) {
      const { table, links, path } = resource;
      const own = listed(path);
      for (const field of visible(resource)) {
        const { name, kind, rules, ref, end } = field;
        const column = `\`${name}\``;
        const set = (value: string, where = `id IN ${own}`): Promise<void> =>
          this.run(`UPDATE \`${table}\` SET ${column} = ${value} WHERE ${where}`);
        if (field.writable !== true || rules.enum || name === 'perimeter_id') continue;
        if (isText(field))
          await set(this.engine === 'sqlite' ? `'other ' || ${column}` : `CONCAT('other ', ${column})`);
        else if (kind === 'int') await set(`(COALESCE(${column}, 0) + 3) % 5`);
        else if (kind === 'flag') await set(`1 - COALESCE(${column}, 0)`);
        // A flow belongs where its ends are: they stay as they are.
        else if (ref && !end && field.nullable && this.ids.has(registry.get(ref.target).path))
          await set('NULL', `${column} IN ${listed(registry.get(ref.target).path)} ${both} id IN ${own}`);
      }
      for (const { pivot, target } of links) {
        const there = pivot && registry.get(target).path;
        if (!there || !this.ids.has(there)) continue;
        const { ownColumn, otherColumn } = pivot;
        await this.run(
          `DELETE FROM \`${pivot.table}\` WHERE \`${ownColumn}\` IN ${own} ${both} \`${otherColumn}\` IN ${listed(there)}`,
        );
      }
    }
    if (!areEndsTold)
      for (const { table, path } of kinds()) await this.run(`DELETE FROM \`${table}\` WHERE id IN ${listed(path)}`);
  }

  /** Without keys of the database, which the map is to break. */
  private async run(sql: string): Promise<void> {
    const { database } = this.server;
    if (this.engine === 'sqlite') {
      await database.run('PRAGMA foreign_keys = OFF');
      await database.run(sql);
      return;
    }
    await database.transaction(async (tx) => {
      await tx.run('SET FOREIGN_KEY_CHECKS = 0');
      try {
        await tx.run(sql);
      } finally {
        await tx.run('SET FOREIGN_KEY_CHECKS = 1');
      }
    });
  }
}

async function withHomes(engine: Engine): Promise<TestServer> {
  const place = await makeDatabase(engine);
  await (await TestServer.start(engine, {}, place)).stop(true);
  const config = readConfig({ DATABASE_URL: place.url, TOKEN_SECRET: 'a secret of the tests, 32 characters' });
  await makeHomesOn(config, () => undefined, false);
  return TestServer.start(engine, {}, place);
}
