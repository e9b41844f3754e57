/** Links between objects, for every resource and from both ends (contract 4 and 6). @seconds 18 @always */
import type { ResourceModel } from '../../src/engine/index.js';
import { valid, type Body } from '../support/make.js';
import { aChange, backdate } from './bodies.js';
import { isHeld, isStorable, isWritable } from './deviations.js';
import { FORM, urlencoded } from './forms.js';
import { answered, inAnswer, isShownBy, linkBody, linksOf, rowsOf } from './links.js';
import { onEveryEngine } from './place.js';

const AB = ([a, b]: number[]): number[] => [a!, b!];
const BC = ([, b, c]: number[]): number[] => [b!, c!];
const NONE = (): number[] => [];

/** Ways to write a set, with the places that it names of the three ids. */
const ELEMENTS: Array<[sent: (ids: number[]) => unknown, places: number[]]> = [
  [([a, b]) => [String(b), ` ${a} `], [0, 1]],
  [([, b, c]) => [{ id: b, name: 'ignored' }, { id: String(c) }], [1, 2]],
  [([a, b]) => [b, a, b, String(a)], [0, 1]],
  [([, , c]) => c, [2]],
  [([a]) => String(a), [0]],
  [([, b]) => ({ id: b }), [1]],
  [([a, b, c]) => ({ 0: a, 1: b, 2: c }), [0, 1, 2]],
];

/** What cannot be an id; each element is told under its place. */
const RUBBISH = ['x', { a: 1 }, 1.5, 0, -1, [1], null, true, '01'];

