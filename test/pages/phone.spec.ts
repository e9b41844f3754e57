/** Tasks of somebody who reads French on a phone, in a real Chromium: nothing is out of sight, moves, or takes a second tap. @seconds 50 */
import type { Locator, Page } from 'playwright-core';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { ask, field, filled, form, save } from './form-page.js';
import { openAs } from './people.js';

const { fr } = TEXTS;
const PHONE = { language: 'fr', width: 390, touch: true } as const;

const top = async (place: Locator): Promise<number> => (await place.boundingBox())!.y;
const height = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollHeight');
const hasFocus = (place: Locator): Promise<boolean> => place.evaluate((one) => one === document.activeElement);

describeInChromium('front: on a phone in Chromium', (explorer) => {
  it('folds the parts of a form that hold nothing; a mark leads to each, and what is wrong opens its part', async () => {
    const page = await openAs(explorer, 'nadia', '/objects/applications/new', PHONE);
    await form(page).waitFor();
    const part = (name: string): Locator => page.locator(`.part-${name} > details`);
    const isOpen = (name: string): Promise<boolean> => part(name).evaluate((one: HTMLDetailsElement) => one.open);
    expect(await isOpen('general')).toBe(true);
    expect(await Promise.all(['texts', 'needs', 'dates', 'record', 'links'].map(isOpen))).not.toContain(true);
    expect(await height(page)).toBeLessThan(3000);
    await part('needs')
      .getByText(filled(fr['form.filled'].one, { count: 0, of: 8 }))
      .waitFor();
    await page
      .getByRole('navigation', { name: fr['form.parts'] })
      .getByRole('button', { name: fr['part.record'] })
      .tap();
    expect(await hasFocus(part('record').locator('summary'))).toBe(true);
    await field(page, 'ext_refs').getByRole('textbox').fill('keine Klammern');
    await field(page, 'name').getByRole('textbox').fill('Soins à domicile');
    await part('record').locator('summary').tap();
    expect(await isOpen('record')).toBe(false);
    await save(page, 'fr');
    await field(page, 'ext_refs').locator('.field-error').waitFor();
    await page.waitForFunction("document.activeElement.matches('[data-field=ext_refs] input')");
    expect(await isOpen('record')).toBe(true);
    expect(await barriers(page)).toEqual([]);
    // What is folded is not forgotten.
    await part('record').locator('summary').tap();
    await page.getByRole('link', { name: fr.cancel }).tap();
    await page.getByRole('dialog').getByText(fr['leave.about']).waitFor();
    await page.getByRole('button', { name: fr['leave.stay'] }).tap();
    // An object that has something in a part shows it.
    const other = await openAs(explorer, 'nadia', '/objects/applications/1/edit', PHONE);
    await form(other).waitFor();
    expect(await field(other, 'security_need_a').isVisible()).toBe(true);
  });

  it('says what the columns of a file are, and what stands in one where nothing was found', async () => {
    const page = await openAs(explorer, 'nadia', '/import?kind=buildings', PHONE);
    await page.getByText(fr['import.columns'], { exact: true }).tap();
    const columns = page.getByRole('region', { name: fr['import.columns'] });
    const line = (name: string): Promise<string> =>
      columns.locator('tr', { has: page.locator(`code:text-is("${name}")`) }).innerText();
    expect(await line('id')).toContain(fr['import.columns.id']);
    expect(await line('name')).toContain(fr['form.required']);
    expect(await line('site_id')).toContain(filled(fr['import.allowed.number'], { kind: 'Sites' }));
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel(fr['import.file']).setInputFiles({
      ...{ name: 'batiments.csv', mimeType: 'text/csv' },
      buffer: Buffer.from('id,name,site_id\n,Une,999\n,Deux,Nulle part\n,Cinq,Les Tilleuls\n,Trois,1\n777,Quatre,1\n'),
    });
    const wrong = page.getByRole('region', { name: fr['import.count.wrong'] });
    await wrong.getByText(filled(fr['import.not-found'], { kind: 'Sites', values: '999' })).waitFor();
    await wrong.getByText(/rien de visible ne s.appelle «.Nulle part.»/).waitFor();
    expect(await wrong.locator('tr', { hasText: 'Cinq' }).count()).toBe(0);
    // The file calls it id, and so does what is said of it.
    expect(await wrong.locator('tr', { hasText: '777' }).innerText()).not.toContain('Numéro');
    const [numbers] = await Promise.all([
      page.waitForEvent('popup'),
      wrong
        .getByRole('link', { name: filled(fr['import.numbers'], { kind: 'sites' }) })
        .first()
        .tap(),
    ]);
    await numbers.getByRole('cell', { name: '2', exact: true }).waitFor();
    await numbers.close();
  });

  it('says what was taken for a field and is there no more', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/buildings/new', PHONE);
    await form(page).waitFor();
    const { id } = await ask(explorer, page, 'POST', '/api/sites', { name: 'Site fermé' });
    await field(page, 'name').getByRole('textbox').fill('Aile ouest');
    await field(page, 'site_id').getByRole('combobox').fill('Site fermé');
    await field(page, 'site_id').getByRole('option', { name: 'Site fermé' }).tap();
    await ask(explorer, page, 'DELETE', `/api/sites/${id}`);
    await save(page, 'fr');
    await field(page, 'site_id')
      .getByText(filled(fr['form.not-there'], { names: 'Site fermé' }))
      .waitFor();
  });

  it('shows that a table goes on, and moves nothing when rows are ticked', async () => {
    const page = await openAs(explorer, 'nadia', '/objects/applications', PHONE);
    const table = page.getByRole('region', { name: 'Applications' });
    await table.waitFor();
    await page.locator('.table-frame.has-more').waitFor();
    await table.evaluate((one) => one.scrollTo(one.scrollWidth, 0));
    await page.locator('.table-frame:not(.has-more)').waitFor();
    await table.evaluate((one) => one.scrollTo(0, 0));
    const rows = table.locator('tbody tr');
    const places = async (): Promise<number[]> =>
      Promise.all([table, rows.nth(3), page.locator('.api-box')].map((place) => top(place)));
    const before = await places();
    await rows.nth(0).getByRole('checkbox').tap();
    await rows.nth(1).getByRole('checkbox').tap();
    const change = page.getByRole('button', { name: fr['form.mass.change'] });
    await change.waitFor();
    expect(await places()).toEqual(before);
    expect((await top(change)) + 30).toBeLessThan(900);
    expect(await barriers(page)).toEqual([]);
  });

  it('runs a query with one tap while words are offered, and begins a new one with nothing', async () => {
    const page = await openAs(explorer, 'nadia', '/queries/new', PHONE);
    const text = page.getByLabel(fr['queries.text']);
    await text.fill('FROM sites FIELDS name ');
    await text.focus();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: fr['queries.ask'] }).tap();
    await page.getByRole('option', { name: 'WHERE' }).waitFor();
    expect(await page.getByText(fr['queries.keys']).isVisible()).toBe(false);
    await page.getByRole('button', { name: fr['queries.run'], exact: true }).tap();
    await page.getByRole('cell', { name: 'Les Tilleuls' }).waitFor();
    expect(await page.getByRole('option', { name: 'WHERE' }).count()).toBe(0);
    await page.goto('/queries');
    await page.getByRole('link', { name: fr['queries.new'] }).tap();
    await page.getByText(fr['queries.draft']).waitFor();
    // It is theirs, not of whoever signs in next in this tab.
    expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual(['meridian-query-nadia-new']);
    await page.getByRole('button', { name: fr['queries.draft.empty'] }).tap();
    expect(await text.inputValue()).toBe('');
    await page.reload();
    await page.getByLabel(fr['queries.begin']).waitFor();
    expect(await page.getByText(fr['queries.draft']).count()).toBe(0);
  });

  it.each([
    ['/map?node=applications_1', '.map-stage'],
    ['/map?fails=bays_1', '.map-stage'],
    ['/map#way=pictures', '.map-drawing img'],
  ])('the picture of %s begins on the first screen', async (path, picture) => {
    const page = await openAs(explorer, 'auditor', path, PHONE);
    await page.locator(picture).waitFor();
    await page.locator('.loading').waitFor({ state: 'detached' });
    // What an outage does is said above its picture, and comes after it.
    if (path.includes('fails')) await page.locator('.map-sum-state').first().waitFor();
    // Parts of the page come one after the other.
    await page.waitForFunction((one) => document.querySelector(one)!.getBoundingClientRect().y < 600, picture);
    // What is folded is a tap away.
    await page.locator('.map .fold > summary').tap();
    await page.getByRole('button', { name: /^(Ranger|SVG)$/ }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('says who changed an object last, and leads whoever may read the journal there', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/applications/1', PHONE);
    await ask(explorer, page, 'PATCH', '/api/applications/1', { version: '12.5' });
    await page.reload();
    await page.locator('.last-change', { hasText: /^Dernière modification le .* par vous/ }).waitFor();
    await page.getByRole('link', { name: fr['object.history'] }).tap();
    await page.waitForURL('**/admin/journal?kind=applications&object=1');
    const other = await openAs(explorer, 'maelle', '/objects/applications/1', PHONE);
    await other.getByRole('heading', { name: fr['part.record'] }).waitFor();
    const change = other.locator('.last-change', { hasText: /^Dernière modification le .* par / });
    await change.waitFor();
    expect(await change.getByRole('link').count()).toBe(0);
  });

  it('names what has no name by what it is, and counts no rights where none was ticked', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/physical-links/2', PHONE);
    await page.getByRole('heading', { level: 1, name: 'Lien physique #2' }).waitFor();
    await page.goto('/admin/roles/new');
    await page.getByLabel(fr['admin.role.title']).fill('Lecture');
    await page.getByRole('button', { name: fr['admin.roles.make'] }).and(page.locator(':enabled')).waitFor();
    expect(await page.getByText('0 droit').count()).toBe(0);
  });
});
