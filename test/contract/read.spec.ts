/** Single objects and their tags, for every resource (contract 4, 5 and 6). @seconds 16 @always */
import { aChange } from './bodies.js';
import { destroyed, isWritable } from './deviations.js';
import { onEveryEngine } from './place.js';

const NO_IDS = ['4000000000', 'abc', '0', '01', '-1', '1.0', '12345678901', '1e3', '%20'];

onEveryEngine((place, forEachResource) => {
  forEachResource((resource) => {
    const { path } = resource;

    it('contract 4: what is no id, or nobody has, is 404', async () => {
      const answers = await Promise.all(NO_IDS.map((id) => place.server.get(`/api/${path}/${id}`)));
      expect(answers.map(({ status }) => status)).toEqual(NO_IDS.map(() => 404));
      for (const { body } of answers) expect(body).toEqual(expect.objectContaining({ code: 404, status: 404 }));
    });

    it('contract 4, 6: HEAD answers as GET does, without a body', async () => {
      const [id] = await place.ids(path);
      for (const url of [`/api/${path}`, `/api/${path}/${id}`]) {
        const [got, head] = [await place.server.get(url), await place.server.request('HEAD', url)];
        expect([head.status, head.body]).toEqual([200, '']);
        expect(head.headers.get('etag')).toBe(got.headers.get('etag'));
        expect(head.headers.get('content-type')).toBe('application/json; charset=utf-8');
      }
    });

    it('contract 5, 6: a list row is the object without its links, and lists are ordered by id', async () => {
      const ids = await place.ids(path);
      const { body } = await place.server.get(`/api/${path}`);
      const listed = (body as Array<{ id: number }>).map(({ id }) => id);
      expect(listed).toEqual([...listed].sort((a, b) => a - b));
      const whole = await place.read(path, ids[0]!);
      const columns = resource.fields.filter(({ hidden }) => !hidden).map(({ name }) => name);
      const row = (body as Array<Record<string, unknown>>).find(({ id }) => id === ids[0])!;
      expect(Object.keys(row)[0]).toBe('id');
      expect(Object.keys(row).filter((key) => resource.links.some(({ name }) => name === key))).toEqual([]);
      expect(row).toEqual(expect.objectContaining(Object.fromEntries(columns.map((name) => [name, whole[name]]))));
    });

    it('contract 6: a read has a strong tag, and If-None-Match answers 304', async () => {
      const [id] = await place.ids(path);
      const url = `/api/${path}/${id}`;
      const { headers } = await place.server.get(url);
      const tag = headers.get('etag')!;
      expect(tag).toMatch(/^"[^"]+"$/);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      const asked = async (match: string): Promise<[number, unknown, string | null]> => {
        const answer = await place.server.get(url, { headers: { 'if-none-match': match } });
        return [answer.status, answer.body, answer.headers.get('etag')];
      };
      expect(await asked(tag)).toEqual([304, '', tag]);
      expect(await asked(`"other", ${tag}`)).toEqual([304, '', tag]);
      expect((await asked('"other"'))[0]).toBe(200);
    });
  });

  forEachResource((resource) => {
    const { path } = resource;

    it('contract 4, 6: writing to what is no id, or nobody has, is 404', async () => {
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const body = method === 'DELETE' ? {} : { body: {} };
        const answers = await Promise.all(
          ['4000000000', 'abc', '01'].map((id) => place.server.request(method, `/api/${path}/${id}`, body)),
        );
        expect([method, ...answers.map(({ status }) => status)]).toEqual([method, 404, 404, 404]);
      }
    });

    it('contract 6: a deleted object is 404 for every verb', async () => {
      const { id } = await place.object(path);
      const url = `/api/${path}/${id}`;
      const gone = await place.server.delete(url);
      expect(gone.status).toBe(destroyed(resource));
      expect(gone.body).toEqual(destroyed(resource) === 200 ? [] : '');
      const verbs = ['GET', 'HEAD', 'DELETE'].map((method) => place.server.request(method, url));
      const writes = [place.server.put(url, {}), place.server.patch(url, {})];
      expect((await Promise.all([...verbs, ...writes])).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      const { body } = await place.server.get(`/api/${path}`);
      expect((body as Array<{ id: number }>).some((row) => row.id === id)).toBe(false);
    });

    it('contract 6: the tag changes with the object, and If-Match refuses a stale one', async () => {
      const { id } = await place.object(path);
      const url = `/api/${path}/${id}`;
      const old = (await place.server.get(url)).headers.get('etag')!;
      const { name, value } = await aChange(place, resource);
      const written = await place.server.put(url, { [name]: value }, { headers: { 'if-match': old } });
      const tag = written.headers.get('etag')!;
      expect([written.status, tag]).toEqual([200, (await place.server.get(url)).headers.get('etag')]);
      expect(tag).not.toBe(old);
      const rows = await place.rows(resource);
      for (const headers of [{ 'if-match': old }, { 'if-match': `"other", ${old}` }]) {
        const stale = [place.server.put(url, { [name]: null }, { headers }), place.server.patch(url, {}, { headers })];
        const all = await Promise.all([...stale, place.server.delete(url, { headers })]);
        expect(all.map(({ status }) => status)).toEqual([412, 412, 412]);
      }
      expect(await place.rows(resource)).toEqual(rows);
      expect((await place.server.put(url, {}, { headers: { 'if-match': '*' } })).status).toBe(200);
      expect((await place.server.delete(url, { headers: { 'if-match': tag } })).status).toBe(destroyed(resource));
    });
  }, isWritable);

  it('contract 6: a weak tag in If-Match matches nothing, since tags of objects are strong', async () => {
    const { id } = await place.object('sites');
    const tag = (await place.server.get(`/api/sites/${id}`)).headers.get('etag')!;
    const headers = { 'if-match': `W/${tag}` };
    expect((await place.server.put(`/api/sites/${id}`, {}, { headers })).status).toBe(412);
    expect((await place.server.delete(`/api/sites/${id}`, { headers })).status).toBe(412);
  });
});
