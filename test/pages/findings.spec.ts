/** What people stumbled over while they did their tasks: each as a task, in a real Chromium, mostly in French. @seconds 60 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { openAs } from './people.js';

const { en, fr } = TEXTS;
const FRENCH = { language: 'fr' } as const;
const PHONE = { language: 'fr', width: 390 } as const;

/** The text with its values in place. */
const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');

describeInChromium('front: what people stumbled over', (explorer) => {
  /** Asks the API as somebody. */
  async function ask(token: string, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await explorer.server.server.app.inject({ method, url, headers, ...(payload && { payload }) });
    expect(answer.statusCode).toBeLessThan(300);
    return answer.json<Record<string, unknown> & { id: number }>();
  }

  it('leads whoever holds delegations to those objects, and lets them edit these and no others', async () => {
    const page = await openAs(explorer, 'biomed', '/home', PHONE);
    // Every number of the first page leads to a table.
    await page.locator('.counts a').first().waitFor();
    const links = await page.locator('.counts a').evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
    expect(links).toContain('/objects/logical-servers');
    for (const link of links) {
      await page.goto(link);
      await page.getByRole('table').waitFor();
    }
    await page.goto('/objects/logical-servers');
    await page.getByText(filled(fr['table.count'].one, { count: 1 }), { exact: true }).waitFor();
    await page.getByRole('link', { name: 'SRV-PACS-01' }).click();
    await page.getByRole('link', { name: fr['form.do.edit'], exact: true }).click();
    await page.locator('[data-field="operating_system"] input').fill('Debian 13');
    await page.getByRole('button', { name: fr['form.save'], exact: true }).click();
    await page.getByText('Debian 13').waitFor();
    expect(await page.getByRole('link', { name: fr['form.do.copy'] }).count()).toBe(0);
    expect(await page.getByRole('button', { name: fr['form.do.delete'] }).count()).toBe(0);
    const own = Number(new URL(page.url()).pathname.split('/').pop());
    await page.goto(`/objects/logical-servers/${own === 1 ? 2 : 1}/edit`);
    await page.getByText(fr['form.not-allowed']).waitFor();
    await page.goto('/objects/databases');
    await page.getByText(fr['objects.not-allowed']).waitFor();
  });

  it('offers imports no more than they may do, and says in words which right is missing', async () => {
    const page = await openAs(explorer, 'biomed', '/import?kind=peripherals', FRENCH);
    await page.getByText(fr['import.template.create']).waitFor();
    expect(await page.getByText(fr['import.template.delete']).count()).toBe(0);
    const file = { name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from('id,name\n1,\n') };
    await page.getByLabel(fr['import.file']).setInputFiles(file);
    const sentence = await page.getByRole('alert').filter({ hasText: 'droit' }).innerText();
    expect(sentence).toContain('«\u00a0Périphériques\u00a0: supprimer\u00a0»');
    expect(sentence).not.toContain('peripheral_delete');
  });

  it('says what a copy lacks, and gives a deleted object back at once', async () => {
    const page = await openAs(explorer, 'maelle', '/objects/applications', FRENCH);
    await page.getByRole('link', { name: 'Clarté', exact: true }).first().click();
    await page.getByRole('link', { name: fr['form.do.copy'] }).click();
    const [before] = fr['form.copy.hidden'].split('{fields}');
    expect(await page.getByText(before!).innerText()).toContain('Serveurs logiques');
    await page.getByRole('button', { name: fr['form.save'], exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Clarté (copie)' }).waitFor();
    await page.getByRole('button', { name: fr['form.do.delete'] }).click();
    await page.getByRole('dialog').getByRole('button', { name: fr['form.do.delete'] }).click();
    await page.getByText(filled(fr['form.deleted'], { name: 'Clarté (copie)' })).waitFor();
    await page.getByRole('button', { name: fr['form.do.restore'] }).click();
    await page.getByText(filled(fr['form.restored'], { name: 'Clarté (copie)' })).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Clarté (copie)' }).waitFor();
    await page.getByRole('link', { name: fr['form.do.edit'], exact: true }).waitFor();
  });

  it.each([
    [320, 'fr'],
    [320, 'en'],
  ] as const)('is no wider than a window of %i pixels (%s)', async (width, language) => {
    const page = await openAs(explorer, ADMIN.login, '/home', { width, language });
    for (const path of ['/home', '/objects/applications', '/admin/tokens', '/import', '/reports', '/queries', '/map']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const { x, width: wide } = (await page.getByRole('button', { name: TEXTS[language]['sign-out'] }).boundingBox())!;
      expect([path, await widthOf(page), x + wide <= width]).toEqual([path, width, true]);
    }
  });

  it('keeps what can be done with a token in sight, and says what is wrong with a new one by its title', async () => {
    const page = await openAs(explorer, 'nadia', '/admin/tokens', PHONE);
    await page.getByRole('button', { name: fr['admin.tokens.make'] }).click();
    await page.getByText('Le champ «\u00a0Nom\u00a0» est obligatoire.').waitFor();
    await page.getByLabel(fr['admin.tokens.name']).fill('Inventaire de la nuit, tous les serveurs de tous les sites');
    await page.getByRole('button', { name: fr['admin.tokens.make'] }).click();
    await page.getByRole('button', { name: fr['admin.tokens.kept'] }).click();
    const end = page.getByRole('row').getByRole('button', { name: /^Mettre fin/ });
    const { x, width } = (await end.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(390);
  });

  it('notes no download where somebody looks at the first page, and tells of downloads in words', async () => {
    const page = await openAs(explorer, ADMIN.login, '/home', FRENCH);
    await page.getByRole('heading', { name: fr['home.maturity'] }).waitFor();
    await page.locator('.maturity li').first().waitFor();
    await page.goto('/reports/directory');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: fr['reports.format.csv'] }).click(),
    ]);
    // Spreadsheets know the encoding by it.
    expect(readFileSync(await file.path()).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    await page.goto('/admin/journal?action=exported');
    const entries = page.getByRole('list', { name: fr['admin.journal'] }).getByRole('listitem');
    await entries.first().waitFor();
    const told = await entries.allInnerTexts();
    expect(told.filter((text) => text.includes('Maturité') || text.includes('maturity'))).toEqual([]);
    expect(told[0]).toContain(`${fr['admin.detail.format']}\u00a0: ${fr['reports.format.csv']}`);
    expect(told[0]).not.toContain('directory');
  });

  it('has a name of its own for each tick of a role', async () => {
    const page = await openAs(explorer, ADMIN.login, '/admin/roles/4', FRENCH);
    await page.getByRole('grid').waitFor();
    const names = await page
      .getByRole('grid')
      .getByRole('checkbox')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!));
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect(names).toContain(`Applications\u00a0: ${fr['verb.edit']}`);
    await page.getByRole('rowheader', { name: filled(fr['admin.grid.view'], { view: 'Applications' }) }).waitFor();
  });

  it('shows what refers to an object among its links, writes French as it is written, and has the focus on the page', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/sites', FRENCH);
    await page.locator('tbody th a').first().click();
    const buildings = page.getByRole('region', { name: /^Bâtiments/ });
    await buildings.getByRole('link').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/objects\/buildings\/\d+$/);
    await page.goto('/objects/applications?filter[trashed]=with');
    const filters = page.getByRole('list', { name: fr['builder.filters'] });
    expect(await filters.innerText()).toContain(`${fr['table.deleted']}\u00a0: ${fr['table.deleted.with']}`);
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
  });

  it('says who stored an object meanwhile', async () => {
    const { server } = explorer;
    const { id } = await ask(server.token, 'POST', '/api/tasks', { name: 'Ronde de nuit' });
    const page = await openAs(explorer, ADMIN.login, `/objects/tasks/${id}/edit`, FRENCH);
    await page.locator('[data-field="name"] input').fill('Ronde du soir');
    await ask(await server.login('nadia', 'Correct-horse-9'), 'PATCH', `/api/tasks/${id}`, { name: 'Ronde du matin' });
    await page.getByRole('button', { name: fr['form.save'], exact: true }).click();
    await page.getByRole('dialog').getByText('Enregistré par Nadia Belkacem').waitFor();
    await page.getByRole('dialog').getByText('Ronde du matin').waitFor();
    await page.getByRole('button', { name: fr['form.conflict.back'] }).click();
  });

  it('tells sizes with their unit', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/documents?columns=filename,size');
    await page.getByRole('table').waitFor();
    const sizes = await page.locator('td.form-number').allInnerTexts();
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.filter((size) => !/^[\d.,]+ (kB|MB|byte)s?$/.test(size.replaceAll('\u00a0', ' ')))).toEqual([]);
    await page.getByRole('button', { name: en['sign-out'] }).click();
  });
});