onEveryEngine((place, forEachResource) => {
  const urlOf = ({ path }: ResourceModel, id: number): string => `/api/${path}/${id}`;

  /** Each far end shows the object exactly if its place is among these. */
  const expectFarEnds = async (resource: ResourceModel, id: number, places: number[]): Promise<void> => {
    for (const link of linksOf(resource)) {
      const ids = await place.ids(link.target);
      const shown = await Promise.all(ids.map((other) => isShownBy(place, resource, link, id, other)));
      expect([link.name, shown]).toEqual([link.name, ids.map((_, i) => places.includes(i))]);
    }
  };

  forEachResource(
    (resource) => {
      it('contract 4, 6: links given on creation are answered in order, and seen from both ends', async () => {
        const body = await place.body(resource.path, await linkBody(place, resource, ([a, b]) => [b, a]));
        const { status, body: made } = await place.server.post(`/api/${resource.path}`, body);
        const want = answered(resource, await linkBody(place, resource, AB));
        expect([status, made]).toEqual([201, expect.objectContaining(want)]);
        expect(await place.read(resource.path, made.id)).toEqual(made);
        await expectFarEnds(resource, made.id, [0, 1]);
      });

      it('contract 6: an unknown or deleted target is 422 on its place, and nothing is stored', async () => {
        const body = await place.body(resource.path);
        const wrong = await linkBody(place, resource, ([a], _, dead) => [a, dead, 4_000_000_009]);
        const rows = await place.rows(resource);
        const { status, body: told } = await place.server.post(`/api/${resource.path}`, { ...body, ...wrong });
        const errors = linksOf(resource).flatMap(({ name }) => [`${name}.1`, `${name}.2`]);
        expect([status, Object.keys(told.errors).sort()]).toEqual([422, errors.sort()]);
        for (const { name } of linksOf(resource)) {
          expect(told.errors[`${name}.1`]).toEqual([`The selected ${name} is invalid.`]);
        }
        expect(await place.rows(resource)).toEqual(rows);
      });
    },
    (resource) => isStorable(resource) && linksOf(resource).length > 0,
  );

  forEachResource(
    (resource) => {
      const write = async (id: number, body: Body): Promise<void> => {
        const { status, body: written } = await place.server.put(urlOf(resource, id), body);
        expect([status, written]).toEqual([200, expect.objectContaining(answered(resource, body))]);
        expect(await place.read(resource.path, id)).toEqual(written);
      };

      it('contract 6: a link field replaces, an absent one stays, [] and null clear', async () => {
        const { id } = await place.object(resource.path);
        const [ab, bc] = [await linkBody(place, resource, AB), await linkBody(place, resource, BC)];
        await write(id, ab);
        await backdate(place, resource, id);
        await write(id, bc);
        await expectFarEnds(resource, id, [1, 2]);
        expect((await place.read(resource.path, id))['updated_at']).not.toMatch(/^2001/);
        const { name, value } = await aChange(place, resource);
        const other = await place.server.put(urlOf(resource, id), { [name]: value });
        expect(other.body).toEqual(expect.objectContaining(answered(resource, bc)));
        await write(id, await linkBody(place, resource, NONE));
        await expectFarEnds(resource, id, []);
        await write(id, ab);
        const cleared = await place.server.put(urlOf(resource, id), await linkBody(place, resource, () => null));
        expect([cleared.status, cleared.body]).toEqual([
          200,
          expect.objectContaining(answered(resource, await linkBody(place, resource, NONE))),
        ]);
      });

      it('contract 6: writing the set that is there changes nothing, not even the time', async () => {
        const { id } = await place.object(resource.path);
        const ab = await linkBody(place, resource, AB);
        await place.server.put(urlOf(resource, id), ab);
        await backdate(place, resource, id);
        const rows = await place.rows(resource);
        await write(id, await linkBody(place, resource, AB));
        await place.server.put(urlOf(resource, id), await linkBody(place, resource, ([a, b]) => [b, a, b]));
        expect((await place.read(resource.path, id))['updated_at']).toMatch(/^2001/);
        expect(await place.rows(resource)).toEqual(rows);
      });

      it('contract 4: elements are ids, numeric strings or objects with an id; one alone is a list of one', async () => {
        const { id } = await place.object(resource.path);
        for (const [sent, places] of ELEMENTS) {
          const want = answered(resource, await linkBody(place, resource, (ids) => places.map((i) => ids[i]!)));
          const { status, body } = await place.server.put(urlOf(resource, id), await linkBody(place, resource, sent));
          expect([status, body]).toEqual([200, expect.objectContaining(want)]);
        }
        const bracketed = (body: Body): Body =>
          Object.fromEntries(Object.entries(body).map(([name, value]) => [`${name}[]`, value]));
        const [ab, bc] = [await linkBody(place, resource, AB), await linkBody(place, resource, BC)];
        const json = await place.server.put(urlOf(resource, id), bracketed(ab));
        expect([json.status, json.body]).toEqual([200, expect.objectContaining(answered(resource, ab))]);
        const form = await place.server.put(urlOf(resource, id), urlencoded(bc), FORM);
        expect([form.status, form.body]).toEqual([200, expect.objectContaining(answered(resource, bc))]);
      });

      it('contract 4: every other name of a link is taken; two spellings that differ are 422', async () => {
        const { id } = await place.object(resource.path);
        const names = new Set([...resource.fields, ...resource.links].map(({ name }) => name));
        for (const { name, aliases, alsoShownAs, target } of linksOf(resource)) {
          const ids = await place.ids(target);
          for (const alias of [...aliases, ...alsoShownAs].filter((other) => !names.has(other))) {
            names.add(alias);
            const { status, body } = await place.server.put(urlOf(resource, id), { [alias]: [ids[0]] });
            expect([alias, status, body[name]]).toEqual([alias, 200, [ids[0]]]);
            const both = await place.server.put(urlOf(resource, id), { [alias]: [ids[1]], [name]: [ids[2]] });
            expect([both.status, Object.keys(both.body.errors)]).toEqual([422, [name]]);
            const same = await place.server.put(urlOf(resource, id), { [alias]: [], [name]: [] });
            expect([same.status, same.body[name]]).toEqual([200, []]);
          }
        }
      });

      it('contract 4, 6: an element that is no id, or no live object, is 422 on its place', async () => {
        const { id } = await place.object(resource.path);
        const ab = await linkBody(place, resource, AB);
        await place.server.put(urlOf(resource, id), ab);
        const rows = await place.rows(resource);
        const told = async (value: (ids: number[], _: unknown, dead: number) => unknown): Promise<unknown[]> => {
          const { status, body } = await place.server.put(urlOf(resource, id), await linkBody(place, resource, value));
          return [status, Object.keys(body.errors ?? {}).sort()];
        };
        const at = (places: number[]): unknown[] => [
          422,
          linksOf(resource)
            .flatMap(({ name }) => places.map((i) => `${name}.${i}`))
            .sort(),
        ];
        expect(await told(() => RUBBISH)).toEqual(at(RUBBISH.map((_, i) => i)));
        expect(await told(([, b, c], _, dead) => [b, c, { id: dead }])).toEqual(at([2]));
        expect(await told((_, __, dead) => dead)).toEqual(at([0]));
        expect(await told(() => 'tous')).toEqual(at([0]));
        expect(await place.rows(resource)).toEqual(rows);
        expect(await place.read(resource.path, id)).toEqual(expect.objectContaining(answered(resource, ab)));
      });

      it('contract 6: a deleted target leaves the id arrays, and the rest can be sent back', async () => {
        const { id } = await place.object(resource.path);
        const links = linksOf(resource).filter((link) => !isHeld(link.target));
        const doomed: Body = {};
        for (const { name, target } of links) doomed[name] = [(await place.object(target)).id];
        await place.server.put(urlOf(resource, id), doomed);
        const shown = Object.fromEntries(links.map((link) => [link.name, inAnswer(link, doomed[link.name])]));
        expect(await place.read(resource.path, id)).toEqual(expect.objectContaining(shown));
        for (const { name, target } of links) {
          await place.server.delete(`/api/${target}/${(doomed[name] as number[])[0]}`);
        }
        const left = await place.read(resource.path, id);
        expect(left).toEqual(expect.objectContaining(Object.fromEntries(links.map(({ name }) => [name, []]))));
        const rows = await place.rows(resource);
        expect((await place.server.put(urlOf(resource, id), left)).body).toEqual(left);
        expect(await place.rows(resource)).toEqual(rows);
      });
    },
    (resource) => isWritable(resource) && linksOf(resource).length > 0,
  );

  forEachResource(
    (resource) => {
      it('contract 6: small rows are written whole with their parent', async () => {
        for (const { name, items } of rowsOf(resource)) {
          const row = Object.fromEntries(items!.map((item) => [item.name, valid(item)]));
          const [first] = items!;
          const another = first!.rules.format ? valid(first!) : 'autre';
          const other = { ...row, [first!.name]: first!.kind === 'decimal' ? 2 : another };
          const made = await place.object(resource.path, { [name]: [row, other] });
          const set = (rows: unknown[]): unknown => expect.arrayContaining(rows);
          expect([made[name], (made[name] as unknown[]).length]).toEqual([set([row, other]), 2]);
          const url = urlOf(resource, made.id);
          expect((await place.server.put(url, {})).body[name]).toEqual(made[name]);
          expect((await place.server.put(url, { [name]: [other] })).body[name]).toEqual([other]);
          expect(await place.read(resource.path, made.id)).toEqual(expect.objectContaining({ [name]: [other] }));
          const rows = await place.rows(resource);
          expect((await place.server.put(url, { [name]: [other] })).status).toBe(200);
          for (const wrong of [['x'], [[]], [5]]) {
            const { status, body } = await place.server.put(url, { [name]: wrong });
            expect([status, Object.keys(body.errors)]).toEqual([422, expect.arrayContaining([`${name}.0`])]);
          }
          const keys = items!.map((item) => `${name}.1.${item.name}`);
          const rubbish = Object.fromEntries(items!.map((item) => [item.name, { a: 1 }]));
          const { status, body } = await place.server.put(url, { [name]: [row, rubbish] });
          expect([status, Object.keys(body.errors)]).toEqual([422, keys]);
          expect(await place.rows(resource)).toEqual(rows);
          for (const nothing of [[], null]) {
            await place.server.put(url, { [name]: [row] });
            expect((await place.server.put(url, { [name]: nothing })).body[name]).toEqual([]);
          }
        }
      });
    },
    (resource) => rowsOf(resource).length > 0,
  );
});
