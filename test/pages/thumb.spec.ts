/** What a stranger stumbled over on a phone, in French, in a real Chromium: covered, too small, out of sight, or never told. @seconds 45 */
import type { Locator, Page } from 'playwright-core';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { field, filled, form } from './form-page.js';
import { openAs } from './people.js';

const { fr } = TEXTS;
const PHONE = { language: 'fr', width: 390, touch: true } as const;

const button = (place: Page | Locator, name: string): Locator => place.getByRole('button', { name, exact: true });
/** Whether nobody has to scroll for it. */
const isInSight = (place: Locator): Promise<boolean> =>
  place.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

/** Texts under 12 points, and what is tapped and lower than 24, beside links in running text. */
const TOO_SMALL = `(() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1;
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement: one } = walker.currentNode;
    if (data.trim() && !one.matches('.arrow') && seen(one) && parseFloat(getComputedStyle(one).fontSize) < 12) texts.push(data);
  }
  const taps = 'button, select, input, summary, a.person, .home-count, .home-more, .hit-name';
  const low = [...document.querySelectorAll(taps)].filter((one) => {
    const place = one.closest('label') ?? one;
    return seen(one) && Math.max(...[one, place].map((each) => each.getBoundingClientRect().height)) < 24;
  });
  return [...texts, ...low.map((one) => one.outerHTML.slice(0, 120))];
})()`;

describeInChromium('front: what a thumb meets, in Chromium', (explorer) => {
  it.each(['/home', '/search?q=pharma', '/queries/new', '/admin/delegations', '/map?fails=physical-servers_1'])(
    'nothing on %s is too small to be read or tapped',
    async (path) => {
      const page = await openAs(explorer, ADMIN.login, path, PHONE);
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await page.locator('.home-count, .hit-name, .editor-box, .objects, .map-fold').first().waitFor();
      expect(await page.evaluate(TOO_SMALL)).toEqual([]);
    },
  );

  it('asks before a token and a session end without covering what they are', async () => {
    await openAs(explorer, ADMIN.login, '/home', PHONE);
    const page = await openAs(explorer, ADMIN.login, '/account', PHONE);
    await page.getByLabel(fr['admin.tokens.name'], { exact: true }).fill('inventaire');
    await button(page, fr['admin.tokens.make']).tap();
    for (const label of [fr['account.sessions'], fr['admin.tokens.own']]) {
      const table = page.getByRole('region', { name: label });
      const row = table.locator('tr', { has: page.getByRole('button') }).last();
      await row.getByRole('button').tap();
      const end = row.locator('.confirm').getByRole('button').first();
      await end.waitFor();
      const covered = await row.evaluate((one) => {
        const action = one.querySelector('.row-action')!.getBoundingClientRect();
        return [...one.querySelectorAll('th, td:not(.row-action)')]
          .map((cell) => cell.getBoundingClientRect())
          .filter(({ right, bottom }) => right > action.left && bottom > action.top + 1).length;
      });
      expect(covered).toBe(0);
      expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThan(2);
      expect(await table.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThan(2);
      await end.tap();
      await row.locator('.confirm').waitFor({ state: 'detached' });
    }
  });

  it('forgets that a field was empty once something is chosen for it, in the window that makes an object', async () => {
    const page = await openAs(explorer, 'nadia', '/objects/applications/new', PHONE);
    await form(page).waitFor();
    await page
      .getByRole('navigation', { name: fr['form.parts'] })
      .getByRole('button', { name: fr['builder.related'] })
      .tap();
    await field(page, 'contracts').getByRole('combobox').fill('Contrat neuf');
    await button(page, filled(fr['form.make.named'], { name: 'Contrat neuf' })).tap();
    const dialog = page.getByRole('dialog');
    await button(dialog, fr['form.make.go']).tap();
    const source = dialog.locator('[data-field=source_id]');
    await source.locator('.field-error').waitFor();
    await source.getByRole('combobox').fill('Pharm');
    await source.getByRole('option').first().tap();
    await source.locator('.field-error').waitFor({ state: 'detached' });
    await dialog.locator('[data-field=destination_id] .field-error').waitFor();
  });

  it('finds servers by a part of their system, and says that a table is kept', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/logical-servers', PHONE);
    await page.getByRole('table').waitFor();
    await button(page, fr['builder.add']).tap();
    await page.getByLabel(fr['builder.column']).selectOption('operating_system');
    await page.getByRole('textbox', { name: fr['builder.value'] }).fill('server 2012');
    await button(page, fr['table.apply']).tap();
    await page.waitForURL(/filter\[operating_system_like\]=%25server%202012%25/);
    await page.getByRole('cell', { name: 'Windows Server 2012 R2' }).waitFor();
    await page.reload();
    const list = page.getByRole('list', { name: fr['builder.filters'] });
    await list.getByText('Système d’exploitation contient server 2012').waitFor();
    await page.getByText(fr['keep.table'], { exact: true }).tap();
    await page.getByRole('textbox', { name: fr['keep.name'], exact: true }).fill('Vieux serveurs');
    await page.getByLabel(fr['keep.for']).selectOption('all');
    await button(page, fr['keep.go']).tap();
    await page.getByText(filled(fr['keep.told.all'], { name: 'Vieux serveurs' })).waitFor();
    // The menu calls no keyboard, and leads to the journal in words.
    await button(page, fr['objects.nav']).tap();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('A');
    await page.locator('nav').getByRole('link', { name: fr['admin.journal'], exact: true }).tap();
    await page.waitForURL('**/admin/journal');
    await page.locator('.entry-details', { hasText: 'Vieux serveurs' }).waitFor();
  });

  it('takes an import back after its page was left, and says so where it is seen', async () => {
    const page = await openAs(explorer, ADMIN.login, '/import?kind=logical-servers', PHONE);
    const file = page.getByLabel(fr['import.file']);
    const buffer = Buffer.from('name,environment\nSRV-PHONE-1,Test\n');
    await file.setInputFiles({ name: 'serveurs.csv', mimeType: 'text/csv', buffer });
    await page.getByText(filled(fr['import.file.chosen'], { name: 'serveurs.csv' })).waitFor();
    // What the browser says of an empty field is not to be read.
    expect(await file.evaluate((one) => getComputedStyle(one).fontSize)).toBe('0px');
    await page.locator('.import-apply').getByRole('button').tap();
    await page.getByRole('link', { name: fr['import.see'] }).tap();
    await page.getByRole('link', { name: 'SRV-PHONE-1' }).waitFor();
    // From the journal, after the page was loaded anew.
    await page.goto('/admin/journal?action=imported');
    await page
      .locator('.entry')
      .first()
      .getByRole('button', { name: fr['undo.of'].split('{')[0]! })
      .tap();
    const window = page.getByRole('dialog');
    await window.getByText('SRV-PHONE-1').waitFor();
    await window.getByRole('button', { name: filled(fr['undo.go'].one, { count: 1 }) }).tap();
    const told = page.getByText(filled(fr['undo.done'].one, { count: 1 }));
    await told.waitFor();
    expect(await isInSight(told)).toBe(true);
    const { server } = explorer;
    expect((await server.get('/api/logical-servers?filter[name]=SRV-PHONE-1&fields=name')).body).toEqual([]);
  });

  it('asks for both ends of a path on the first screen', async () => {
    const page = await openAs(explorer, 'auditor', '/map#way=paths', PHONE);
    const ends = page.locator('.map-end input');
    await ends.last().waitFor();
    await page.locator('.loading').waitFor({ state: 'detached' });
    expect(await isInSight(ends.last())).toBe(true);
    expect(await isInSight(ends.first())).toBe(true);
  });
});
