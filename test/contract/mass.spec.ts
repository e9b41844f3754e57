/** Mass actions of every resource: all or nothing, in the order sent, by the rules of single writes (contract 7). @seconds 26 @always */
import type { ResourceModel } from '../../src/engine/index.js';
import { settable, type Body } from '../support/make.js';
import { aChange, backdate } from './bodies.js';
import { isStorable, isWritable } from './deviations.js';
import { FORM, urlencoded } from './forms.js';
import { answered, linkBody } from './links.js';
import { bodies, massDestroy, massRestore, massStore, massUpdate, several } from './masses.js';
import { onEveryEngine } from './place.js';

const ok = (ids: unknown): object => ({ status: 'ok', count: (ids as number[]).length, ids });

/** A column and a value that its rules refuse on creation. */
function wrong(resource: ResourceModel): { name: string; value: unknown } {
  const needed = settable(resource).find(({ rules }) => rules.required);
  return needed ? { name: needed.name, value: null } : { name: 'ext_refs', value: '?!' };
}

const uniqueNames = (resource: ResourceModel): string[] =>
  resource.fields.filter(({ rules, writable }) => rules.uniqueLive && writable).map(({ name }) => name);

onEveryEngine((place, forEachResource) => {
  forEachResource((resource) => {
    const { path } = resource;

    it('contract 7: mass-store makes objects with their links, in the order sent', async () => {
      const items = await bodies(place, resource, 3);
      const links = await linkBody(place, resource, ([a, b]) => [a, b]);
      Object.assign(items[1]!, links);
      const { status, body } = await massStore(place, resource, items);
      expect([status, body]).toEqual([201, ok([expect.any(Number), expect.any(Number), expect.any(Number)])]);
      const made = await Promise.all((body.ids as number[]).map((id) => place.read(path, id)));
      for (const [i, item] of items.entries()) {
        const visible = Object.entries(item).filter(([name]) => name in made[i]! && !(name in links));
        expect(made[i]).toEqual(expect.objectContaining(Object.fromEntries(visible)));
      }
      expect(made[1]).toEqual(expect.objectContaining(answered(resource, links)));
    });

    it('contract 7: one bad item among many stores nothing', async () => {
      const many = path === 'applications' ? 500 : 20;
      const items = await bodies(place, resource, many);
      const { name, value } = wrong(resource);
      items[many - 3] = { ...items[many - 3], [name]: value };
      const rows = await place.rows(resource);
      const { status, body } = await massStore(place, resource, items);
      expect([status, Object.keys(body.errors)]).toEqual([422, [`items.${many - 3}.${name}`]]);
      expect(await place.rows(resource)).toEqual(rows);
    });

    it('contract 7: a name twice in one payload is 422', async () => {
      for (const name of uniqueNames(resource)) {
        const [first, ...others] = await bodies(place, resource, 3);
        others[1]![name] = ` ${String(first![name] ?? 'x@exemple.org').toUpperCase()}`;
        const rows = await place.rows(resource);
        const { status, body } = await massStore(place, resource, [{ ...first, [name]: others[1]![name] }, ...others]);
        expect([status, Object.keys(body.errors)]).toEqual([422, expect.arrayContaining([`items.2.${name}`])]);
        expect(await place.rows(resource)).toEqual(rows);
      }
    });
  }, isStorable);

  forEachResource((resource) => {
    const { path } = resource;

    it('contract 7: mass-update changes what is sent, and nothing else', async () => {
      const ids = await several(place, resource, 3);
      for (const id of ids) await backdate(place, resource, id);
      const before = await Promise.all(ids.map((id) => place.read(path, id)));
      const { name, value } = await aChange(place, resource);
      const links = await linkBody(place, resource, ([a, b]) => [a, b]);
      const items = [{ id: ids[2], [name]: value }, { id: String(ids[0]), ...links }, { id: ids[1] }];
      const { status, body } = await massUpdate(place, resource, items);
      expect([status, body]).toEqual([200, ok([ids[2], ids[0], ids[1]])]);
      const after = await Promise.all(ids.map((id) => place.read(path, id)));
      const touched = { updated_at: expect.not.stringMatching(/^2001/) };
      expect(after[2]).toEqual({ ...before[2], ...touched, [name]: value });
      const changed = Object.keys(links).length > 0;
      expect(after[0]).toEqual({ ...before[0], ...answered(resource, links), ...(changed && touched) });
      expect(after[1]).toEqual(before[1]);
    });

    it('contract 6, 7: a mass-update is judged by its final state: names may be swapped, not shared', async () => {
      for (const name of uniqueNames(resource).filter((unique) => unique !== 'email' && path !== 'wans')) {
        const [a, b] = (await several(place, resource, 2)) as [number, number];
        const [x, y] = [(await place.read(path, a))[name], (await place.read(path, b))[name]];
        const swapped = await massUpdate(place, resource, [
          { id: a, [name]: y },
          { id: b, [name]: x },
        ]);
        expect([swapped.status, swapped.body]).toEqual([200, ok([a, b])]);
        expect([(await place.read(path, a))[name], (await place.read(path, b))[name]]).toEqual([y, x]);
        const rows = await place.rows(resource);
        const shared = await massUpdate(place, resource, [
          { id: a, [name]: 'commun' },
          { id: b, [name]: 'COMMUN' },
        ]);
        expect([shared.status, Object.keys(shared.body.errors)]).toEqual([422, [`items.1.${name}`]]);
        const held = await massUpdate(place, resource, [{ id: a, [name]: x }, { id: b }]);
        expect([held.status, Object.keys(held.body.errors)]).toEqual([422, [`items.0.${name}`]]);
        expect(await place.rows(resource)).toEqual(rows);
      }
    });

    it('contract 7: unknown, deleted, missing and repeated ids are told under their place', async () => {
      const [a, b] = (await several(place, resource, 2)) as [number, number];
      const gone = await place.deleted(path);
      const { name, value } = await aChange(place, resource);
      const rows = await place.rows(resource);
      const keys = async (items: Body[]): Promise<unknown[]> => {
        const { status, body } = await massUpdate(
          place,
          resource,
          items.map((item) => ({ [name]: value, ...item })),
        );
        return [status, ...Object.keys(body.errors ?? {})];
      };
      expect(await keys([{ id: a }, { id: 4_000_000_000 }, { id: gone }])).toEqual([422, 'items.1.id', 'items.2.id']);
      expect(await keys([{ id: a }, { id: b }, { id: String(a) }])).toEqual([422, 'items.2.id']);
      expect(await keys([{ id: a }, {}, { id: 'x' }, { id: null }, { id: [b] }])).toEqual([
        422,
        ...[1, 2, 3, 4].map((i) => `items.${i}.id`),
      ]);
      expect(await place.rows(resource)).toEqual(rows);
    });

    it('contract 7: no list, an empty one, or one of something else than objects is 422', async () => {
      const rows = await place.rows(resource);
      for (const act of isStorable(resource) ? [massStore, massUpdate] : [massUpdate]) {
        for (const items of path === 'sites' ? [undefined, null, [], {}, 'x', 5] : [undefined, []]) {
          const { status, body } = await act(place, resource, items);
          expect([items, status, Object.keys(body.errors)]).toEqual([items, 422, ['items']]);
        }
        const { status, body } = await act(place, resource, ['x', null, 5, []]);
        const told = Object.keys(body.errors);
        expect([status, told]).toEqual([422, expect.arrayContaining([0, 1, 2, 3].map((i) => `items.${i}`))]);
      }
      for (const ids of path === 'sites' ? [undefined, null, [], {}, ''] : [undefined, []]) {
        const { status, body } = await massDestroy(place, resource, ids);
        expect([ids, status, Object.keys(body.errors)]).toEqual([ids, 422, ['ids']]);
      }
      expect(await place.rows(resource)).toEqual(rows);
    });

    it('contract 7: mass-destroy takes ids from body, form and query, a repeated one once', async () => {
      const ids = await several(place, resource, 6);
      const url = `/api/${path}/mass-destroy`;
      const { server } = place;
      const answers = [
        await massDestroy(place, resource, [ids[0], String(ids[1]), ids[0]]),
        await server.request('DELETE', url, { body: urlencoded({ ids: [ids[2]] }), ...FORM }),
        await server.delete(`${url}?ids[]=${ids[3]}&ids%5B%5D=${ids[3]}`),
        await server.post(url, { _method: 'DELETE', 'ids[]': [ids[4]] }),
      ];
      expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [204, '']));
      const { body } = await server.get(`/api/${path}`);
      const left = (body as Array<{ id: number }>).filter(({ id }) => ids.includes(id));
      expect(left.map(({ id }) => id)).toEqual([ids[5]]);
    });

    it('contract 7: mass-destroy with an id that nobody has deletes nothing', async () => {
      const [a, b] = await several(place, resource, 2);
      const gone = await place.deleted(path);
      const rows = await place.rows(resource);
      const { status, body } = await massDestroy(place, resource, [a, 4_000_000_009, b, gone]);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['ids.1', 'ids.3']]);
      const rubbish = await massDestroy(place, resource, [a, 'x', { a: 1 }, 0]);
      expect([rubbish.status, Object.keys(rubbish.body.errors)]).toEqual([422, ['ids.1', 'ids.2', 'ids.3']]);
      expect(await place.rows(resource)).toEqual(rows);
      expect((await place.server.get(`/api/${path}/${a}`)).status).toBe(200);
    });

    it('contract 7: dry_run tells what would happen, and stores nothing', async () => {
      const [a, b] = (await several(place, resource, 2)) as [number, number];
      const before = await place.read(path, a);
      const { name, value } = await aChange(place, resource);
      const items = isStorable(resource) ? await bodies(place, resource, 2) : [];
      const rows = await place.rows(resource);
      const links = await linkBody(place, resource, ([one]) => [one]);
      const answers = [
        await massUpdate(place, resource, [{ id: a, [name]: value, ...links }], '?dry_run=1'),
        await massDestroy(place, resource, [a, b], '?dry_run=1'),
        ...(items.length ? [await massStore(place, resource, items, '?dry_run=1')] : []),
      ];
      for (const { status } of answers) expect(status).toBeLessThan(300);
      const bad = await massUpdate(place, resource, [{ id: a }, { id: 4_000_000_000 }], '?dry_run=1');
      expect([bad.status, Object.keys(bad.body.errors)]).toEqual([422, ['items.1.id']]);
      expect([await place.rows(resource), await place.read(path, a)]).toEqual([rows, before]);
    });
  }, isWritable);

  forEachResource(
    (resource) => {
      const { path } = resource;

      it('contract 7: mass-restore brings deleted objects back as they were, in the order sent, each recorded once', async () => {
        const ids = await several(place, resource, 3);
        const before = await Promise.all(ids.map((id) => place.read(path, id)));
        const [a, b, c] = ids as [number, number, number];
        expect((await massDestroy(place, resource, [a, c])).status).toBe(204);
        const rows = await place.rows(resource);
        const tried = await massRestore(place, resource, [c, b, a], '?dry_run=1');
        expect([tried.status, tried.body, await place.rows(resource)]).toEqual([200, ok([c, b, a]), rows]);
        const { status, body } = await massRestore(place, resource, [c, String(b), a, c]);
        expect([status, body]).toEqual([200, ok([c, b, a])]);
        const after = await Promise.all(ids.map((id) => place.read(path, id)));
        expect(after).toEqual(before.map((one) => ({ ...one, updated_at: expect.anything() })));
        const recorded = await place.server.database.all(
          "SELECT subject_id FROM audit_logs WHERE subject_type = ? AND description = 'restored' AND subject_id IN (?, ?, ?) " +
            'ORDER BY subject_id',
          [resource.polymorphicType, a, b, c],
        );
        expect(recorded.map((row) => row['subject_id'])).toEqual(resource.audited ? [a, c] : []);
      });

      it('contract 7: mass-restore brings nothing back where one of them is not there, or its name is taken', async () => {
        const [a, b] = (await several(place, resource, 2)) as [number, number];
        await massDestroy(place, resource, [a, b]);
        const rows = await place.rows(resource);
        const { status, body } = await massRestore(place, resource, [a, 4_000_000_009, b, 'x']);
        expect([status, Object.keys(body.errors)]).toEqual([422, ['ids.3']]);
        const missing = await massRestore(place, resource, [a, 4_000_000_009, b]);
        expect([missing.status, Object.keys(missing.body.errors)]).toEqual([422, ['ids.1']]);
        for (const ids of [undefined, []])
          expect(Object.keys((await massRestore(place, resource, ids)).body.errors)).toEqual(['ids']);
        expect(await place.rows(resource)).toEqual(rows);
      });
    },
    (resource) => isWritable(resource) && resource.softDelete,
  );

  forEachResource(
    (resource) => {
      const { path } = resource;

      it('contract 7: mass-restore names whose name was taken meanwhile, and of two namesakes the second', async () => {
        const [name] = uniqueNames(resource) as [string];
        const [a, b] = (await several(place, resource, 2)) as [number, number];
        const taken = (await place.read(path, b))[name];
        await massDestroy(place, resource, [a, b]);
        const { id } = await place.object(path, { [name]: taken });
        const rows = await place.rows(resource);
        const refused = await massRestore(place, resource, [a, b]);
        expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
          422,
          expect.arrayContaining([`ids.1.${name}`]),
        ]);
        expect(await place.rows(resource)).toEqual(rows);
        await massDestroy(place, resource, [id]);
        const both = await massRestore(place, resource, [b, id]);
        expect([both.status, Object.keys(both.body.errors)]).toEqual([
          422,
          expect.arrayContaining([expect.stringMatching(`^ids\\.[01]\\.${name}$`)]),
        ]);
        expect((await massRestore(place, resource, [a, b])).status).toBe(200);
      });
    },
    (resource) =>
      isStorable(resource) &&
      resource.softDelete &&
      // They may be without a name.
      resource.path !== 'wans' &&
      uniqueNames(resource).length > 0 &&
      !resource.uniqueIndexes.some(({ columns }) => columns.length === 1),
  );

  forEachResource(
    (resource) => {
      it('contract 7: mass-restore finds nothing where objects are deleted for good', async () => {
        const ids = await several(place, resource, 1);
        await massDestroy(place, resource, ids);
        const { status, body } = await massRestore(place, resource, ids);
        expect([status, Object.keys(body.errors)]).toEqual([422, ['ids.0']]);
      });
    },
    (resource) => isWritable(resource) && !resource.softDelete,
  );
});
