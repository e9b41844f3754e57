/** The rules of every column of every resource: what breaks them is told by name and stores nothing (contract 4, 10). @seconds 24 @always */
import type { Field, ResourceModel } from '../../src/engine/index.js';
import { completed, minimal, settable, uniqueName, type Body } from '../support/make.js';
import { isStorable, isWritable } from './deviations.js';
import { onEveryEngine, type Place } from './place.js';
import { badValues, spellings, type Bad } from './values.js';

/** One value for each column, round after round, until every bad value had its turn. */
async function rounds(place: Place, fields: readonly Field[]): Promise<Array<Map<Field, Bad>>> {
  const bad = await Promise.all(
    fields.map(async (field) => badValues(field, field.ref ? await place.deleted(field.ref.target) : 0)),
  );
  const longest = Math.max(...bad.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => new Map(fields.map((f, k) => [f, bad[k]![i % bad[k]!.length]!])));
}

const bodyOf = (round: Map<Field, Bad>): Body =>
  Object.fromEntries([...round].map(([{ name }, [value]]) => [name, value]));

/** The errors that a round must be answered with: every column by its key, each with the sentence of the rule. */
function errorsOf(round: Map<Field, Bad>, prefix = ''): Record<string, unknown> {
  const told = [...round].map(([{ name }, [, sentence]]) => [
    prefix + name,
    sentence ? expect.arrayContaining([sentence(name)]) : expect.any(Array),
  ]);
  return Object.fromEntries(told) as Record<string, unknown>;
}

/** The same name as people write it: other case, other accents, blanks behind. */
const variants = (name: string): string[] => [
  name,
  name.toUpperCase(),
  `${name}   `,
  name.normalize('NFD'),
  bare(name),
];
const bare = (name: string): string => name.replace(/É/g, 'E').replace(/ß/g, 'ss');

const taken = (field: Field): string[] =>
  field.rules.format === 'email' ? ['jean.dupont@example.org', 'JEAN.Dupont@example.org '] : variants('Élan Straße');

const openTo = (resource: ResourceModel, ...when: unknown[]): Field[] =>
  resource.fields.filter(({ writable }) => writable === true || when.includes(writable));

onEveryEngine((place, forEachResource) => {
  forEachResource((resource) => {
    const { path } = resource;

    it('contract 4, 10: what breaks a rule of a column is 422 on its key, and nothing is stored', async () => {
      const base = await place.body(path);
      const all = await rounds(place, settable(resource));
      const rows = await place.rows(resource);
      for (const round of all) {
        const { status, body } = await place.server.post(`/api/${path}`, { ...base, ...bodyOf(round) });
        expect([status, body.errors]).toEqual([422, errorsOf(round)]);
        const more = Object.values(body.errors).flat().length - 1;
        if (more) expect(body.message).toMatch(new RegExp(`\\(and ${more} more errors?\\)$`));
      }
      const items = all.map((round) => ({ ...base, ...bodyOf(round) }));
      const { status, body } = await place.server.post(`/api/${path}/mass-store`, { items });
      const errors = Object.assign({}, ...all.map((round, i) => errorsOf(round, `items.${i}.`))) as object;
      expect([status, body.errors]).toEqual([422, expect.objectContaining(errors)]);
      expect(await place.rows(resource)).toEqual(rows);
    });

    it('contract 4, 6: a name is taken whatever its case, accents and trailing blanks', async () => {
      for (const field of resource.fields.filter(({ rules, writable }) => rules.uniqueLive && writable)) {
        const [name, ...others] = taken(field);
        const first = await place.object(path, { [field.name]: name });
        const second = await place.object(path);
        const rows = await place.rows(resource);
        for (const other of [name, ...others]) {
          const sentence = { [field.name]: [`The ${field.name} has already been taken.`] };
          // A login that is taken is taken as the name that it gives to the user as well.
          const told = [422, expect.objectContaining(sentence)];
          const made = await place.server.post(`/api/${path}`, await alone(resource, { [field.name]: other }));
          expect([made.status, made.body.errors]).toEqual(told);
          const renamed = await place.server.put(`/api/${path}/${second.id}`, { [field.name]: other });
          expect([renamed.status, renamed.body.errors]).toEqual(told);
        }
        expect(await place.rows(resource)).toEqual(rows);
        const own = await place.server.put(`/api/${path}/${first.id}`, { [field.name]: others.at(-1) });
        expect([own.status, own.body[field.name]]).toEqual([200, others.at(-1)!.trim()]);
        await place.server.put(`/api/${path}/${first.id}`, { [field.name]: freeName(field) });
        expect((await place.server.put(`/api/${path}/${second.id}`, { [field.name]: name })).status).toBe(200);
        for (const { id } of [first, second]) await place.server.delete(`/api/${path}/${id}`);
      }
    });
  }, isStorable);

  forEachResource((resource) => {
    const { path } = resource;
    const urlOf = (id: number): string => `/api/${path}/${id}`;

    it('contract 4, 10: the same rules hold for changes', async () => {
      const { id } = await place.object(path);
      const all = await rounds(place, openTo(resource, 'update'));
      const rows = await place.rows(resource);
      for (const round of all) {
        const { status, body } = await place.server.put(urlOf(id), bodyOf(round));
        expect([status, body.errors]).toEqual([422, errorsOf(round)]);
      }
      expect(await place.rows(resource)).toEqual(rows);
    });

    it('contract 4: numbers, flags, dates and references in other spellings, texts trimmed and cleaned', async () => {
      const fields = openTo(resource, 'update').filter(({ rules }) => !rules.requiredUnless);
      const { id } = await place.object(path);
      const ends = new Set<string>();
      const columns = fields.filter(({ end }) => !end || (!ends.has(end) && ends.add(end)));
      const lists = await Promise.all(
        columns.map(async (field) => spellings(field, field.ref ? await place.ids(field.ref.target) : [])),
      );
      for (let i = 0; i < Math.max(0, ...lists.map(({ length }) => length)); i++) {
        const given = columns.flatMap(({ name }, k) => (lists[k]![i] ? [[name, lists[k]![i]!] as const] : []));
        const written = await place.server.put(
          urlOf(id),
          Object.fromEntries(given.map(([name, [sent]]) => [name, sent])),
        );
        const want = Object.fromEntries(given.map(([name, [, answered]]) => [name, answered]));
        expect([written.status, written.body]).toEqual([200, expect.objectContaining(want)]);
        expect(await place.read(path, id)).toEqual(written.body);
      }
    });
  }, isWritable);

  /** A body that breaks no other rule; required references are there already. */
  const alone = async (resource: ResourceModel, overrides: Body): Promise<Body> =>
    resource.fields.some(({ ref, rules }) => ref && rules.required)
      ? completed(place.server, resource.path, overrides)
      : minimal(resource, overrides);
});

const freeName = ({ rules }: Field): string =>
  rules.format === 'email' ? `${uniqueName()}@example.org` : uniqueName();
