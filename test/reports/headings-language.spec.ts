/** Which language the headings of a report are in. */
import { startDemo } from '../support/demo.js';
import { TestServer } from '../support/server.js';
import { PATHS } from './headings-support.js';
import { fetched, parsedCsv } from './report-client.js';

let server: TestServer;
beforeAll(async () => {
  server = await startDemo('sqlite', {}, { today: new Date('2026-03-14T15:00:00Z') });
});
afterAll(() => server.stop());

describe('the language of a report', () => {
  const ENGLISH = 'Zone,Subnet,Address,Gateway,VLAN';
  const FRENCH = 'Zone,Sous-réseau,Adresse,Passerelle,VLAN';
  const heading = async (query = '', language?: string): Promise<string> => {
    const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language };
    const { body } = await server.get(`/api/report/zones?format=csv${query}`, { headers });
    return String(body).split('\r\n')[0]!;
  };

  it('is what `lang` says, then what Accept-Language prefers, then English', async () => {
    expect(await heading()).toBe(ENGLISH);
    expect(await heading('', 'fr-FR,fr;q=0.9,en;q=0.5')).toBe(FRENCH);
    expect(await heading('', 'en,fr;q=0.5')).toBe(ENGLISH);
    expect(await heading('', 'de')).toBe(ENGLISH);
    expect(await heading('&lang=fr', 'en')).toBe(FRENCH);
    expect(await heading('&lang=en', 'fr')).toBe(ENGLISH);
    expect(await heading('&lang=', 'fr')).toBe(FRENCH);
  });

  it("is not the user's own", async () => {
    await server.put('/api/users/1', { language: 'fr' });
    expect(await heading()).toBe(ENGLISH);
    await server.put('/api/users/1', { language: null });
  });

  it.each(['lang=de', 'lang=FR', 'lang[]=fr'])('400 for %s', async (query) => {
    for (const format of ['xlsx', 'json']) {
      const { status, body } = await server.get(`/api/report/zones?format=${format}&${query}`, { documented: false });
      expect([status, body.message]).toEqual([400, 'The parameter lang is not valid: it must be one of en, fr.']);
    }
  });

  it('is English in JSON, whatever is asked for, but for those who ask for words', async () => {
    for (const path of PATHS) {
      const read = async (query: string, language: string): Promise<unknown> => {
        const asked = `${path}${path.includes('?') ? '&' : '?'}format=json${query}`;
        const { bytes } = await fetched(server, asked, { 'accept-language': language });
        return (JSON.parse(bytes.toString()) as { sheets: unknown }).sheets;
      };
      expect(await read('&lang=fr', 'fr')).toEqual(await read('', 'en'));
      expect(await read('&lang=en&headings=words', 'fr')).toEqual(await read('', 'en'));
    }
    const { body } = await server.get('/api/report/zones?format=json&lang=fr&headings=words');
    expect(body.sheets[0].columns.join()).toBe(FRENCH);
    const refused = await server.get('/api/report/zones?format=json&headings=letters', { documented: false });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('headings')]);
  });

  it('is told to caches, beside what others have to say to them', async () => {
    const origin = 'https://map.example.org';
    const other = await TestServer.start('sqlite', { CORS_ORIGINS: `${origin},https://other.example.org` });
    try {
      for (const one of [server, other]) {
        const { headers } = await fetched(one, 'zones', { origin });
        const vary = headers.get('vary')!.toLowerCase().split(', ').sort();
        const expected = ['accept', 'accept-language', ...(one === other ? ['origin'] : [])];
        expect(vary.filter((name) => name !== 'accept-encoding')).toEqual(expected);
      }
    } finally {
      await other.stop();
    }
  });

  it('lets sheets be named in English or as the workbook shows them; files keep their names', async () => {
    const path = 'securityNeeds?format=csv&sheet=';
    const french = await fetched(server, `${path}Non%20li%C3%A9s&lang=fr`);
    expect(french.headers.get('content-disposition')).toMatch(/filename="securityNeeds-\d{8}\.csv"/);
    expect(french.bytes).toEqual((await fetched(server, `${path}Not%20linked&lang=fr`)).bytes);
    expect(parsedCsv(french.bytes.toString())[0]).toEqual(['Objet', 'Nom', 'C', 'I', 'D', 'T', 'Auth']);
    expect((await fetched(server, `${path}Non%20li%C3%A9s`)).status).toBe(400);
  });
});
