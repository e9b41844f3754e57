/** Deleting and bringing back, for every resource (contract 6). @seconds 10 @always */
import type { Scalar } from '../../src/database/database.js';
import type { Field, ResourceModel } from '../../src/engine/index.js';
import { uniqueName, type Body } from '../support/make.js';
import { destroyed, isStorable, isWritable } from './deviations.js';
import { answered, isShownBy, linkBody, linksOf, mirrorOf } from './links.js';
import { massDestroy } from './masses.js';
import { onEveryEngine } from './place.js';

/** An old unique key over a name, perhaps more, and the time of deletion. */
const oldKey = ({ uniqueIndexes }: ResourceModel): string[] | undefined =>
  uniqueIndexes.find(({ columns }) => columns.includes('deleted_at'))?.columns.filter((name) => name !== 'deleted_at');

/** Deleted rows keep the name too: the table has a unique key on it alone (model: backups). */
const keepsNames = ({ uniqueIndexes }: ResourceModel): boolean =>
  uniqueIndexes.some(({ columns }) => columns.length === 1);

const uniqueFields = (resource: ResourceModel): Field[] =>
  resource.fields.filter(({ rules, writable }) => rules.uniqueLive && writable === true);

const nameFor = ({ rules }: Field): string => (rules.format === 'email' ? `${uniqueName()}@example.org` : uniqueName());

onEveryEngine((place, forEachResource) => {
  const stored = async ({ table }: ResourceModel, id: number): Promise<Record<string, Scalar> | undefined> =>
    (await place.server.database.all(`SELECT * FROM \`${table}\` WHERE id = ?`, [id]))[0];
  const listed = async (path: string, id: number): Promise<boolean> =>
    ((await place.server.get(`/api/${path}`)).body as Array<{ id: number }>).some((row) => row.id === id);

  forEachResource(
    (resource) => {
      const { path } = resource;
      const urlOf = (id: number): string => `/api/${path}/${id}`;

      it('contract 6: a deleted object is kept, shows nowhere, and comes back with its links', async () => {
        const { id } = await place.object(path);
        const links = await linkBody(place, resource, ([a, b]) => [a, b]);
        const before = (await place.server.put(urlOf(id), links)).body as Body;
        expect((await place.server.delete(urlOf(id))).status).toBe(destroyed(resource));
        expect((await stored(resource, id))!['deleted_at']).toEqual(expect.any(String));
        expect([(await place.server.get(urlOf(id))).status, await listed(path, id)]).toEqual([404, false]);
        for (const link of linksOf(resource)) {
          const mirror = link.pivot && mirrorOf(resource, link);
          const [other] = await place.ids(link.target);
          if (mirror) expect((await place.read(link.target, other!))[mirror.name]).not.toContain(id);
        }
        const back = await place.server.post(`${urlOf(id)}/restore`, undefined);
        expect([back.status, back.body]).toEqual([200, { ...before, updated_at: expect.any(String) }]);
        expect(await place.read(path, id)).toEqual(back.body);
        expect([back.body.deleted_at, await listed(path, id)]).toEqual([null, true]);
        expect(back.body).toEqual(expect.objectContaining(answered(resource, links)));
        for (const link of linksOf(resource)) {
          const [other] = await place.ids(link.target);
          expect([link.name, await isShownBy(place, resource, link, id, other!)]).toEqual([link.name, true]);
        }
      });

      it('contract 6: only what was deleted can be restored', async () => {
        const answers = ['4000000000', 'x', '0'].map((id) =>
          place.server.post(`/api/${path}/${id}/restore`, undefined),
        );
        expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404]);
      });

      it('contract 6: deletion and return are recorded once each', async () => {
        const { id } = await place.object(path);
        await place.server.delete(urlOf(id));
        await place.server.post(`${urlOf(id)}/restore`, undefined);
        const rows = await place.server.database.all(
          'SELECT description FROM audit_logs WHERE subject_type = ? AND subject_id = ? ORDER BY id',
          [resource.polymorphicType, id],
        );
        const actions = rows.map(({ description }) => description);
        expect(actions).toEqual(resource.audited ? ['created', 'deleted', 'restored'] : []);
      });
    },
    (resource) => isWritable(resource) && resource.softDelete,
  );

  forEachResource(
    (resource) => {
      const { path } = resource;

      it('contract 6: a name is free once its object is deleted, and 409 if it was taken meanwhile', async () => {
        for (const field of uniqueFields(resource)) {
          const name = nameFor(field);
          const { id } = await place.object(path, { [field.name]: name });
          await place.server.delete(`/api/${path}/${id}`);
          const other = await place.server.post(`/api/${path}`, await place.body(path, { [field.name]: name }));
          expect([field.name, other.status]).toEqual([field.name, keepsNames(resource) ? 422 : 201]);
          if (keepsNames(resource)) continue;
          const rows = await place.rows(resource);
          const back = await place.server.post(`/api/${path}/${id}/restore`, undefined);
          expect([back.status, back.body.code, await place.rows(resource)]).toEqual([409, 409, rows]);
          expect((await place.server.get(`/api/${path}/${id}`)).status).toBe(404);
          await place.server.delete(`/api/${path}/${other.body.id}`);
          expect((await place.server.post(`/api/${path}/${id}/restore`, undefined)).status).toBe(200);
        }
      });
    },
    (resource) => isStorable(resource) && resource.softDelete && uniqueFields(resource).length > 0,
  );

  forEachResource(
    (resource) => {
      const { path, table } = resource;
      const key = oldKey(resource)!;

      it('contract 6: namesakes deleted in one second take the next free one', async () => {
        const named: Body = {};
        for (const name of key) {
          const field = resource.fields.find((one) => one.name === name)!;
          named[name] = field.ref ? (await place.ids(field.ref.target))[0] : nameFor(field);
        }
        const ids: number[] = [];
        for (let i = 0; i < 3; i++) {
          const { id } = await place.object(path, named);
          ids.push(id);
          expect((await place.server.delete(`/api/${path}/${id}`)).status).toBe(destroyed(resource));
        }
        const times = await Promise.all(ids.map(async (id) => (await stored(resource, id))!['deleted_at']));
        expect(new Set(times).size).toBe(3);
        const pair = [(await place.object(path, named)).id, (await place.object(path)).id];
        const sets = key.map((name) => `\`${name}\` = ?`).join(', ');
        await place.server.database.run(`UPDATE \`${table}\` SET ${sets} WHERE id = ?`, [
          ...key.map((name) => named[name] as Scalar),
          pair[1]!,
        ]);
        expect((await massDestroy(place, resource, pair)).status).toBe(204);
      });
    },
    (resource) => oldKey(resource) !== undefined,
  );

  forEachResource(
    (resource) => {
      it('contract 6: where nothing is deleted softly the row goes, and does not come back', async () => {
        const { id } = await place.object(resource.path);
        const url = `/api/${resource.path}/${id}`;
        expect((await place.server.delete(url)).status).toBe(destroyed(resource));
        expect(await stored(resource, id)).toBeUndefined();
        expect((await place.server.post(`${url}/restore`, undefined)).status).toBe(404);
      });
    },
    (resource) => isWritable(resource) && !resource.softDelete,
  );
});
