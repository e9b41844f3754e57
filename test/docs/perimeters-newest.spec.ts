/** What docs/perimeters.md says of making perimeters, done on a database of the older application's newest generation. @seconds 30 */
import { registry } from '../../src/engine/index.js';
import { describeWithOldDatabase, newestDatabase } from '../existing-database/old-database.js';
import { buildProgram, type Program } from '../existing-database/processes.js';
import { ADMIN, TestServer } from '../support/server.js';
import { plain, printedJson, shownJson } from './support/expected.js';
import { RUNNERS } from './support/kinds.js';
import { pages } from './support/pages.js';
import { Workplace } from './support/workplace.js';

const PAGE = 'docs/perimeters.md';
/** From there on the page is about maps that have no homes yet. */
const END = '\n## Homes\n';

describeWithOldDatabase(`${PAGE} on the newest generation`, () => {
  let program: Program;
  let place: Workplace;
  let server: TestServer;
  beforeAll(async () => {
    program = buildProgram();
    place = new Workplace(program.folder);
    server = await TestServer.start('mariadb', {}, await newestDatabase('bare'));
  });
  afterAll(async () => {
    place.remove();
    program.remove();
    await server.stop();
    registry.fit(new Map());
  });

  it('its snippets do what they show', async () => {
    const { source, blocks } = pages().find(({ path }) => path === PAGE)!;
    const last = source.slice(0, source.indexOf(END)).split('\n').length;
    place.settle({ MERIDIAN: server.url, TOKEN: server.token, PASSWORD: ADMIN.password }, []);
    let [printed, shown] = ['', 0];
    for (const { language, text, line } of blocks.filter((block) => block.line < last)) {
      const runner = RUNNERS[language];
      if (runner) {
        printed = await place.run(runner, text);
        expect([line, plain(printed).match(/"code":[45]\d\d/g)]).toEqual([line, null]);
      } else {
        const answer = printedJson(printed);
        expect({ line, answer }).toEqual({ line, answer: shownJson(text, answer) });
        shown++;
      }
    }
    expect(shown).toBeGreaterThan(0);
    const { body } = await server.get('/api/perimeters?filter[name]=Human resources&fields=roots,rules');
    expect(body).toEqual([
      { id: expect.any(Number) as number, roots: [expect.anything()], rules: [expect.anything()] },
    ]);
  });
});
