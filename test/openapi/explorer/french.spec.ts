/** The pages speak the language of their reader: nothing in French is left in English, but what the API's document tells. @seconds 22 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { OpenApi } from '../../../web/src/api/openapi.js';
import { common } from '../../../web/src/i18n/en/common.js';
import { explorer as explorerTexts } from '../../../web/src/i18n/en/explorer.js';
import { ADMIN } from '../../support/server.js';
import { describeInChromium, openOperation, runExamples, runOperations, signIn, TEXTS } from './browser.js';

const { en, fr } = TEXTS;

/** What is seen or read aloud on a page (see `shown-texts.js`). */
const shownTexts = (page: Page): Promise<string[]> => page.evaluate(SHOWN_TEXTS);

const SHOWN_TEXTS = readFileSync(join(__dirname, 'shown-texts.js'), 'utf8');

/** The parts of a text that stand by themselves on the page: without what is code, values being anything. */
const partsOf = (text: string | { one: string; other: string }): RegExp[] =>
  (typeof text === 'string' ? [text] : [text.one, text.other])
    .flatMap((one) => one.split(/`[^`]*`/))
    .map((part) => part.replace(/\s+/g, ' ').trim())
    // Too little is left of “{minimum} to {maximum}” to know it by.
    .filter((part) => part.replace(/\{\w+\}|\P{L}/gu, '').length > 2)
    .map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+?'))
    .map((part) => new RegExp(`^${part}$`));

/** Texts of the explorer: those of other pages may stand in the document as well. */
const KEYS = Object.keys({ ...common, ...explorerTexts }) as Array<keyof typeof common | keyof typeof explorerTexts>;
/** What looks the same in both languages is no English word left. */
const ENGLISH = KEYS.filter((key) => JSON.stringify(en[key]) !== JSON.stringify(fr[key])).flatMap((key) =>
  partsOf(en[key]).map((part) => ({ key, part })),
);
const FRENCH = KEYS.flatMap((key) => partsOf(fr[key]).map((part) => ({ key, part })));

describeInChromium('contract 12: the explorer in French, in Chromium', (explorer) => {
  it('no text of the catalogue is left in English, and every text is of the catalogue, the server or the document', async () => {
    const page = await explorer.open('/docs', { language: 'fr' });
    const seen = new Set<string>();
    const look = async (): Promise<void> => (await shownTexts(page)).forEach((text) => seen.add(text));
    expect(await page.evaluate('document.documentElement.lang')).toBe('fr');
    const examples = page.locator('.example');
    const run = { name: fr['example.run'] };
    await examples.first().getByRole('button', run).click();
    await page.locator('.problem').waitFor();
    await look();
    await signIn(page, { login: 'nobody', password: 'wrong' }, 'fr');
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: /\S/ }).waitFor();
    await look();
    await page.getByRole('button', { name: fr.cancel }).click();
    await signIn(page, ADMIN, 'fr');
    await page.getByRole('button', { name: fr['sign-out'] }).waitFor();
    await runExamples(page, 'fr');
    await look();
    await page.goto('/docs#/sites');
    const column = page.getByLabel(fr['builder.column']);
    for (const name of ['name', 'id', 'created_at', 'search', 'buildings_exists']) {
      await column.selectOption(name);
      await look();
    }
    await runOperations(page);
    await openOperation(page, 'Export sites');
    await look();
    await page.goto('/docs#/users');
    await page.locator('.opblock').first().waitFor();
    await look();
    const texts = [...seen];
    const keysIn = (parts: typeof FRENCH): string[] => [
      ...new Set(parts.filter(({ part }) => texts.some((text) => part.test(text))).map(({ key }) => key)),
    ];
    expect(keysIn(ENGLISH)).toEqual([]);
    expect(keysIn(FRENCH).length).toBeGreaterThan(130);
    // A phrase that is nowhere in the catalogue would be English in both languages.
    const phrases = texts.filter((text) => text.includes(' ') && !FRENCH.some(({ part }) => part.test(text)));
    const { tags, 'x-tagGroups': groups } = (await explorer.server.get('/api/openapi.json?detail=brief'))
      .body as OpenApi;
    const titles = [...tags, ...groups].map((one) => one['x-titles']?.fr);
    expect(phrases.filter((text) => !titles.includes(text) && !OTHERS.some((other) => other.test(text)))).toEqual([]);
  });
  it('is chosen with a button, kept, and leaves what was typed where it is', async () => {
    const page = await explorer.open('/docs#/sites', { language: 'en' });
    await signIn(page);
    await page.getByLabel(en['builder.value'], { exact: true }).fill('Valmarais');
    await page.getByLabel(en['builder.column']).selectOption('name');
    const creation = await openOperation(page, 'Create a site', 'application/json');
    await creation.locator('textarea').first().fill('{"name": ""}');
    await page.getByRole('button', { name: 'français' }).click();
    await page.getByRole('heading', { name: fr['builder.heading'] }).waitFor();
    expect(await page.getByLabel(fr['builder.value'], { exact: true }).inputValue()).toBe('Valmarais');
    expect(await creation.locator('textarea').first().inputValue()).toBe('{"name": ""}');
    await creation.getByRole('button', { name: fr['swagger:Execute'] }).click();
    // The server is asked in the language of the page, whatever that of the browser.
    const problem = creation.locator('.explained .problem');
    await problem.filter({ hasText: 'obligatoire' }).waitFor();
    expect(await problem.innerText()).toContain(fr['advice.422']);
    await page.reload();
    await page.getByRole('heading', { name: fr['builder.heading'] }).waitFor();
    expect(await page.evaluate('[document.documentElement.lang, Object.keys(localStorage).sort()]')).toEqual([
      'fr',
      ['meridian-language', 'meridian-session'],
    ]);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: en['builder.heading'] }).waitFor();
    await page.getByRole('button', { name: en['swagger:Execute'] }).first().waitFor({ state: 'detached' });
  });
});

/** Phrases that are no texts of the catalogue: a name, addresses, lists of its texts, and the server's own sentences. */
const OTHERS = [
  /^OpenAPI 3\.1$/,
  /^(get|post|put|patch|delete) \W*api\b/,
  // A request that the server sends, by its name.
  /^post change$/,
  /^(\d+ objets · )?\d+ ms · [\d,]+ ko$/,
  /^(obligatoire|\d+ caractère|jusqu’à \d+|\d+ à \d+)[^.]*$/,
  // Another spelling of a name.
  /^ou [a-z][A-Za-z]*$/,
  /^(Le champ (name|logical_servers) |Non authentifié|Ces identifiants |4\d\d )/,
];
