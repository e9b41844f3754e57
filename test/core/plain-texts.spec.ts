/** Plain texts keep what stands in angle brackets, unless `PLAIN_TEXT=strip` says otherwise (contract 15). @seconds 6 */
import { plainText, setPlainTexts } from '../../src/core/text/html.js';
import { ENGINES } from '../support/engines.js';
import { TestServer } from '../support/server.js';

const TEXTS = ['Ana Duarte <ana@hill.example>', 'List<String>', '<PROD> web', 'a < b', '<script>alert(1)</script>'];

describe('plain texts', () => {
  afterEach(() => setPlainTexts('keep'));

  it('are kept, or lose their tags', () => {
    expect(TEXTS.map(plainText)).toEqual(TEXTS);
    setPlainTexts('strip');
    expect(TEXTS.map(plainText)).toEqual(['Ana Duarte ', 'List', ' web', 'a < b', 'alert(1)']);
  });

  it.each(ENGINES)('are stored as they are sent, and shown so in a dry run, on %s', async (engine) => {
    const server = await TestServer.start(engine);
    try {
      for (const name of TEXTS) {
        const { status, body } = await server.post('/api/sites', { name, description: `<p>${name}</p>` });
        expect([status, (await server.get(`/api/sites/${body.id}`)).body.data.name]).toEqual([201, name]);
      }
      const [, , tagged] = TEXTS;
      const found = (await server.get(`/api/sites?filter[name]=${encodeURIComponent(tagged!)}`)).body;
      expect(found).toMatchObject([{ name: tagged }]);
      expect((await server.get(`/api/sites/${found[0].id}`)).body.data.description).toBe('<p> web</p>');
    } finally {
      await server.stop();
    }
  });
});
