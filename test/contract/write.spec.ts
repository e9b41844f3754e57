/** Creating and changing single objects, for every resource (contract 4 and 6). @seconds 36 @always */
import { settable, valid, type Body } from '../support/make.js';
import type { TestAnswer } from '../support/server.js';
import { aChange, backdate, expected, full, keysAnswered, keysOf, twinsIn } from './bodies.js';
import { isFilled, isStorable, isWritable } from './deviations.js';
import { FORM, multipart, urlencoded } from './forms.js';
import { onEveryEngine } from './place.js';

onEveryEngine((place, forEachResource) => {
  forEachResource((resource) => {
    const { path } = resource;

    it('contract 6: the smallest body makes an object, answered whole with its place', async () => {
      const body = await place.body(path);
      const { status, body: made, headers } = await place.server.post(`/api/${path}`, body);
      expect([status, made]).toEqual([201, expected(resource, body, made)]);
      expect(keysAnswered(resource, made)).toEqual(keysOf(resource));
      expect(headers.get('location')).toBe(`/api/${path}/${made.id}`);
      const read = await place.server.get(`/api/${path}/${made.id}`);
      expect([read.body, read.headers.get('etag')]).toEqual([{ data: made }, headers.get('etag')]);
    });

    it('contract 4, 6: every column that can be set is stored and answered as sent', async () => {
      const body = await full(place, resource);
      const { status, body: made } = await place.server.post(`/api/${path}`, body);
      const sent = Object.fromEntries(Object.entries(body).filter(([name]) => keysOf(resource).includes(name)));
      expect([status, made]).toEqual([201, expected(resource, sent, made)]);
      expect(await place.read(path, made.id)).toEqual(made);
    });

    it('contract 4: null, or an empty text, clears what may be empty', async () => {
      const { body: made } = await place.server.post(`/api/${path}`, await full(place, resource));
      const names = settable(resource)
        .filter(({ nullable, rules, writable, hidden }) => nullable && writable === true && !rules.required && !hidden)
        .filter(({ name, rules }) => !rules.requiredUnless && !isFilled(resource, name))
        .map(({ name }) => name);
      const cleared = Object.fromEntries(names.map((name) => [name, null]));
      const body = Object.fromEntries(names.map((name, i) => [name, [null, '', '   '][i % 3]]));
      const written = await place.server.put(`/api/${path}/${made.id}`, body);
      const times = { updated_at: expect.any(String) };
      const want = { ...made, ...times, ...cleared, ...twinsIn(resource, cleared) };
      expect([written.status, written.body]).toEqual([200, want]);
    });

    it('contract 4, 10: null for what cannot be empty is 422', async () => {
      const needed = settable(resource).filter(({ rules, nullable }) => rules.required || !nullable);
      const before = await place.rows(resource);
      const { id } = await place.object(path);
      const rows = await place.rows(resource);
      expect(rows).not.toEqual(before);
      const open = needed.filter(({ writable }) => writable === true);
      for (const nothing of [null, '']) {
        const body = Object.fromEntries(open.map(({ name }) => [name, nothing]));
        const { status, body: told } = await place.server.put(`/api/${path}/${id}`, body);
        const errors = Object.fromEntries(open.map(({ name }) => [name, [`The ${name} field is required.`]]));
        expect([status, told.errors]).toEqual(open.length ? [422, errors] : [200, undefined]);
      }
      expect(await place.rows(resource)).toEqual(rows);
    });

    it('contract 10: a missing required column is told by name', async () => {
      const needed = settable(resource).filter(
        ({ rules, nullable, default: preset }) => rules.required || (!nullable && preset === undefined),
      );
      const rows = await place.rows(resource);
      const { status, body } = await place.server.post(`/api/${path}`, {});
      const wanted = needed.map(({ name }) => [name, [`The ${name} field is required.`]] as const);
      const unless = resource.fields.find(({ rules }) => rules.requiredUnless);
      if (!wanted.length && !unless) expect(status).toBe(201);
      else
        expect([status, body.code, body.errors]).toEqual([
          422,
          422,
          expect.objectContaining(Object.fromEntries(wanted)),
        ]);
      if (status === 422) expect(await place.rows(resource)).toEqual(rows);
    });

    it('contract 4: a form makes the same object as JSON does', async () => {
      const body = await full(place, resource);
      // A form has no way to say that a list is empty but as JSON.
      const lists = resource.fields.filter(({ kind }) => kind === 'list');
      const texts = Object.fromEntries(lists.map(({ name }) => [name, JSON.stringify(body[name])]));
      const form = urlencoded({ ...body, ...texts });
      const { status, body: made } = await place.server.post(`/api/${path}`, form, FORM);
      const sent = Object.fromEntries(Object.entries(body).filter(([name]) => keysOf(resource).includes(name)));
      expect([status, made]).toEqual([201, expected(resource, sent, made)]);
    });
  }, isStorable);

  forEachResource((resource) => {
    const { path } = resource;
    const urlOf = (id: number): string => `/api/${path}/${id}`;

    it('contract 4: the object just read can be sent back, and nothing changes', async () => {
      const { id } = await place.object(path, await given(resource));
      await backdate(place, resource, id);
      const [before, rows] = [await place.server.get(urlOf(id)), await place.rows(resource)];
      for (const body of [before.body.data, before.body, {}]) {
        const written = await place.server.put(urlOf(id), body);
        expect([written.status, written.body]).toEqual([200, before.body.data]);
        expect(written.headers.get('etag')).toBe(before.headers.get('etag'));
        expect(written.headers.get('x-ignored-fields')).toBeNull();
      }
      expect(await place.rows(resource)).toEqual(rows);
      expect(await place.read(path, id)).toEqual(before.body.data);
    });

    it.each(['PUT', 'PATCH'])('contract 6: %s changes what is sent, and touches the object', async (method) => {
      const { id } = await place.object(path, await given(resource));
      await backdate(place, resource, id);
      const before = await place.read(path, id);
      const { name, value } = await aChange(place, resource);
      const sent = before[name] === value ? null : value;
      const written = await place.server.request(method, urlOf(id), { body: { [name]: sent } });
      const after = { ...before, [name]: sent, updated_at: expect.any(String) };
      expect([written.status, written.body]).toEqual([200, after]);
      expect(written.body.updated_at > before['updated_at']!).toBe(true);
      expect(await place.read(path, id)).toEqual(written.body);
    });

    it('contract 4: names that mean nothing are told, and refused where that is asked for', async () => {
      const { id } = await place.object(path);
      const own = { id: 1, created_at: 'x', updated_at: 1, deleted_at: '2001-01-01' };
      const readOnly = Object.fromEntries(Object.entries(own).filter(([name]) => keysOf(resource).includes(name)));
      const { status, headers } = await place.server.put(urlOf(id), { inconnu: 1, 'né à': 2, ...readOnly });
      expect([status, headers.get('x-ignored-fields')]).toEqual([200, 'inconnu,n%C3%A9%20%C3%A0']);
      expect((await place.server.put(`${urlOf(id)}?strict=1`, readOnly)).status).toBe(200);
      const strict = await place.server.put(`${urlOf(id)}?strict=1`, { inconnu: 1 });
      expect([strict.status, Object.keys(strict.body.errors)]).toEqual([422, ['inconnu']]);
    });

    it('contract 4: _method in a form or multipart body, and a body wrapped in data', async () => {
      const changed = async (send: (url: string, body: Body) => Promise<TestAnswer>): Promise<void> => {
        const { id } = await place.object(path);
        const { name, value } = await aChange(place, resource);
        const { status, body } = await send(urlOf(id), { [name]: value });
        expect([status, body[name]]).toEqual([200, value]);
      };
      const { server } = place;
      await changed((url, body) => server.post(url, urlencoded({ _method: 'put', ...body }), FORM));
      await changed((url, body) => server.post(url, multipart({ _method: 'PATCH', ...body })));
      await changed((url, body) => server.put(url, urlencoded(body), FORM));
      await changed((url, body) => server.put(url, { data: body }));
    });

    it('contract 4: every other name of a column is taken', async () => {
      const { id } = await place.object(path);
      for (const field of resource.fields) {
        for (const alias of field.aliases) {
          const value = field.ref ? (await place.ids(field.ref.target))[1] : valid(field);
          const { status, body } = await place.server.put(urlOf(id), { [alias]: value });
          expect([alias, status, body[field.name]]).toEqual([alias, 200, value]);
          const both = await place.server.put(urlOf(id), { [alias]: 'one of them', [field.name]: 'another' });
          expect([both.status, Object.keys(both.body.errors ?? {})]).toEqual([422, [field.name]]);
          await place.server.put(urlOf(id), { [field.name]: null });
        }
      }
    });

    const given = async ({ path: at }: typeof resource): Promise<Body> =>
      at === 'documents' ? {} : full(place, resource);
  }, isWritable);
});
