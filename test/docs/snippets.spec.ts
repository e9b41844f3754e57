/** Runs every snippet of the README and the docs against a server, and compares the answers that they show. @seconds 61 */
import { buildProgram, type Program } from '../existing-database/processes.js';
import type { TestDatabase } from '../support/engines.js';
import { ADMIN, type TestServer } from '../support/server.js';
import { plain, printedJson, printedText, shownJson } from './support/expected.js';
import { elsewhere, OUTPUTS, PARSERS, RUNNERS, standIns } from './support/kinds.js';
import { pages, type Block, type Page } from './support/pages.js';
import { endSites, EXTERNAL, mapAt, otherDatabase, siteOf } from './support/site.js';
import { Workplace } from './support/workplace.js';

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(async () => {
  program.remove();
  await endSites();
});

it('every block is run, compared, saved and used, or parsed, and those left to other tests are there', () => {
  const orphans = pages().flatMap((page) => {
    const isKnown = ({ language, title }: Block): boolean =>
      [elsewhere(page, { language } as Block), RUNNERS[language], PARSERS[language]].some(Boolean) ||
      OUTPUTS.includes(language) ||
      title !== undefined;
    const odd = page.blocks.filter((block) => !isKnown(block));
    const unused = page.blocks.filter(
      ({ title }) => title && !page.blocks.some((block) => !block.title && block.text.includes(title)),
    );
    return [...odd, ...unused].map(({ language, line }) => `${page.path}:${line} (${language || 'no language'})`);
  });
  expect(orphans).toEqual([]);
  const silent = standIns().filter(({ page, text }) => !text.includes(page));
  expect(silent).toEqual([]);
});

describe.each(pages().map((page) => [page.path, page] as const))('%s', (_, page) => {
  let server: TestServer | undefined;
  let place: Workplace | undefined;
  let other: TestDatabase | undefined;
  afterAll(async () => {
    place?.remove();
    await server?.stop();
    await other?.drop();
  });

  /** What a snippet runs in. A page that begins another map goes on in its folder with another server. */
  async function settled(block: Block, before: Block | undefined): Promise<Workplace> {
    if (place && before && mapAt(page, block) === mapAt(page, before)) return place;
    await server?.stop();
    server = await siteOf(mapAt(page, block));
    other ??= await otherDatabase(page);
    place ??= new Workplace(program.folder);
    place.settle(environmentOf(server), [
      ['http://127.0.0.1:3000', server.url],
      ['the password that the server printed', ADMIN.password],
      ...['biomed', 'maelle'].map((login): [string, string] => [`the password of ${login}`, ADMIN.password]),
      [EXTERNAL, other?.url ?? EXTERNAL],
    ]);
    return place;
  }

  it(`its ${page.blocks.length} snippets do what they show`, async () => {
    let printed: string | undefined;
    let before: Block | undefined;
    for (const [i, block] of page.blocks.entries()) {
      const { language, title, text, line } = block;
      const where = `${page.path}:${line}`;
      const runner = RUNNERS[language];
      if (elsewhere(page, block)) printed = undefined;
      else if (title) (await settled(block, before ?? block)).save(block);
      else if (runner) {
        const workplace = await settled(block, before);
        before = block;
        printed = await workplace.run(runner, text).catch((error: Error) => {
          throw new Error(`${where}: ${error.message}`);
        });
        expect({ where, refusals: unshown(printed, page, i) }).toEqual({ where, refusals: [] });
      } else if (language === 'json' && printed !== undefined) {
        const answer = printedJson(printed);
        expect({ where, answer }).toEqual({ where, answer: shownJson(text, answer) });
      } else if (language === 'text' && printed !== undefined) {
        expect({ where, text: printedText(text, printed) }).toEqual({ where, text: plain(text) });
      } else PARSERS[language]?.(text);
    }
  }, 180_000);
});

const environmentOf = ({ url, token }: TestServer): Record<string, string> => ({
  MERIDIAN: url,
  TOKEN: token,
  PASSWORD: ADMIN.password,
  PORT: '0',
  BCRYPT_COST: '4',
});

/** Refusals of the server that the page does not show. */
function unshown(printed: string, { blocks }: Page, i: number): string[] {
  const shown = blocks[i + 1] && OUTPUTS.includes(blocks[i + 1]!.language) ? blocks[i + 1]!.text : '';
  return (printed.match(/"code":[45]\d\d/g) ?? []).filter((code) => !shown.replaceAll(' ', '').includes(code));
}
