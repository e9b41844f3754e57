/** The story of the specification and its examples against the server, on both engines. @seconds 12 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithSpecification, sharedJson } from '../engine/model/shared.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';
import { asTold, LEFT_OUT, since } from './support/since.js';
import { putSource } from './support/source.js';
import type { Json } from './support/json.js';

const FOLDER = 'spec/examples/feeding';
const STORY = `${FOLDER}/story.json`;

const namesOf = (list: Json[]): string[] => list.map(({ name }) => name as string);

/** A change as the story writes it. */
const asWritten = ({ action, name, set, links }: Json): unknown => ({
  action,
  name,
  set,
  ...(links && {
    links: Object.fromEntries(
      Object.entries(links as Record<string, Json>).map(([link, { add, remove }]) => [
        link,
        { add: namesOf(add), remove: namesOf(remove) },
      ]),
    ),
  }),
});

describeWithSpecification('feeding as the specification tells it', () => {
  describe.each(ENGINES)('on %s', (engine) => {
    describe('the story', () => {
      let server: TestServer;
      const saved = new Map<string, number>();
      let last: Json;
      let plan = '';
      beforeAll(async () => void (server = await TestServer.start(engine)));
      afterAll(() => server.stop());

      const valueOf = (one: unknown): unknown =>
        Array.isArray(one)
          ? one.map(valueOf)
          : typeof one === 'string' && one.startsWith('$')
            ? saved.get(one.slice(1))
            : one;
      const named = async (type: string, name: string): Promise<number> =>
        (await server.get(`/api/${type}?filter[name]=${name}`)).body.find((one: Json) => one['name'] === name).id;

      it.each(sharedJson<Json[]>(STORY).map((step, i) => [step.step ?? `then (${i})`, step] as const))(
        '%s',
        async (_, step) => {
          const said = step.body && Object.fromEntries(Object.entries(step.body).map(([k, v]) => [k, valueOf(v)]));
          if (step.put) await putSource(server, step.put.split('/').at(-1), said);
          if (step.post) saved.set(step.save, (await server.post(step.post, said)).body.id);
          if (step.patch) {
            const answer = await server.patch(`/api/${step.patch}/${await named(step.patch, step.name)}`, said);
            expect(answer.status).toBe(200);
          }
          if (step.delete) {
            const answer = await server.delete(`/api/${step.delete}/${await named(step.delete, step.name)}`);
            expect(answer.status).toBe(200);
          }
          if (step.marks) {
            const at = `/api/${step.marks}/${await named(step.marks, step.name)}/sources`;
            expect((await server.patch(at, said)).status).toBe(200);
          }
          if (step.object) {
            const { body } = await server.get(`/api/${step.object}/${await named(step.object, step.name)}`);
            const { active, ...has } = valueOfAll(step.has);
            expect(body.data).toMatchObject(has);
            if (active !== undefined) expect(Number(body.data.active)).toBe(active);
          }
          if (step.apply) {
            const answer = await server.post(`/api/feed/plans/${plan}/apply`, undefined);
            expect([answer.status, answer.body]).toEqual([step.status, expect.anything()]);
            if (step.moved) expect(answer.body.moved.map(({ type, field }: Json) => [type, field])).toEqual(step.moved);
            if (step.counts) expect(answer.body.data.counts).toMatchObject(step.counts);
          }
          const document = step.run ?? step.plan ?? (step.again ? last : undefined);
          if (!document) return;
          last = document;
          const runs = step.run || (step.again && step.status === 200);
          const answer = await server.post(runs ? '/api/feed/runs' : '/api/feed/plans', document);
          expect([answer.status, answer.body]).toEqual([step.status, expect.anything()]);
          const told = answer.body.data ?? answer.body;
          if (!runs) plan = told.id;
          if (step.counts) expect(told.counts).toMatchObject(step.counts);
          if (step.blocked) expect(told.blocked.map(({ code }: Json) => code)).toEqual(step.blocked);
          const kept = (told.findings as Json[]).filter(({ level }) => level === 'kept');
          if (step.kept) expect(kept.map(({ code, field }) => [code, field ?? null]).sort()).toEqual(step.kept);
          if (step.changes) expect(told.changes.map(asWritten)).toEqual(step.changes);

          function valueOfAll(values: Json): Json {
            return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueOf(value)]));
          }
        },
      );
    });

    describe('the examples', () => {
      let server: TestServer;
      beforeEach(async () => void (server = await TestServer.start(engine)));
      afterEach(() => server.stop());

      it.each([
        'app.cyclonedx',
        'cluster.k8s',
        'cluster.proxmox',
        'directory',
        'facts.ansible',
        'scan.nmap',
        'server.glpi',
        'vms',
      ])('%s', async (name) => {
        const { request, counts, changes, findings } = sharedJson<Json>(`${FOLDER}/${name}.plan.json`);
        const [, path, file] = /^POST (\S+)\s+body: (\S+)/.exec(request)!;
        const source = /source=(\w+)/.exec(path!)![1]!;
        const settings = name === 'vms' ? { as: 'csv', map: sharedJson(`${FOLDER}/vms.map.json`) } : {};
        await putSource(server, source, settings);
        const bytes = readFileSync(join(__dirname, '../../../shared', FOLDER, file!));
        const send = (query = '', to = path!): ReturnType<TestServer['post']> =>
          server.post(to + query, bytes, {
            headers: { 'content-type': 'application/octet-stream' },
          });
        const { status, body } = await send();
        expect([status, body.data?.counts ?? body]).toEqual([201, expect.objectContaining(counts)]);
        for (const [key, value] of Object.entries(body.data.counts))
          expect([key, value]).toEqual([key, counts[key] ?? 0]);
        expect(body.data.changes.map(({ n: _, ...change }: Json) => asTold(change as never))).toEqual(
          changes.map(since),
        );
        const [told, rest] = [true, false].map((isTold) =>
          body.data.findings.filter(({ code }: Json) => (code === 'left-out') === isTold),
        );
        expect(rest.map(({ message: _, ...finding }: Json) => finding)).toEqual(
          (findings ?? []).map(({ message: _, ...finding }: Json) => finding),
        );
        expect(told.map(({ message }: Json) => message)).toEqual(
          (LEFT_OUT[name] ?? []).map((what) => `Left out: ${what}.`),
        );
        const applied = await server.post(`/api/feed/plans/${body.data.id}/apply`, undefined);
        expect([applied.status, applied.body.data?.state ?? applied.body]).toEqual([200, 'applied']);
        // Said again, and examined whole: nothing.
        const before = await server.database.all('SELECT COUNT(*) AS n FROM audit_logs');
        for (const options of [{}, { verify: true }]) {
          const again = await send(
            `&options=${encodeURIComponent(JSON.stringify(options))}`,
            path!.replace('/plans', '/runs'),
          );
          expect([again.status, again.body.data?.changes ?? again.body]).toEqual([200, []]);
          const { create, update, kept, errors } = again.body.data.counts;
          expect([create, update, kept, errors]).toEqual([0, 0, 0, 0]);
        }
        expect(await server.database.all('SELECT COUNT(*) AS n FROM audit_logs')).toEqual(before);
      });
    });
  });
});
