/** Repositories of TypeORM see what the API answers: every column and every relation of every entity, on both engines. @seconds 12 @always */
import { DataSource, type Repository } from 'typeorm';
import { registry, type ResourceModel } from '../../src/engine/index.js';
import { Application } from '../../src/map/application/application.entity.js';
import { EntityRelation } from '../../src/map/ecosystem/entity-relation.entity.js';
import { Process } from '../../src/map/business/process.entity.js';
import { ENGINES } from '../support/engines.js';
import { objectOf } from '../support/make.js';
import { TestServer } from '../support/server.js';

type Loaded = Record<string, unknown> & { id: number };
const ids = (objects: unknown): number[] => (objects as Loaded[]).map(({ id }) => id).sort((a, b) => a - b);
/** Delegations and stored queries of users would be seen by themselves alone. */
const WALKED = registry.all().filter(({ readOnly }) => !readOnly);

describe.each(ENGINES)('on %s', (engine) => {
  let server: TestServer;
  const objects = new Map<string, Loaded>();
  beforeAll(async () => {
    server = await TestServer.start(engine);
    for (const { path } of registry.all()) objects.set(path, (await objectOf(server, path)) as Loaded);
  }, 240_000);
  afterAll(() => server.stop());

  const repository = ({ entity }: ResourceModel): Repository<Loaded> =>
    server.server.app.get(DataSource).getRepository<Loaded>(entity as new () => Loaded);

  const loaded = async (resource: ResourceModel, id: number, relation?: string): Promise<Loaded> => {
    const relations = relation === undefined ? {} : { [relation]: true };
    return (await repository(resource).findOne({ where: { id }, relations })) as Loaded;
  };

  it.each(WALKED.map((resource) => [resource.path, resource] as const))('%s: columns', async (path, resource) => {
    const { id } = objects.get(path)!;
    const answer = (await server.get(`/api/${path}/${id}`)).body.data;
    const found = await loaded(resource, id);
    for (const { name, kind, hidden, boolean } of resource.fields) {
      if (hidden || kind === 'morph' || kind === 'json') continue;
      const value = boolean ? Boolean(found[name]) : found[name];
      if (kind === 'moment' && answer[name] !== null)
        expect([name, String(value).slice(0, 19)]).toEqual([name, answer[name].slice(0, 19).replace('T', ' ')]);
      else expect([name, value]).toEqual([name, answer[name]]);
    }
  });

  it.each(WALKED.map((resource) => [resource.path, resource] as const))('%s: references', async (path, resource) => {
    const { id } = await objectOf(server, path);
    for (const { name, ref, writable } of resource.fields) {
      if (!ref || writable === 'store') continue;
      const target = objects.get(ref.target)!.id;
      const before = await loaded(resource, id);
      if (before[name] === null && !writable) continue;
      if (writable) expect((await server.patch(`/api/${path}/${id}`, { [name]: target })).status).toBe(200);
      const answer = (await server.get(`/api/${path}/${id}`)).body.data;
      const found = (await loaded(resource, id, ref.embedAs))[ref.embedAs] as Loaded | null;
      expect([name, found?.id ?? null]).toEqual([name, answer[name]]);
      if (writable && before[name] === null) await server.patch(`/api/${path}/${id}`, { [name]: null });
    }
  });

  it.each(WALKED.map((resource) => [resource.path, resource] as const))('%s: links', async (path, resource) => {
    const { id } = await objectOf(server, path);
    for (const link of resource.links) {
      if (link.kind === 'child') continue;
      // Others than the object itself: trees take none that leads back.
      const target = link.target === path ? (await objectOf(server, path)).id : objects.get(link.target)!.id;
      if (link.writable) {
        const { status, body } = await server.patch(`/api/${path}/${id}`, { [link.name]: [target] });
        expect([link.name, status, body.errors]).toEqual([link.name, 200, undefined]);
      }
      const found = ids((await loaded(resource, id, link.name))[link.name]);
      expect([link.name, found]).toEqual([link.name, await answered(path, id, link.name, link.includeName)]);
      if (link.writable) expect([link.name, found]).toEqual([link.name, [target]]);
    }
  });

  /** The ids at the other end of a link, as the API embeds them. */
  const answered = async (path: string, id: number, name: string, includeName: string): Promise<number[]> => {
    const body = (await server.get(`/api/${path}/${id}?include=${includeName}`)).body.data;
    const embedded =
      body[name] ?? body[includeName] ?? body[includeName.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)];
    return embedded.every((one: unknown) => typeof one === 'number') ? embedded : ids(embedded);
  };

  it('finds by related objects, and leaves out what is deleted', async () => {
    const [kept, gone] = [await objectOf(server, 'processes'), await objectOf(server, 'processes')];
    const block = await objectOf(server, 'application-blocks');
    const made = await objectOf(server, 'applications', {
      processes: [kept.id, gone.id],
      application_block_id: block.id,
    });
    await server.delete(`/api/processes/${gone.id}`);
    const [found] = await server.server.app
      .get(DataSource)
      .getRepository(Application)
      .find({ where: { processes: { id: kept.id } }, relations: { processes: true, application_block: true } });
    expect(found).toMatchObject({ id: made.id, application_block: { id: block.id } });
    expect(ids(found!.processes)).toEqual([kept.id]);
    await server.delete(`/api/applications/${made.id}`);
    expect(await server.server.app.get(DataSource).getRepository(Application).findOneBy({ id: made.id })).toBeNull();
  });

  it('saves links through join tables without a key, and references', async () => {
    const source = server.server.app.get(DataSource);
    const [first, second] = [await objectOf(server, 'processes'), await objectOf(server, 'processes')];
    const { id } = await objectOf(server, 'applications', { processes: [first.id] });
    const applications = source.getRepository(Application);
    const application = (await applications.findOne({ where: { id }, relations: { processes: true } }))!;
    application.processes = [(await source.getRepository(Process).findOneBy({ id: second.id }))!];
    application.application_block = { id: objects.get('application-blocks')!.id } as Application['application_block'];
    application.next_update = '2027-01-31';
    await applications.save(application);
    expect((await server.get(`/api/applications/${id}`)).body.data).toMatchObject({
      processes: [second.id],
      application_block_id: objects.get('application-blocks')!.id,
      next_update: '2027-01-31',
    });
    const relation = await objectOf(server, 'relations');
    const documents = [{ id: objects.get('documents')!.id }] as EntityRelation['documents'];
    await source.getRepository(EntityRelation).save({ id: relation.id, documents });
    expect((await server.get(`/api/relations/${relation.id}`)).body.data.documents).toEqual(ids(documents));
  });
});
