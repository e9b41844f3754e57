/** Existing maps break the rules, and stay editable: a value is judged only where it differs (contract 4). @seconds 10 @always */
import type { Scalar } from '../../src/database/database.js';
import type { ResourceModel } from '../../src/engine/index.js';
import { make, settable, uniqueName } from '../support/make.js';
import { backdate, twinsIn } from './bodies.js';
import { isWritable } from './deviations.js';
import { onEveryEngine, type Place } from './place.js';

/** Values that the rules refuse and that a database may hold nevertheless. */
async function broken(place: Place, resource: ResourceModel): Promise<Map<string, Scalar>> {
  const values = new Map<string, Scalar>();
  for (const { name, kind, ref, rules, nullable, hidden } of settable(resource)) {
    if (hidden) continue;
    if (ref && !rules.requiredUnless) values.set(name, await place.deleted(ref.target));
    else if (rules.enum) values.set(name, 99);
    else if (kind === 'int' && rules.min !== undefined) values.set(name, rules.min - 1);
    else if (rules.format) values.set(name, '?!'.slice(0, rules.max));
    else if (kind === 'name') values.set(name, rules.required && nullable ? null : '');
  }
  return values;
}

async function overwrite(
  { server }: Place,
  { table }: ResourceModel,
  id: number,
  values: Map<string, Scalar>,
): Promise<void> {
  if (!values.size) return;
  const sets = [...values.keys()].map((name) => `\`${name}\` = ?`).join(', ');
  await server.database.run(`UPDATE \`${table}\` SET ${sets} WHERE id = ?`, [...values.values(), id]);
}

onEveryEngine((place, forEachResource) => {
  forEachResource((resource) => {
    const { path } = resource;

    it('contract 4: an object that breaks rules can be sent back, and changed elsewhere', async () => {
      const { id } = await place.object(path);
      const values = await broken(place, resource);
      await overwrite(place, resource, id, values);
      await backdate(place, resource, id);
      const before = await place.read(path, id);
      expect(before).toEqual(expect.objectContaining(Object.fromEntries(values)));
      const rows = await place.rows(resource);
      const same = await place.server.put(`/api/${path}/${id}`, before);
      expect([same.status, same.body, await place.rows(resource)]).toEqual([200, before, rows]);
      const others = Object.entries(make(resource)).filter(([name]) => !values.has(name) && name in before);
      const open = others.filter(([name]) => resource.fields.some((f) => f.name === name && f.writable === true));
      const changed = await place.server.put(`/api/${path}/${id}`, { ...before, ...Object.fromEntries(open) });
      const [sent, times] = [Object.fromEntries(open), { updated_at: expect.any(String) }];
      const touched = { ...before, ...sent, ...twinsIn(resource, sent), ...times };
      expect([changed.status, changed.body]).toEqual([200, touched]);
      const items = [{ ...changed.body, id }];
      expect((await place.server.put(`/api/${path}/mass-update`, { items })).body).toEqual({
        status: 'ok',
        count: 1,
        ids: [id],
      });
    });

    it('contract 4: two objects of one name stay editable, each under its own', async () => {
      const field = resource.fields.find(({ rules, kind }) => rules.uniqueLive && kind === 'name');
      const alone = resource.uniqueIndexes.some(({ columns }) => columns.length === 1);
      const indexed = resource.uniqueIndexes.some(({ columns }) => field && columns.includes(field.name));
      if (!field || alone) return;
      const name = uniqueName();
      const [first, second] = [await place.object(path, { [field.name]: name }), await place.object(path)];
      // A unique index over name and deletion time does not tell live rows apart, their time being null.
      await overwrite(place, resource, second.id, new Map([[field.name, name]]));
      expect([indexed, (await place.read(path, second.id))[field.name]]).toEqual([indexed, name]);
      for (const { id } of [first, second]) {
        const same = await place.server.put(`/api/${path}/${id}`, await place.read(path, id));
        expect([same.status, same.body[field.name]]).toEqual([200, name]);
      }
      const third = await place.server.post(`/api/${path}`, await place.body(path, { [field.name]: name }));
      expect([third.status, third.body.errors]).toEqual([422, { [field.name]: [expect.any(String)] }]);
    });
  }, isWritable);
});
