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

  it.each([
    ['en', 'Control+k', 'vm', 'Logical servers'],
    ['fr', 'Meta+k', 'pare-feu', 'Équipements de sécurité logique'],
    ['fr', 'Control+k', 'VM', 'Serveurs logiques'],
  ] as const)('%s: %s finds a kind by “%s”, also from within a field', async (language, keys, word, title) => {
    const page = await openAs(explorer, 'auditor', '/objects/sites', { language });
    await page.getByRole('table').waitFor();
    await page.getByLabel(TEXTS[language]['table.search']).focus();
    await page.keyboard.press(keys);
    await page.locator('#map-search:focus').waitFor();
    await page.keyboard.type(word);
    await page.getByRole('option', { name: title }).first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  });

  it('finds a kind by another word on a phone', async () => {
    const options = { language: 'fr', width: 390, touch: true } as const;
    const page = await openAs(explorer, 'auditor', '/objects/sites', options);
    await page.getByRole('button', { name: fr['search.label'] }).tap();
    await page.locator('#map-search').fill('armoire');
    await page.getByRole('option', { name: 'Baies' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('option', { name: 'Baies' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Baies' }).waitFor();
  });

  it('finds reports, kept tables, saved maps and help; says what would help where nothing fits', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/applications?filter[security_need_a]=4');
    await page.getByText(en['keep.table']).click();
    await page.getByRole('textbox', { name: en['keep.name'], exact: true }).fill('Vital ones');
    await page.getByRole('button', { name: en['keep.go'], exact: true }).click();
    const map = { name: 'Vital map', state: { version: 1, map: '' } };
    const made = await explorer.server.post('/api/saved-maps', map);
    const first = async (word: string): Promise<string> => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(word);
      await page.getByRole('option').first().waitFor();
      const found = await page.getByRole('option').allInnerTexts();
      await page.keyboard.press('Escape');
      return found.join('|').replaceAll('\n', ' ');
    };
    const vital = await first('vital');
    expect(vital).toContain(`Vital ones ${en['nav.kept']}`);
    expect(vital).toContain('Vital map Saved map');
    await explorer.server.delete(`/api/saved-maps/${made.body.data?.id ?? made.body.id}`);
    expect(await first('directory')).toContain(en['search.sort.report']);
    expect(await first('swagger')).toContain(en['search.sort.help']);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zzqqx');
    await page.getByText(en['search.none-fits']).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(en['search.help.spelling']).waitFor();
    await page.getByText(en['search.help.kinds']).click();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Bays' }).waitFor();
    // On this page the keys go to its own field, which finds pages as well.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('rack');
    await page.getByRole('heading', { name: en['search.pages'] }).waitFor();
    await page.getByRole('main').locator('.hits').getByRole('link', { name: 'Bays' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bays' }).waitFor();
  });

  it('leaves a window alone in which something was typed, and closes one without', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/sites');
    await page.getByRole('table').waitFor();
    await page.getByRole('checkbox', { name: en['form.select.page'] }).check();
    await page.getByRole('button', { name: en['form.mass.change'] }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').first().selectOption({ label: 'References elsewhere' });
    await dialog.getByRole('textbox').fill('{GLPI}1');
    await page.keyboard.press('Control+k');
    expect(await dialog.getByRole('textbox').inputValue()).toBe('{GLPI}1');
    await dialog.getByRole('textbox').fill('');
    await page.keyboard.press('Control+k');
    await page.locator('#map-search:focus').waitFor();
    expect(await dialog.count()).toBe(0);
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
    const certificates = page.getByRole('region', { name: /^Certificates/ });
    await certificates
      .getByText(/^ended/)
      .first()
      .waitFor();
    const maturity = page.getByRole('region', { name: en['home.maturity'] });
    await maturity.getByText('Ecosystem').waitFor();
    // What most objects lack is said in words, and its link leads to as many of them.
    const lack = maturity.locator('small').first();
    const said = /([\d,]+) (?:has|have) no value for “(.+)”/.exec(await lack.innerText())!;
    const lacking = await explorer.open((await lack.locator('a').getAttribute('href'))!, {
      session: await page.context().storageState(),
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
    await page.getByLabel('As of').fill('2027-01-31');
    await page.waitForURL('**/reports/directory?date=2027-01-31');
  });

  it.each([
    ['en', 1280],
    ['fr', 390],
  ] as const)('%s, %i wide: begins with what needs somebody, each with a table of as many', async (language, width) => {
    const texts = TEXTS[language];
    const { server } = explorer;
    const { body } = await server.post('/api/login', { login: 'nadia', password: ADMIN.password }, { token: null });
    const token = body.access_token as string;
    const at = new Date(Date.now() - 2 * 3_600_000).toISOString();
    await server.put('/api/me/preferences', { home: { visits: { at } } }, { token });
    const page = await openAs(explorer, 'nadia', '/home', { language, width });
    const parts = page.locator('.home-columns');
    await parts.locator('.maturity').waitFor();
    // It stands above the numbers.
    const [first, numbers] = await Promise.all([parts.boundingBox(), page.locator('.home-views').boundingBox()]);
    expect(first!.y + first!.height).toBeLessThan(numbers!.y);
    const certificates = parts.getByRole('region', { name: language === 'en' ? 'Certificates' : 'Certificats' });
    await certificates.locator('.home-count').nth(1).waitFor();
    const tables = [
      ...(await certificates.locator('.home-count').all()),
      parts.getByRole('region', { name: texts['home.recent'] }).locator('.chip').first(),
    ];
    for (const table of tables) {
      const told = /\d+/.exec(await table.innerText())![0];
      const shown = await openAs(explorer, 'nadia', (await table.getAttribute('href'))!, { language, width });
      await shown.locator('.count', { hasText: new RegExp(`^${told} `) }).waitFor();
    }
    await parts.getByText(like(texts['home.since'].other)).waitFor();
    await parts.getByRole('region', { name: texts['home.plans'] }).getByRole('link').first().click();
    await page.waitForURL('**/import/plans/*');
    // Until they were away for a while, it is the same visit.
    await page.goto('/home');
    await parts.getByText(like(texts['home.since'].other)).waitFor();
  });

  it('somebody with few rights gets a first page of what they may see', async () => {
    const page = await openAs(explorer, 'biomed', '/home', { language: 'fr' });
    await page.getByRole('link', { name: 'Périphériques' }).first().waitFor();
    expect(await page.getByRole('heading', { name: fr['home.plans'] }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Certificats' }).count()).toBe(0);
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
    expect(name).toMatch(/^registre-rgpd-complet-\d{8}\.csv$/);
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

  it('which applications with a very high need for availability have no server: asked in words, without a line of code', async () => {
    const page = await openAs(explorer, 'nadia', '/queries/new', { language: 'fr' });
    await page.getByLabel(fr['queries.begin']).selectOption({ label: 'Applications' });
    await page.getByRole('cell', { name: 'Clarté' }).waitFor();
    const text = page.getByLabel(fr['queries.text']);
    expect(await text.inputValue()).toBe('FROM applications\nFIELDS name');
    const add = page.getByRole('button', { name: fr['queries.form.add-condition'] });
    // By keyboard: the field is where the tabulator leads.
    await add.focus();
    await page.keyboard.press('Enter');
    const row = (number: number) =>
      page.getByRole('group', { name: fr['queries.form.condition'].replace('{number}', String(number)) });
    const column = (number: number) => row(number).getByLabel(fr['builder.column'], { exact: true });
    await column(1).selectOption({ label: 'Disponibilité' });
    await row(1).getByLabel(fr['builder.value']).selectOption({ label: 'très fort' });
    await add.click();
    await column(2).selectOption({ label: 'Serveurs logiques ›' });
    await row(2).getByLabel(fr['builder.operator']).selectOption({ label: fr['queries.test.has-none'] });
    await page.waitForFunction(`document.querySelector('textarea').value.includes('NOT EXISTS logical_servers')`);
    expect(await text.inputValue()).toBe(
      'FROM applications\nFIELDS name\nWHERE security_need_a = "very high" AND NOT EXISTS logical_servers',
    );
    await page.getByText(fr['queries.nothing']).or(page.locator('table.objects')).first().waitFor();
    // And those that have one, with the need in words; names lead to the objects.
    await row(2).getByLabel(fr['builder.operator']).selectOption({ label: fr['queries.test.has'] });
    await page.getByRole('button', { name: fr['queries.form.add-column'] }).click();
    await page.getByLabel('Colonne 2', { exact: true }).selectOption({ label: 'Disponibilité' });
    await page.getByRole('button', { name: fr['queries.form.add-column'] }).click();
    await page.getByLabel('Colonne 3', { exact: true }).selectOption({ label: 'Serveurs logiques ›' });
    await page.getByRole('cell', { name: 'Très fort' }).first().waitFor();
    await page.getByRole('link', { name: 'SRV-LIS-01' }).first().waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      'Nom',
      'Disponibilité',
      'Serveurs logiques › Nom',
    ]);
    expect(await barriers(page)).toEqual([]);
    // What is written is read back; what the form cannot say is left to the text.
    await text.fill('FROM certificates FIELDS name WHERE (end_validity >= today AND end_validity <= 30d)');
    expect(await row(1).getByLabel(fr['queries.form.days']).inputValue()).toBe('30');
    await text.fill('FROM applications FIELDS name WHERE name LIKE "C%"');
    await page.getByText(fr['queries.form.beyond']).waitFor();
    await page.getByRole('button', { name: fr['queries.run'], exact: true }).click();
    await page
      .getByRole('link', { name: 'Facturis' })
      .or(page.getByRole('link', { name: 'Clarté' }))
      .first()
      .click();
    await page.waitForURL(/\/objects\/applications\/\d+$/);
  });

  it('says that no server may have a backup, and asks for one server without instead', async () => {
    const page = await openAs(explorer, 'nadia', '/queries/new', { language: 'fr', width: 390, touch: true });
    await page.getByLabel(fr['queries.begin']).selectOption({ label: 'Applications' });
    await page.getByRole('button', { name: fr['queries.form.add-condition'] }).click();
    const row = page.getByRole('group', { name: fr['queries.form.condition'].replace('{number}', '1'), exact: true });
    await row.getByLabel(fr['builder.column'], { exact: true }).selectOption({ label: 'Serveurs logiques ›' });
    await row.getByLabel(/Serveurs logiques/).selectOption({ label: 'Sauvegardes ›' });
    await row.getByLabel(fr['builder.operator']).selectOption({ label: fr['queries.test.has-none'] });
    await row.getByText(fr['queries.form.none-of-them'].replace('{kinds}', 'Serveurs logiques')).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await row.getByRole('button', { name: fr['queries.form.some-without'] }).click();
    await page.waitForFunction(
      "document.querySelector('textarea').value.endsWith('WHERE EXISTS logical_servers WHERE (NOT EXISTS backups)')",
    );
    expect(await barriers(page)).toEqual([]);
  });

  it('groups, numbers of related objects, lists and other columns are asked in words', async () => {
    const page = await openAs(explorer, 'nadia', '/queries/new', { language: 'fr' });
    await page.getByLabel(fr['queries.begin']).selectOption({ label: 'Applications' });
    const text = page.getByLabel(fr['queries.text']);
    const row = (number: string) =>
      page.getByRole('group', { name: fr['queries.form.condition'].replace('{number}', number), exact: true });
    const column = (number: string) => row(number).getByLabel(fr['builder.column'], { exact: true }).first();
    const test = (number: string) => row(number).getByLabel(fr['builder.operator'], { exact: true }).first();
    const group = (legend: string) => page.getByRole('group', { name: legend, exact: true });
    await page.getByRole('button', { name: fr['queries.form.add-condition'] }).click();
    await column('1').selectOption({ label: 'Serveurs logiques ›' });
    await test('1').selectOption({ label: fr['queries.test.count-least'] });
    await row('1').getByLabel(fr['builder.value']).fill('1');
    // Of which: the keyboard goes on where the button was.
    await row('1').getByRole('button', { name: fr['queries.form.add-where'] }).click();
    const inner = group(fr['queries.form.where-of'].replace('{kinds}', 'Serveurs logiques'));
    await inner.getByLabel(`${fr['queries.form.join']} (1)`).and(page.locator(':focus')).waitFor();
    await column('1.1').selectOption({ label: 'Nom' });
    await test('1.1').selectOption({ label: fr['queries.test.is-not'] });
    await row('1.1').getByLabel(fr['queries.form.compared']).selectOption('outer.name');
    await page.getByRole('button', { name: fr['queries.form.add-group'] }).last().click();
    const second = group(fr['queries.form.group'].replace('{number}', '2'));
    await second.getByLabel(`${fr['queries.form.join']} (2)`).selectOption({ label: fr['queries.form.group.none'] });
    await column('2.1').selectOption({ label: 'Disponibilité' });
    await test('2.1').selectOption({ label: fr['queries.test.one-of'] });
    await row('2.1').getByLabel('insignifiant', { exact: true }).check();
    await row('2.1').getByLabel('faible', { exact: true }).check();
    expect(await text.inputValue()).toBe(
      'FROM applications\nFIELDS name\n' +
        'WHERE COUNT(logical_servers WHERE name != column(outer.name)) >= 1 AND NOT (security_need_a IN ("insignificant", "low"))',
    );
    await page.getByRole('link', { name: 'Clarté' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    // What a stored query says comes back into the form.
    await text.fill(`${await text.inputValue()} AND (rto < column(rpo) OR rto IS NULL)`);
    await row('3.1').getByLabel(fr['queries.form.compared']).and(page.locator('select')).waitFor();
    expect(await row('3.1').getByLabel(fr['queries.form.compared']).inputValue()).toBe('rpo');
    expect(await row('2.1').getByLabel('faible', { exact: true }).isChecked()).toBe(true);
    await inner.getByRole('button', { name: fr['queries.form.remove-group'] }).click();
    await row('1').getByRole('button', { name: fr['queries.form.add-where'] }).and(page.locator(':focus')).waitFor();
    expect(await text.inputValue()).toContain('COUNT(logical_servers) >= 1 AND');
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
      // What the first level asks for, and nothing else, is what to begin with.
      const first = page.locator('.home-first');
      await first.getByRole('link', { name: 'Entities' }).waitFor();
      expect(await first.getByRole('link', { name: 'Macro-processes' }).count()).toBe(0);
      await page.getByRole('link', { name: en['home.fill.feed.go'] }).click();
      await page.waitForURL('**/import/feed');
      await page.goto('/home');
      await first.getByRole('link', { name: 'Entities' }).click();
      await page.waitForURL('**/objects/entities/new');
      await page.locator('form.object-form').waitFor();
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
