/** The first page, the search, reports and queries by tasks of people, in a real Chromium. @seconds 35 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS, type Explorer } from '../openapi/explorer/browser.js';
import { ADMIN, TestServer } from '../support/server.js';
import { openAs, signInAt } from './people.js';

const { en, fr } = TEXTS;

/** A place for a value of a text is anything. */
const like = (text: string): RegExp => new RegExp(text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+'));

/** What a browser is given as a file: its name, and what is in it. */
async function fileOf(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

describeInChromium('front: the first page, search, reports and queries in Chromium', (explorer: Explorer) => {
  it('the server with 10.20.10.35 is found from any page, by keyboard, in the list of first hits or on the page of all', async () => {
    const page = await openAs(explorer, 'auditor', '/objects/sites');
    await page.getByRole('table').waitFor();
    await page.keyboard.press('/');
    await page.waitForFunction("document.activeElement.id === 'map-search'");
    await page.keyboard.type('10.20.10.35');
    const hit = page.getByRole('option').first();
    await hit.waitFor();
    const found = await hit.innerText();
    expect(found).toContain('Logical server');
    expect(found).not.toContain('Logical servers');
    expect(found).toContain('10.20.10.35');
    // Nothing was chosen in the list: Enter shows all of them.
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=10.20.10.35');
    await page.getByRole('heading', { level: 2, name: 'Logical servers' }).waitFor();
    const first = page.locator('.hits li').first();
    // What it stands in, and by what it was found.
    expect(await first.innerText()).toMatch(/(Physical server|Cluster) · .+/);
    expect(await first.locator('.hit-match mark').innerText()).toBe('10.20.10.35');
    const name = await first.locator('.hit-name').innerText();
    expect(found).toContain(name);
    await first.locator('.hit-name').click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    // The same by the arrow.
    await page.keyboard.press('/');
    await page.keyboard.type('10.20.10.35');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/objects\/logical-servers\/\d+/);
  });

  it('searches while somebody types, narrows to a kind, and the address is what is seen', async () => {
    const page = await openAs(explorer, 'auditor', '/search', { language: 'fr' });
    const field = page.getByRole('searchbox', { name: fr['search.label'] });
    await field.fill('srv');
    await page.waitForURL('**/search?q=srv');
    const kinds = page.getByRole('navigation', { name: fr['search.kinds'] });
    await kinds.getByRole('link', { name: /^Serveurs physiques/ }).click();
    await page.waitForURL('**/search?q=srv&kinds=physical-servers');
    await page.waitForFunction("document.querySelectorAll('.search-kind').length === 1");
    expect(await page.locator('.hits mark').first().innerText()).toBe('SRV');
    await kinds.getByRole('link', { name: like(fr['search.all-kinds']) }).click();
    await page.getByRole('heading', { name: /^Serveurs logiques/ }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: /^Serveurs logiques/ }).waitFor();
    expect(await field.inputValue()).toBe('srv');
  });

  it('where nothing is found it says what was looked at, and what was not', async () => {
    const page = await openAs(explorer, 'biomed', '/search?q=Clart%C3%A9');
    await page.getByText(like(en['search.none'])).waitFor();
    await page.getByText(/Applications, /).waitFor();
    await page.getByText(/kinds were not looked at/).waitFor();
  });

  it('the first page tells what there is, which kinds are empty, what ends, and where most lacks', async () => {
    const page = await explorer.open('/login');
    await signInAt(page, ADMIN.login);
    await page.waitForURL('**/home');
    const applications = page.locator('.view', { has: page.getByRole('heading', { name: /^Applications/ }) });
    await applications.getByRole('link', { name: 'Databases', exact: true }).waitFor();
    // Numbers stand below each other.
    const ends = await applications
      .locator('.count-number')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
    expect([ends.length > 2, new Set(ends).size]).toEqual([true, 1]);
    const maps = page.locator('.view', { has: page.getByRole('heading', { name: /^Saved maps/ }) });
    await maps.getByText('1 kind is empty').click();
    await maps.getByRole('link', { name: 'Saved maps' }).waitFor();
    await page
      .getByRole('region', { name: /^Certificates/ })
      .getByText(/^ended/)
      .first()
      .waitFor();
    const maturity = page.getByRole('region', { name: en['home.maturity'] });
    await maturity.getByText('Ecosystem').waitFor();
    // What most objects lack is said in words, and its link leads to as many of them.
    const lack = maturity.locator('small').first();
    const said = /([\d,]+) (?:has|have) no value for “(.+)”/.exec(await lack.innerText())!;
    const lacking = await explorer.open((await lack.locator('a').getAttribute('href'))!, {
      session: JSON.parse(await page.evaluate("sessionStorage.getItem('meridian-session')")) as object,
    });
    await lacking.locator('.count', { hasText: new RegExp(`^${said[1]} `) }).waitFor();
    expect(await lacking.getByRole('list', { name: en['builder.filters'] }).innerText()).toContain(said[2]);
    const before = await maturity.locator('ul').innerText();
    await maturity.getByLabel(en['home.level']).selectOption('3');
    await page.waitForFunction(`document.querySelector('.maturity').innerText !== ${JSON.stringify(before)}`);
    await page.reload();
    await maturity.getByText('Ecosystem').waitFor();
    expect(await maturity.getByLabel(en['home.level']).inputValue()).toBe('3');
    await page.getByRole('link', { name: 'Crisis directory' }).click();
    await page.getByLabel('Contracts in force on').fill('2027-01-31');
    await page.waitForURL('**/reports/directory?date=2027-01-31');
  });

  it('somebody with few rights gets a first page of what they may see', async () => {
    const page = await openAs(explorer, 'biomed', '/home', { language: 'fr' });
    await page.getByRole('link', { name: 'Périphériques' }).first().waitFor();
    expect(await page.getByRole('heading', { name: fr['home.maturity'] }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: fr['home.reports'] }).count()).toBe(0);
    await page.goto('/reports');
    await page.getByText(fr['reports.not-allowed']).waitFor();
    await page.goto('/queries');
    await page.getByText(fr['queries.not-allowed']).waitFor();
  });

  it('the GDPR register is downloaded in French, and its first rows are shown', async () => {
    const page = await openAs(explorer, 'auditor', '/reports');
    await page.getByRole('link', { name: 'GDPR register, in full' }).click();
    await page.getByLabel(en['reports.language']).selectOption('fr');
    await page.waitForURL('**/reports/activityReport?lang=fr');
    const { name, text } = await fileOf(page, en['reports.format.csv']);
    expect(name).toMatch(/^register-report-\d{8}\.csv$/);
    expect(text.slice(0, 300)).toContain('Responsable du traitement');
    await page.getByText(/downloaded/).waitFor();
    await page.getByRole('button', { name: en['reports.preview.show'] }).click();
    // The preview is in the language that was chosen, and says so to screen readers.
    const tab = page.getByRole('tab', { selected: true });
    expect([await tab.innerText(), await tab.getAttribute('lang')]).toEqual(['Registre', 'fr']);
    await page.getByRole('columnheader', { name: 'Responsable du traitement' }).waitFor();
    await tab.press('ArrowRight');
    await page.getByRole('columnheader', { name: 'Traitement', exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Fiches');
  });

  it('a query with a mistake says so under the word; mended, kept and shared it is run by somebody else', async () => {
    const page = await openAs(explorer, 'nadia', '/queries/new');
    const text = page.getByLabel(en['queries.text']);
    await text.focus();
    await page.keyboard.type('FROM sit');
    await page.getByRole('option', { name: 'sites' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(' FIELDS nmae ');
    await page.keyboard.press('Control+Enter');
    await page.getByText('sites have no column nmae. Did you mean name?').waitFor();
    expect(await page.locator('.editor-marks mark').innerText()).toBe('nmae');
    await page.getByRole('button', { name: 'nmae' }).click();
    await page.keyboard.type('name');
    await page.getByRole('button', { name: en['queries.run'], exact: true }).click();
    await page.getByRole('cell', { name: 'Les Tilleuls' }).waitFor();
    // What was typed is there after going elsewhere.
    await page.getByRole('link', { name: en['home.place'] }).click();
    await page.waitForURL('**/home');
    await page.goBack();
    expect(await text.inputValue()).toBe('FROM sites FIELDS name ');
    await page.getByLabel(en['queries.name']).fill('All sites');
    await page.getByLabel(en['queries.share']).check();
    await page.getByRole('button', { name: en['queries.save'], exact: true }).click();
    await page.waitForURL(/\/queries\/\d+$/);
    const { pathname } = new URL(page.url());
    await page.getByRole('heading', { level: 1, name: 'All sites' }).waitFor();
    await page.getByRole('cell', { name: 'Les Tilleuls' }).waitFor();
    const other = await openAs(explorer, 'auditor', pathname, { language: 'fr' });
    await other.getByRole('cell', { name: 'Les Tilleuls' }).waitFor();
    expect(await other.getByRole('columnheader').allInnerTexts()).toEqual(['Nom']);
    expect(await other.getByRole('button', { name: fr['queries.delete'] }).count()).toBe(0);
    await page.getByRole('button', { name: en['queries.delete'] }).click();
    await page.getByRole('group', { name: en['queries.delete'] }).getByRole('button').first().click();
    await page.waitForURL('**/queries');
    await page.getByRole('link', { name: 'Servers that nobody backs up' }).waitFor();
    expect(await page.getByRole('link', { name: 'All sites' }).count()).toBe(0);
  });

  it('a query for a graph is drawn, and its objects lead to themselves', async () => {
    const page = await openAs(explorer, ADMIN.login, '/queries');
    await page.getByRole('link', { name: 'Around the emergency ward' }).click();
    await page.locator('.query-node', { hasText: 'Clarté' }).click();
    await page.getByRole('heading', { level: 1, name: 'Clarté' }).waitFor();
  });

  it('an empty map says how to fill it, as far as the reader may', async () => {
    const filled = explorer.server;
    const empty = await TestServer.start('sqlite');
    // A page of its own server; what it does is watched as elsewhere.
    explorer.server = empty;
    try {
      const page = await openAs(explorer, ADMIN.login, '/home');
      await page.getByRole('heading', { name: en['home.fill'] }).waitFor();
      await page.getByRole('link', { name: en['home.fill.import.go'] }).waitFor();
      await page.getByText('npm run demo').waitFor();
      expect(await barriers(page)).toEqual([]);
    } finally {
      explorer.server = filled;
      await empty.stop();
    }
  });

  it.each([
    ['light', 1280, 'en'],
    ['dark', 390, 'fr'],
  ] as const)('%s, %i wide, %s: can be read and named, and is no wider than the screen', async (...how) => {
    const [colorScheme, width, language] = how;
    const texts = TEXTS[language];
    const page = await openAs(explorer, 'auditor', '/home', { colorScheme, width, language });
    const found: Record<string, unknown> = {};
    const look = async (name: string): Promise<void> => {
      found[name] = await barriers(page);
    };
    await page.locator('.maturity').waitFor();
    await page.locator('.home-list time').first().waitFor();
    await look('home');
    await page.goto('/search?q=srv');
    await page.locator('.hits').first().waitFor();
    await look('search');
    await page.goto('/reports');
    await page.locator('.report-list').waitFor();
    await look('reports');
    if (width === 390) await page.getByRole('button', { name: texts['search.label'] }).click();
    await page.locator('#map-search').pressSequentially('clar');
    await page.getByRole('option').first().waitFor();
    await look('the field in the bar');
    await page.goto('/reports/maturity');
    await page.getByRole('button', { name: texts['reports.preview.show'] }).click();
    await page.locator('.sheet').waitFor();
    await look('report');
    await page.goto('/queries/1');
    await page.locator('table.objects').waitFor();
    await page.getByLabel(texts['queries.text']).fill('FROM applications FIELDS nmae');
    await page.keyboard.press('Control+Enter');
    await page.locator('.mistakes li').waitFor();
    await page.keyboard.type(' w');
    await page.locator('.completions li').first().waitFor();
    await look('query');
    await page.goto('/queries/2');
    await page.locator('table.objects').waitFor();
    await page.goto('/queries');
    await page.locator('.query-list').waitFor();
    await look('queries');
    expect(Object.values(found).flat()).toEqual([]);
  });
});
