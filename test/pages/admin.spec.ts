/** The administration and the import by tasks of people, in a real Chromium. @seconds 40 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { ADMIN } from '../support/server.js';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS, type Explorer } from '../openapi/explorer/browser.js';
import { openAs } from './people.js';

const { en, fr } = TEXTS;
const PASSWORD = 'Correct-horse-9';

/** A request that is made without the pages. */
async function ask(
  { server }: Explorer,
  token: string,
  method: 'GET' | 'PATCH' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await server.server.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

const placesOf = (page: Page): Promise<string[]> => page.locator('.nav-places a').allInnerTexts();

/** The way between the parts of the administration. */
const partsOf = (page: Page): Locator => page.getByRole('navigation', { name: en['admin.title'] });

const idOf = async (explorer: Explorer, kind: string, name: string): Promise<number> => {
  const url = `/api/${kind}?filter[search]=${encodeURIComponent(name)}&fields=id`;
  return ((await ask(explorer, explorer.server.token, 'GET', url)).body as Array<{ id: number }>)[0]!.id;
};

describeInChromium('front: administration and import in Chromium', (explorer) => {
  it('is left for pages that have not been fetched yet, by the menu', async () => {
    for (const title of ['home.place', 'queries.title', 'reports.title', 'map.title'] as const) {
      const page = await openAs(explorer, ADMIN.login, '/admin/users');
      await partsOf(page).waitFor();
      await page.locator('.nav-places').getByRole('link', { name: en[title], exact: true }).click();
      await page.locator('.nav-places a[aria-current]', { hasText: en[title] }).waitFor();
      // What the page that was left still has to do changes nothing.
      await page.waitForTimeout(300);
      expect(new URL(page.url()).pathname).not.toContain('/admin');
      await page.close();
    }
  });

  it('gives Maëlle the right to edit contracts, through her role, without a mouse', async () => {
    const page = await openAs(explorer, ADMIN.login, '/admin/users');
    await partsOf(page).getByRole('link', { name: en['admin.roles'] }).click();
    await page.getByRole('link', { name: 'Cartographer', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Cartographer' }).waitFor();
    await page.getByRole('link', { name: 'Maëlle Quéré' }).waitFor();
    await page.getByLabel(en['admin.grid.find']).fill('relations');
    await page.getByRole('rowheader', { name: 'Applications', exact: true }).first().waitFor({ state: 'detached' });
    await page.keyboard.press('Tab');
    // The view, and below it the kind: list, read, and past “create” edit.
    for (const key of ['ArrowDown', 'ArrowRight', 'Space', 'ArrowRight', 'Space', 'ArrowRight', 'ArrowRight', 'Space'])
      await page.keyboard.press(key);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Relations: edit');
    await page.getByText('3 rights changed').waitFor();
    await page.getByRole('button', { name: en['admin.save'] }).click();
    await page.getByText(en['admin.saved']).waitFor();
    expect(
      await page.getByRole('checkbox', { name: 'Relations: all' }).evaluate((one) => one.matches(':indeterminate')),
    ).toBe(true);
    const maelle = await explorer.server.login('maelle', PASSWORD);
    const changed = await ask(explorer, maelle, 'PATCH', '/api/relations/1', { comments: 'Signed again' });
    expect(changed.status).toBe(200);
    // Leaving asks while something is not saved.
    await page.getByRole('checkbox', { name: 'Relations: delete' }).check();
    await partsOf(page).getByRole('link', { name: en['admin.users'] }).click();
    await page.getByRole('button', { name: en['leave.stay'] }).click();
    await page.getByRole('heading', { level: 1, name: 'Cartographer' }).waitFor();
    // Somebody else changes the role meanwhile: what was ticked here stays, and theirs is not undone.
    const other = { title: 'Cartographers' };
    expect((await ask(explorer, explorer.server.token, 'PATCH', '/api/roles/4', other)).status).toBe(200);
    await page.getByRole('button', { name: en['admin.save'] }).click();
    await page.getByRole('button', { name: en['admin.read-again'] }).click();
    await page.getByRole('heading', { level: 1, name: 'Cartographers' }).waitFor();
    await page.getByRole('button', { name: en['admin.save'] }).click();
    await page.getByText(en['admin.saved']).waitFor();
    const me = (await ask(explorer, maelle, 'GET', '/api/me')).body as { abilities: string[] };
    const theirs = me.abilities.filter((title) => title.startsWith('relation_'));
    expect(theirs.sort()).toEqual(['relation_access', 'relation_delete', 'relation_edit', 'relation_show']);
  });

  it('makes a user after a mistake, deletes them and brings them back', async () => {
    const page = await openAs(explorer, ADMIN.login, '/admin/users');
    await page.getByRole('link', { name: en['admin.users.new'] }).click();
    await page.getByLabel(en['admin.user.login']).fill('nadia');
    await page.getByLabel(en['admin.user.name'], { exact: true }).fill('Inès Carvalho');
    await page.getByRole('checkbox', { name: 'Auditor' }).check();
    await page.getByLabel(en['admin.user.password']).fill(PASSWORD);
    await page.getByRole('button', { name: en['admin.users.make'] }).click();
    await page.getByText('already been taken').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('field-login');
    await page.keyboard.type('2');
    await page.getByRole('button', { name: en['admin.users.make'] }).click();
    await page.getByRole('heading', { level: 1, name: 'Inès Carvalho' }).waitFor();
    const ines = await explorer.server.login('nadia2', PASSWORD);
    await page.getByRole('button', { name: en['admin.delete'] }).click();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/users');
    expect((await ask(explorer, ines, 'GET', '/api/me')).status).toBe(401);
    await page.getByLabel(en['admin.deleted']).check();
    await page.getByRole('button', { name: 'Bring nadia2 back' }).click();
    await page.getByText('nadia2 is back.').waitFor();
    await explorer.server.login('nadia2', PASSWORD);
  });

  it('says what is wrong with a delegation by the titles of its form', async () => {
    const { body } = await ask(explorer, explorer.server.token, 'POST', '/api/applications', { name: 'Éphémère' });
    const page = await openAs(explorer, ADMIN.login, '/admin/delegations', { language: 'fr' });
    await page.getByRole('combobox', { name: fr['admin.delegations.who'], exact: true }).fill('Théo');
    await page.getByRole('option', { name: 'Théo Rannou' }).click();
    await page.getByRole('combobox', { name: fr['admin.delegations.object'] }).fill('Éphémère');
    await page.getByRole('option', { name: /^Éphémère/ }).click();
    const { id } = body as { id: number };
    await ask(explorer, explorer.server.token, 'DELETE', `/api/applications/${id}`);
    await page.getByRole('button', { name: fr['admin.delegations.make'], exact: true }).click();
    const problem = page.getByRole('alert');
    await problem.waitFor();
    expect(await problem.locator('dt').allInnerTexts()).toEqual([fr['admin.delegations.object']]);
    expect(await problem.innerText()).not.toContain('cartographiable');
  });

  it('delegates an application, which can then be edited; the journal says who did', async () => {
    const clarte = await idOf(explorer, 'applications', 'Clarté');
    const path = `/api/applications/${clarte}`;
    const biomed = await explorer.server.login('biomed', PASSWORD);
    expect((await ask(explorer, biomed, 'PATCH', path, { rto: 90 })).status).toBe(403);
    const page = await openAs(explorer, ADMIN.login, '/admin/delegations');
    await page.getByRole('combobox', { name: en['admin.delegations.who'], exact: true }).fill('Théo');
    await page.getByRole('option', { name: 'Théo Rannou' }).click();
    await page.getByRole('combobox', { name: en['admin.delegations.object'] }).fill('Clarté');
    await page
      .getByRole('option', { name: /^Clarté\s*Application/ })
      .first()
      .click();
    await page.getByRole('button', { name: en['admin.delegations.make'], exact: true }).click();
    await page.getByText(en['admin.delegations.made']).waitFor();
    expect((await ask(explorer, biomed, 'PATCH', path, { rto: 90 })).status).toBe(200);
    await page.getByRole('button', { name: /^End the delegation of Clarté/ }).click();
    await page.getByRole('group').getByRole('button', { name: en['admin.end'] }).click();
    await page.getByText(en['admin.delegations.ended']).waitFor();
    expect((await ask(explorer, biomed, 'PATCH', path, { rto: 95 })).status).toBe(403);
    await partsOf(page).getByRole('link', { name: en['admin.journal'] }).click();
    await page.getByLabel(en['admin.journal.kind'], { exact: true }).selectOption({ label: 'Applications' });
    await page.getByRole('combobox', { name: en['admin.journal.object'], exact: true }).fill('Clarté');
    await page.getByRole('option', { name: 'Clarté' }).first().click();
    await page.getByLabel(en['admin.journal.action'], { exact: true }).selectOption('updated');
    await page.waitForURL(/object=\d+.*action=updated/);
    const entry = page.locator('.entry').filter({ hasText: 'Théo Rannou' });
    await entry.waitFor();
    expect(await entry.locator('.entry-changes ins').innerText()).toBe('1 hour 30 minutes');
    // What is for programs is not told to people.
    expect(await entry.innerText()).not.toMatch(/transaction|\bat:|auth|via|updated_at|token/);
    await entry.getByRole('link', { name: 'Clarté' }).click();
    await page.getByRole('heading', { level: 1, name: 'Clarté' }).waitFor();
  });

  it('makes somebody without other rights a token, which works until it is ended', async () => {
    const page = await openAs(explorer, 'biomed', '/admin');
    await page.waitForURL('**/admin/tokens');
    const places = await placesOf(page);
    expect(places).toContain(en['account.title']);
    expect(places).not.toContain(en['admin.title']);
    await page.getByLabel(en['admin.tokens.name']).fill('nightly inventory');
    await page.getByRole('button', { name: en['admin.tokens.make'] }).click();
    await page.getByRole('heading', { name: /nightly inventory/ }).waitFor();
    const token = await page.locator('.admin-token').innerText();
    const status = (method: string): Promise<number> =>
      page.evaluate(
        async ([how, value]) =>
          (await fetch('/api/peripherals', { method: how!, headers: { authorization: `Bearer ${value}` } })).status,
        [method, token],
      );
    expect([await status('GET'), await status('POST')]).toEqual([200, 403]);
    await page.getByRole('button', { name: 'End the token nightly inventory' }).click();
    await page.keyboard.press('Enter');
    await page.getByText('The token nightly inventory has ended.').waitFor();
    expect(await page.locator('.admin-token').count()).toBe(0);
    expect(await status('GET')).toBe(401);
    for (const part of ['users', 'roles/2', 'delegations', 'journal']) {
      await page.goto(`/admin/${part}`);
      await page.getByText(en['admin.not-allowed']).waitFor();
    }
  });

  it('offers no import to somebody who only reads, and says so at its address', async () => {
    const page = await openAs(explorer, 'auditor', '/import');
    await page.getByText(en['import.not-allowed']).waitFor();
    expect(await placesOf(page)).not.toContain(en['import.title']);
  });

  it('imports a file after two wrong rows were mended, and leads to what came', async () => {
    const page = await openAs(explorer, 'nadia', '/import', { language: 'fr' });
    await page.getByLabel(fr['import.kind']).selectOption({ label: 'Sites' });
    await page.waitForURL('**/import?kind=sites');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: fr['import.template.csv'] }).last().click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Site-\d{8}\.csv$/);
    const [empty] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: fr['import.template.csv'] }).first().click(),
    ]);
    expect(readFileSync((await empty.path())!, 'utf8')).toMatch(/^\ufeffNom;/);
    const choose = (rows: string[]): Promise<void> =>
      page.getByLabel(fr['import.file']).setInputFiles({
        ...{ name: 'sites.csv', mimeType: 'text/csv' },
        buffer: Buffer.from(['id;name;description;oops', ...rows].join('\n'), 'latin1'),
      });
    const good = ['1;Valmarais centre;Rénové;', ';Annexe;Au bord de la mer;'];
    await choose([...good, ';;Sans nom;', '77;Personne;;']);
    await page.getByRole('heading', { name: fr['import.plan.wrong'] }).waitFor();
    const wrong = page.getByRole('region', { name: fr['import.count.wrong'] });
    expect(await wrong.locator('tbody td:first-child').allInnerTexts()).toEqual(['4', '5']);
    expect(await page.getByRole('button', { name: /^Importer \d/ }).count()).toBe(0);
    // Found by its name, the second site is no new one.
    await choose([';les tilleuls;Au calme;']);
    await page.getByRole('heading', { name: fr['import.plan.wrong'] }).waitFor();
    await page.getByRole('checkbox', { name: fr['import.match'] }).check();
    await page.locator('.import-cells ins', { hasText: 'Au calme' }).waitFor();
    await page.getByRole('checkbox', { name: fr['import.match'] }).uncheck();
    await choose([...good, '2;;;', ';Sans nom;;']);
    await page.getByRole('heading', { name: fr['import.plan'], exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('import-plan');
    const figures = await page.locator('.count-cards dd').allInnerTexts();
    expect(figures).toEqual(['2', '1', '1', '0', '0']);
    await page.getByText('Windows-1252').waitFor();
    await page.getByText('oops').waitFor();
    expect(await page.locator('.import-cells ins').allInnerTexts()).toEqual([
      ...['Rénové', 'Annexe', 'Au bord de la mer', 'Sans nom'],
    ]);
    const names = async (): Promise<string[]> =>
      ((await ask(explorer, explorer.server.token, 'GET', '/api/sites')).body as Array<{ name: string }>).map(
        ({ name }) => name,
      );
    expect(await names()).not.toContain('Annexe');
    await page.getByRole('button', { name: 'Importer 4 lignes' }).click();
    await page.getByRole('link', { name: fr['import.see'] }).click();
    await page.getByRole('table').waitFor();
    expect((await page.locator('tbody th').allInnerTexts()).sort()).toEqual([
      ...['Annexe', 'Sans nom', 'Valmarais centre'],
    ]);
    expect((await names()).sort()).toEqual(['Annexe', 'Maison de santé du Port', 'Sans nom', 'Valmarais centre']);
  });

  it('says what a file adds and takes away by its names, keeps what empty cells would clear, and is undone', async () => {
    const [app] = (await ask(explorer, explorer.server.token, 'GET', '/api/applications?filter[name]=Clart%C3%A9'))
      .body as Array<{ id: number }>;
    const read = async (): Promise<{ logical_servers: number[]; rto: number }> =>
      (
        (await ask(explorer, explorer.server.token, 'GET', `/api/applications/${app!.id}`)).body as {
          data: { logical_servers: number[]; rto: number };
        }
      ).data;
    const before = await read();
    const page = await openAs(explorer, 'nadia', '/import?kind=applications', { language: 'fr' });
    await page.getByLabel(fr['import.file']).setInputFiles({
      ...{ name: 'apps.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(`id;logical_servers;rto;install_date;description\n${app!.id};SRV-DPI-BDD-01;4 h;2026-05-03;`),
    });
    const cells = page.locator('.import-cells li');
    await cells.first().waitFor();
    expect((await cells.allInnerTexts()).join('\n')).toMatch(/retire SRV-[^]*4\sheures[^]*3 mai 2026[^]*effacé/);
    await page.getByRole('checkbox', { name: fr['import.keep-empty'] }).check();
    await page.getByText(fr['import.emptied']).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Importer 1 ligne' }).click();
    const undo = page.getByRole('button', { name: fr['import.undo'] });
    await undo.waitFor();
    expect(await read()).toMatchObject({ rto: 240 });
    await undo.click();
    await page.getByRole('dialog').getByText('Clarté').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler pour 1 objet' }).click();
    await page.getByText('Annulé : 1 objet est comme avant.').waitFor();
    expect(await read()).toMatchObject({ logical_servers: before.logical_servers, rto: before.rto });
  });

  it('tells what the numbers of a column mean in which one is wrong', async () => {
    const page = await openAs(explorer, 'nadia', '/import?kind=applications', { language: 'fr' });
    await page.getByLabel(fr['import.file']).setInputFiles({
      ...{ name: 'applications.csv', mimeType: 'text/csv' },
      buffer: Buffer.from('id;name;security_need_a\n;Une;9'),
    });
    const wrong = page.getByRole('region', { name: fr['import.count.wrong'] });
    await wrong.waitFor();
    expect(await wrong.innerText()).toMatch(/Une\s+Disponibilité\s+security_need_a\s+9\s+Le champ[^]*4 = très fort/);
    // On a phone nothing of it stands beside the screen.
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await wrong.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await barriers(page)).toEqual([]);
  });

  it('offers nobody more than they have: a role above one’s own is shown, and cannot be given or changed', async () => {
    const titles = [
      'role_access',
      'role_show',
      'role_edit',
      'permission_access',
      'user_access',
      'user_show',
      'user_edit',
    ];
    const { login } = await explorer.server.userWith([...titles, 'site_access']);
    const page = await openAs(explorer, login, '/admin/roles/2');
    await page.getByText(en['admin.role.above']).waitFor();
    expect(await page.getByRole('button', { name: en['admin.save'] }).count()).toBe(0);
    await page.goto('/admin/users/3');
    await page.getByText(en['admin.user.above']).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Admin' }).count()).toBe(0);
    expect(await page.getByLabel(en['admin.user.name'], { exact: true }).isDisabled()).toBe(true);
  });

  it.each([
    ['light', 1280, 'en'],
    ['dark', 390, 'fr'],
  ] as const)('%s, %i wide, %s: can be read and named, and is no wider than the screen', async (...how) => {
    const [colorScheme, width, language] = how;
    const page = await openAs(explorer, ADMIN.login, '/admin/users', { colorScheme, width, language });
    const found: Record<string, unknown> = {};
    for (const [path, seen] of [
      ['/admin/users', 'tbody tr'],
      ['/admin/users/3', 'form'],
      ['/admin/roles', 'tbody tr'],
      ['/admin/roles/3', '.rights-grid'],
      ['/admin/delegations', 'tbody tr'],
      ['/admin/tokens', 'form'],
      ['/admin/journal', '.entry'],
      ['/import?kind=sites', '#import-file'],
    ] as const) {
      await page.goto(path);
      await page.locator(`main ${seen}`).first().waitFor();
      if (path.startsWith('/import')) {
        const buffer = Buffer.from('id,name,description\n1,Other,Text\n,,Nameless\n');
        await page.locator('#import-file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
        await page.locator('.import-cells').waitFor();
      }
      found[path] = await barriers(page);
    }
    expect(Object.values(found).flat()).toEqual([]);
  });
});
