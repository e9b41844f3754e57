/** Forms and everything else that changes objects, by tasks of people, in a real Chromium. @seconds 30 */
import type { Page } from 'playwright-core';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { ask as askAs, field, filled, form, save, take, headersOf } from './form-page.js';
import { covering, mapOf, sortsOfForm } from './kinds-of-document.js';
import { openAs } from './people.js';

const { en, fr } = TEXTS;

describeInChromium('front: forms in Chromium', (explorer) => {
  const ask = (page: Page, ...request: [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object]) =>
    askAs(explorer, page, ...request);

  it('adds an application with two servers, one of them new, on a small screen in French', async () => {
    const page = await openAs(explorer, 'nadia', '/objects/applications', { width: 360, language: 'fr' });
    await page.getByRole('link', { name: fr['form.add'], exact: true }).click();
    await form(page).waitFor();
    await field(page, 'name').getByRole('textbox').fill('Dossier de soins');
    for (const part of ['part.needs', 'object.links'] as const)
      await page.getByRole('navigation', { name: fr['form.parts'] }).getByRole('button', { name: fr[part] }).click();
    await field(page, 'security_need_a').getByText('très fort').click();
    await field(page, 'rto').getByLabel('heures').fill('4');
    await take(page, 'logical_servers', 'SRV-PACS-01');
    await field(page, 'logical_servers').getByRole('combobox').fill('SRV-SOINS-01');
    await field(page, 'logical_servers')
      .getByRole('button', { name: filled(fr['form.make.named'], { name: 'SRV-SOINS-01' }) })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: fr['form.make.go'] }).click();
    await field(page, 'logical_servers').getByRole('list').getByText('SRV-SOINS-01').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await save(page, 'fr');
    await page.getByRole('heading', { level: 1, name: 'Dossier de soins' }).waitFor();
    await page.getByText(filled(fr['form.saved'], { name: 'Dossier de soins' })).waitFor();
    await page.getByRole('link', { name: 'SRV-SOINS-01' }).waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').pop());
    const { data } = await ask(page, 'GET', `/api/applications/${id}`);
    expect(data).toMatchObject({ name: 'Dossier de soins', security_need_a: 4, rto: 240, security_need_c: null });
    expect(data['logical_servers']).toHaveLength(2);
  });

  it('puts two changes together, and shows side by side what both changed', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/applications/2/edit');
    await form(page).waitFor();
    await ask(page, 'PATCH', '/api/applications/2', { technology: 'Theirs', vendor: 'Their vendor', rto: 90 });
    await field(page, 'technology').getByRole('textbox').fill('Mine');
    await field(page, 'editor').getByRole('textbox').fill('My publisher');
    await save(page);
    const dialog = page.getByRole('dialog', { name: en['form.conflict'] });
    await dialog.waitFor();
    const sides = dialog.getByRole('group', { name: 'Technology' });
    expect(await sides.innerText()).toMatch(/Mine[^]*Theirs/);
    expect(await dialog.getByRole('group').count()).toBe(1);
    await sides.getByLabel(en['form.conflict.theirs']).check();
    await dialog.getByRole('button', { name: en['form.conflict.save'] }).click();
    await page.getByText('My publisher').waitFor();
    const { data } = await ask(page, 'GET', '/api/applications/2');
    expect(data).toMatchObject({ technology: 'Theirs', vendor: 'Their vendor', rto: 90, editor: 'My publisher' });
    // Different fields need nobody to decide.
    await page.getByRole('link', { name: en['form.do.edit'] }).click();
    await form(page).waitFor();
    await ask(page, 'PATCH', '/api/applications/2', { vendor: 'Another vendor' });
    await field(page, 'technology').getByRole('textbox').fill('Mine again');
    await save(page);
    await page.getByText('Mine again').waitFor();
    await page.getByText('Another vendor').waitFor();
    await page.getByText(filled(en['form.saved.merged'], { fields: 'Vendor' })).waitFor();
  });

  it('tells what is wrong at its field, leaves nothing unasked, and keeps what was typed when the session ends', async () => {
    const page = await openAs(explorer, 'nadia', '/objects/applications');
    await page.getByRole('link', { name: en['form.add'], exact: true }).click();
    await form(page).waitFor();
    await field(page, 'rto').getByLabel('days').fill('soon');
    await field(page, 'ext_refs').getByRole('textbox').fill('no reference');
    await save(page);
    await field(page, 'name').locator('.field-error').waitFor();
    await page.locator('[data-field=name] input:focus').waitFor();
    expect(await field(page, 'name').getByRole('textbox').getAttribute('aria-describedby')).toContain('name-error');
    for (const name of ['rto', 'ext_refs']) expect(await field(page, name).locator('.field-error').count()).toBe(1);
    await field(page, 'name').getByRole('textbox').fill('Kept while away');
    expect(await field(page, 'name').locator('.field-error').count()).toBe(0);
    // A link, and the way back: both ask.
    await page.getByRole('link', { name: 'Sites' }).click();
    const leaving = page.getByRole('dialog', { name: en['leave'] });
    await leaving.getByRole('button', { name: en['leave.stay'] }).click();
    await page.evaluate('history.back()');
    await leaving.waitFor();
    expect(new URL(page.url()).pathname).toBe('/objects/applications/new');
    await page.keyboard.press('Escape');
    expect(await field(page, 'name').getByRole('textbox').inputValue()).toBe('Kept while away');
    await field(page, 'rto').getByLabel('days').fill('');
    await field(page, 'ext_refs').getByRole('textbox').fill('');
    const headers = await headersOf(page);
    await explorer.server.server.app.inject({ method: 'POST', url: '/api/logout', headers });
    await save(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(en['sign-in.ended']).waitFor();
    await dialog.getByLabel(en['sign-in.login']).fill('nadia');
    await dialog.getByLabel(en['sign-in.password']).fill('Correct-horse-9');
    await dialog.getByRole('button', { name: en['sign-in'] }).click();
    await dialog.waitFor({ state: 'hidden' });
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Kept while away' }).waitFor();
    // A changed form can be left as well.
    await page.getByRole('link', { name: en['form.do.edit'] }).click();
    await field(page, 'name').getByRole('textbox').fill('Given up');
    await page.getByRole('link', { name: 'Sites' }).click();
    await leaving.getByRole('button', { name: en['leave.go'] }).click();
    await page.getByRole('heading', { level: 1, name: 'Sites' }).waitFor();
  });

  it('writes rich text, references, lines and an uploaded document; deletes and brings back', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/entities/1/edit');
    await form(page).waitFor();
    const editor = field(page, 'description').locator('[contenteditable]');
    await editor.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('First');
    await page.keyboard.press('Enter');
    await field(page, 'description').getByRole('button', { name: en['form.rich.bold'] }).click();
    await page.keyboard.type('a < b');
    await field(page, 'description').getByRole('button', { name: en['form.rich.source'] }).click();
    const source = field(page, 'description').locator('textarea');
    expect(await source.inputValue()).toBe('<p>First</p><p><strong>a &lt; b</strong></p>');
    await save(page);
    await page.locator('.rich strong').getByText('a < b').waitFor();
    await page.setInputFiles('.drop-zone input', {
      name: 'contract.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('x'),
    });
    await page.getByRole('link', { name: 'contract.txt', exact: true }).waitFor();
    await page.getByRole('button', { name: filled(en['form.documents.detach'], { name: 'contract.txt' }) }).click();
    await page.getByText(filled(en['form.documents.detached'], { name: 'contract.txt' })).waitFor();
    await page.getByRole('link', { name: 'contract.txt', exact: true }).waitFor({ state: 'detached' });
    // What refers to a site is told before it goes.
    await page.goto('/objects/sites/2');
    await page.getByRole('button', { name: en['form.do.delete'] }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Buildings').waitFor();
    const name = await page.getByRole('heading', { level: 1 }).innerText();
    await dialog.getByRole('button', { name: en['form.do.delete'] }).click();
    await page.getByText(filled(en['form.deleted'], { name })).waitFor();
    await page.goto('/objects/sites/2');
    await page.getByRole('button', { name: en['form.do.restore'] }).click();
    await page.getByText(filled(en['form.restored'], { name })).waitFor();
    await page.getByRole('link', { name: en['form.do.edit'] }).waitFor();
  });

  it('selects rows, changes two fields of them, says which row keeps the others, and exports what is seen', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/tasks');
    const made = await ask(page, 'POST', '/api/tasks/mass-store', {
      items: Array.from({ length: 60 }, (_, i) => ({ name: `Patrol ${String(i).padStart(2, '0')}` })),
    });
    await page.goto('/objects/tasks?filter[search]=Patrol&sort=name');
    await page.getByText('60 objects').waitFor();
    const boxes = page.locator('tbody .row-tick input');
    // How many rows a page has is remembered.
    await page.getByLabel(en['table.size']).selectOption('25');
    await page.locator('tbody tr:nth-last-child(25):first-child').waitFor();
    await page.reload();
    await page.getByText('60 objects').waitFor();
    await page.locator('tbody tr:nth-last-child(25):first-child').waitFor();
    expect((await page.locator('tbody tr').first().boundingBox())!.height).toBe(36);
    await page.getByLabel(en['table.size']).selectOption('50');
    await page.locator('tbody tr:nth-last-child(50):first-child').waitFor();
    await boxes.nth(1).click();
    await boxes.nth(4).click({ modifiers: ['Shift'] });
    await page.getByText(filled(en['form.select.count'].other, { count: 4 }), { exact: true }).waitFor();
    await page.getByRole('button', { name: filled(en['form.select.all'], { count: 60 }) }).click();
    await page.getByText(filled(en['form.select.count'].other, { count: 60 }), { exact: true }).waitFor();
    await page.getByRole('button', { name: en['form.mass.change'] }).click();
    const dialog = page.getByRole('dialog');
    expect(
      await dialog.getByRole('button', { name: filled(en['form.mass.go'].other, { count: 60 }) }).isDisabled(),
    ).toBe(true);
    await dialog.getByRole('combobox').first().selectOption({ label: 'References elsewhere' });
    // What would empty the field of all of them says so.
    await dialog.getByRole('button', { name: filled(en['form.mass.empty'].other, { count: 60 }) }).waitFor();
    await dialog.getByRole('textbox').fill('wrong');
    await dialog.getByRole('button', { name: filled(en['form.mass.go'].other, { count: 60 }) }).click();
    await dialog.getByText(filled(en['form.mass.refused'].other, { count: 60 })).waitFor();
    await dialog.getByRole('textbox').fill('{GLPI}7');
    await dialog.getByLabel(en['form.mass.another']).selectOption({ label: 'Description' });
    await dialog.getByText(en['form.mass.emptied']).waitFor();
    await dialog.locator('[contenteditable]').fill('Every night');
    await dialog.getByText(en['form.mass.emptied']).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: filled(en['form.mass.go'].other, { count: 60 }) }).click();
    await page.getByText(filled(en['form.mass.done'].other, { count: 60 })).waitFor();
    const [id] = (made['ids'] as number[]).slice(-1);
    const changed = (await ask(page, 'GET', `/api/tasks/${id}`)).data;
    expect([changed['ext_refs'], changed['description']]).toEqual(['{GLPI}7', expect.stringContaining('Every night')]);
    await page.locator('summary', { hasText: en['form.export'] }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: en['form.export.csv'] }).click(),
    ]);
    const stream = await file.createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    const lines = Buffer.concat(parts).toString().trim().split('\r\n');
    expect(lines).toHaveLength(61);
    expect(lines[1]).toContain('Patrol 00');
    await page.getByRole('checkbox', { name: en['form.select.page'] }).check();
    await page.getByRole('button', { name: en['form.mass.delete'], exact: true }).click();
    await dialog.getByRole('button', { name: filled(en['form.mass.delete.go'].other, { count: 50 }) }).click();
    await page.getByText(filled(en['form.mass.deleted'].other, { count: 50 })).waitFor();
    await page.getByText('10 objects').waitFor();
    // By keyboard, from where the focus went: all of them come back, which is told.
    const undo = filled(en['form.mass.restore'].other, { count: 50 });
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    for (let i = 0; i < 3 && (await page.evaluate('document.activeElement.textContent')) !== undo; i++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: filled(en['form.mass.restored'].other, { count: 50 }) })
      .waitFor();
    await page.getByText('60 objects').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    expect(await page.getByRole('button', { name: undo }).count()).toBe(0);
  });

  it('takes a change of many objects back, and leaves what somebody changed since', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/logical-servers');
    const systems = ['Debian 11', 'Debian 12', null, 'Debian 13'];
    const items = systems.map((operating_system, i) => ({
      ...{ name: `SRV-BACK-${i}`, operating_system, active: i % 2 === 0 },
      applications: i === 1 ? [1, 2] : [],
    }));
    const made = await ask(page, 'POST', '/api/logical-servers/mass-store', { items });
    const ids = made['ids'] as number[];
    const stored = async () =>
      Promise.all(
        ids.map(async (id) => {
          const { operating_system: system, applications } = (await ask(page, 'GET', `/api/logical-servers/${id}`))
            .data;
          return [system, applications];
        }),
      );
    const before = await stored();
    await page.goto('/objects/logical-servers?filter[search]=SRV-BACK&sort=name');
    await page.getByText('4 objects').waitFor();
    await page.getByRole('checkbox', { name: en['form.select.page'] }).check();
    await page.getByRole('button', { name: en['form.mass.change'] }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').first().selectOption({ label: 'Operating system' });
    await dialog.getByRole('textbox').fill('Plan 9');
    await dialog.getByLabel(en['form.mass.another']).selectOption({ label: 'Applications' });
    await dialog.getByRole('button', { name: filled(en['form.mass.go'].other, { count: 4 }) }).click();
    await page.getByText(filled(en['form.mass.done'].other, { count: 4 })).waitFor();
    expect(await stored()).toEqual(ids.map(() => ['Plan 9', []]));
    await ask(page, 'PATCH', `/api/logical-servers/${ids[3]}`, { operating_system: 'Inferno' });
    const sent: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(new URL(request.url()).pathname)));
    await page.getByRole('button', { name: en['form.mass.undo'], exact: true }).click();
    // What would happen stands first, and what was changed since by its name.
    await dialog.getByRole('listitem').filter({ hasText: 'SRV-BACK-3' }).getByText('Operating system').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: filled(en['undo.rest'].other, { count: 3 }) }).click();
    await page.getByText(filled(en['undo.done.but'].one, { names: 'SRV-BACK-3' })).waitFor();
    expect(await stored()).toEqual([...before.slice(0, 3), ['Inferno', []]]);
    expect(sent).toEqual(['/api/changes/undo', '/api/changes/undo']);
  });

  it.each([
    ['en', 1280],
    ['fr', 390],
  ] as const)('%s, %i wide: undoes one change of an object, and shows and puts back what it was', async (...how) => {
    const [language, width] = how;
    const texts = TEXTS[language];
    const page = await openAs(explorer, ADMIN.login, '/objects/logical-servers', { language, width });
    const path = '/api/logical-servers';
    const { id } = await ask(page, 'POST', path, {
      name: `SRV-PUT-BACK-${language}`,
      ...{ operating_system: 'Debian 11', active: true, applications: [1] },
    });
    const change = (values: object) => ask(page, 'PATCH', `${path}/${id}`, values);
    const stored = async () => {
      const { data } = await ask(page, 'GET', `${path}/${id}`);
      return [data['operating_system'], data['active'], data['cpu'], data['applications']];
    };
    await change({ operating_system: 'Debian 12', active: false, applications: [2, 3] });
    await change({ cpu: '8' });
    await page.goto(`/objects/logical-servers/${id}`);
    const history = page.getByRole('list', { name: texts['history'] });
    await page.locator('summary', { hasText: texts['history'] }).click();
    const entry = history.getByRole('listitem').filter({ hasText: 'Debian 12' }).first();
    await entry.getByText('Clarté').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    const undo = { name: new RegExp(`^${texts['undo.of'].split('{')[0]}`) };
    const dialog = page.getByRole('dialog');
    await entry.getByRole('button', undo).click();
    await dialog.getByText(texts['undo.updated']).waitFor();
    expect(await stored()).toEqual(['Debian 12', 0, '8', [2, 3]]);
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: filled(texts['undo.go'].one, { count: 1 }) }).click();
    await page.getByText(filled(texts['undo.done'].one, { count: 1 })).waitFor();
    expect(await stored()).toEqual(['Debian 11', 1, '8', [1]]);
    // What was changed since is told, and nothing is done.
    await change({ operating_system: 'Inferno' });
    await page.reload();
    await page.locator('summary', { hasText: texts['history'] }).click();
    await history.getByRole('listitem').nth(1).getByRole('button', undo).click();
    await dialog.getByText(texts['undo.all-changed']).waitFor();
    await dialog.getByRole('button', { name: texts.close }).click();
    // As it was behind its second change, and back to that.
    await history
      .getByRole('listitem')
      .nth(3)
      .getByRole('link', { name: new RegExp(`^${texts['history.then.of'].split('{')[0]}`) })
      .click();
    await page.locator('.facts-of').getByText('Debian 12').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: texts['asof.put-back'] }).click();
    await dialog.getByText('Inferno').waitFor();
    expect(await stored()).toEqual(['Inferno', 1, '8', [1]]);
    await dialog.getByRole('button', { name: texts['asof.go'] }).click();
    await page.getByText(filled(texts['asof.done'], { name: `SRV-PUT-BACK-${language}` })).waitFor();
    expect(await stored()).toEqual(['Debian 12', 0, null, [2, 3]]);
  });

  it('brings ticked ones back from the list of deleted ones, and offers nothing else there', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/tasks');
    const items = ['Sweep 1', 'Sweep 2', 'Sweep 3'].map((name) => ({ name }));
    const made = await ask(page, 'POST', '/api/tasks/mass-store', { items });
    const ids = made['ids'] as number[];
    for (const id of ids) await ask(page, 'DELETE', `/api/tasks/${id}`);
    await page.goto('/objects/tasks?filter[search]=Sweep&filter[trashed]=only&sort=name');
    await page.getByText('3 objects').waitFor();
    await page.locator('tbody .row-tick input').nth(0).click();
    await page.locator('tbody .row-tick input').nth(1).click();
    const bar = page.locator('.selection');
    await bar.getByRole('button', { name: en['form.do.restore'] }).waitFor();
    expect(await bar.getByRole('button', { name: en['form.mass.delete'] }).count()).toBe(0);
    expect(await bar.getByRole('button', { name: en['form.mass.change'] }).count()).toBe(0);
    await bar.getByRole('button', { name: en['form.do.restore'] }).click();
    const dialog = page.getByRole('dialog');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: filled(en['form.mass.restore'].other, { count: 2 }) }).click();
    await page.getByText(filled(en['form.mass.restored'].other, { count: 2 })).waitFor();
    await page.getByText('1 object', { exact: true }).waitFor();
    // What was deleted once more meanwhile is named in words.
    await page.goto('/objects/tasks?filter[search]=Sweep&sort=name');
    await page.getByText('2 objects').waitFor();
    await page.getByRole('checkbox', { name: en['form.select.page'] }).check();
    await ask(page, 'DELETE', `/api/tasks/${ids[0]}`);
    await page.getByRole('button', { name: en['form.mass.delete'], exact: true }).click();
    await dialog.getByRole('button', { name: filled(en['form.mass.delete.go'].other, { count: 2 }) }).click();
    const refused = dialog.getByRole('alert');
    await refused.waitFor();
    expect(await refused.locator('li').allInnerTexts()).toEqual([`Sweep 1: ${en['form.mass.gone']}`]);
  });

  it('says whose name was taken meanwhile where a deletion cannot be taken back', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/logical-servers', { language: 'fr' });
    const names = ['SRV-UNDO-1', 'SRV-UNDO-2'];
    await ask(page, 'POST', '/api/logical-servers/mass-store', { items: names.map((name) => ({ name })) });
    await page.goto('/objects/logical-servers?filter[search]=SRV-UNDO&sort=name');
    await page.getByRole('link', { name: 'SRV-UNDO-2' }).waitFor();
    await page.getByRole('checkbox', { name: fr['form.select.page'] }).check();
    await page.getByRole('button', { name: fr['form.mass.delete'] }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer 2 objets' }).click();
    await page.getByText('2 objets supprimés.').waitFor();
    await ask(page, 'POST', '/api/logical-servers', { name: 'SRV-UNDO-2' });
    await page.getByRole('button', { name: 'Rétablir 2 objets' }).click();
    const problem = page.getByRole('alert');
    await problem.waitFor();
    expect(await problem.locator('dt').allInnerTexts()).toEqual(['SRV-UNDO-2']);
    expect(await problem.innerText()).toContain('déjà utilisée');
    expect(await problem.innerText()).not.toContain('ids.');
  });

  it('closes the menu of a narrow screen where a link in it is asked about, and lets whoever stays go on typing', async () => {
    const page = await openAs(explorer, 'nadia', '/objects/sites/new', { width: 390, language: 'fr', touch: true });
    await field(page, 'name').getByRole('textbox').fill('Kept');
    // Three buttons take one line of a screen that has few.
    const bar = await page.locator('.form-bar').boundingBox();
    expect((await page.locator('.form-bar a').boundingBox())!.x).toBeGreaterThanOrEqual(0);
    expect([bar!.height < 60, await page.locator('.form-bar button').count()]).toEqual([true, 2]);
    expect(await page.locator('.for-keys:visible').count()).toBe(0);
    await page.locator('#menu-button').click();
    await page.locator('#nav [data-slug=sites]').click();
    await page.getByRole('dialog').getByRole('button', { name: fr['leave.stay'] }).click();
    expect(await page.locator('#nav.open').count()).toBe(0);
    expect(await page.locator('.veil').isHidden()).toBe(true);
    expect(await page.evaluate('document.activeElement.id')).toBe('menu-button');
    expect(await field(page, 'name').getByRole('textbox').inputValue()).toBe('Kept');
    await field(page, 'name').getByRole('textbox').click();
  });

  it('offers nothing to somebody who may only read', async () => {
    const page = await openAs(explorer, 'auditor', '/objects/applications');
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('link', { name: en['form.add'], exact: true }).count()).toBe(0);
    expect(await page.locator('.row-tick').count()).toBe(0);
    await page.goto('/objects/applications/1');
    await page.getByRole('heading', { name: en['part.general'] }).waitFor();
    expect((await page.locator('.object-actions').innerText()).split(/\s*\n\s*/)).toEqual([
      en['picture.fails'],
      en['picture.relies'],
      `☆ ${en['keep.object']}`,
      en['print'],
    ]);
    expect(await page.locator('.drop-zone').count()).toBe(0);
    for (const path of ['/objects/applications/new', '/objects/applications/1/edit']) {
      await page.goto(path);
      await page.getByText(en['form.not-allowed']).waitFor();
    }
  });

  it('can be filled in without a mouse', async () => {
    const page = await openAs(explorer, 'nadia', '/objects/logical-servers/new');
    await page.locator('[data-field=name] input:focus').waitFor();
    await page.keyboard.type('SRV-BY-KEYS');
    const tabTo = async (selector: string): Promise<void> => {
      for (let i = 0; i < 120; i++) {
        if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab never comes to ${selector}.`);
    };
    await tabTo('[data-field=applications] input');
    await page.keyboard.type('Clar');
    await field(page, 'applications').getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await field(page, 'applications').getByRole('list').getByText('Clarté').waitFor();
    await tabTo('.form-bar button.primary');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'SRV-BY-KEYS' }).waitFor();
    await page.getByRole('link', { name: 'Clarté' }).waitFor();
  });

  it('opens forms with every sort of field that any kind has, each field with a name', async () => {
    const map = await mapOf(explorer.server);
    // What is the same for all is proved without a browser: `kinds.spec.ts`.
    const few = covering(map.kinds.values(), (kind) => sortsOfForm(map, kind)).map(({ path }) => path);
    const nameless: string[] = [];
    for (const kind of [...few, 'audit-logs', 'documents', 'permissions']) {
      const page = await openAs(explorer, ADMIN.login, `/objects/${kind}/new`);
      await page.locator('.object-form, .drop-zone, main .lead').first().waitFor();
      expect([kind, await form(page).count()]).toEqual([kind, few.includes(kind) ? 1 : 0]);
      // Lines come one by one.
      for (const add of await page.locator('.rows-add').all()) await add.click();
      const found = (await page.evaluate(`
        [...document.querySelectorAll('.object-form :is(input, select, textarea, [contenteditable])')]
          .filter((one) => !one.getAttribute('aria-label') && ![...(one.labels ?? [])].some((label) => label.textContent.trim()))
          .map((one) => one.closest('[data-field]').dataset.field)`)) as string[];
      nameless.push(...found.map((name) => `${kind}: ${name}`));
    }
    expect(nameless).toEqual([]);
  });

  it.each([
    ['light', 1280, 'en'],
    ['dark', 390, 'fr'],
  ] as const)('%s, %i wide, %s: can be read and named, and is no wider than the screen', async (...how) => {
    const [colorScheme, width, language] = how;
    const page = await openAs(explorer, ADMIN.login, '/objects/applications/1/edit', { colorScheme, width, language });
    await form(page).waitFor();
    await field(page, 'name').getByRole('textbox').fill('');
    await save(page, language);
    await field(page, 'name').locator('.field-error').waitFor();
    const found: Record<string, unknown> = { form: await barriers(page) };
    await page.goto('/objects/applications');
    await page.locator('tbody .row-tick input').first().check();
    await page.getByRole('button', { name: TEXTS[language]['form.mass.change'] }).click();
    await page.getByRole('dialog').waitFor();
    found['table'] = await barriers(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: TEXTS[language]['form.mass.delete'], exact: true }).click();
    await page.locator('dialog .primary.danger').hover();
    found['mass deletion'] = await barriers(page);
    await page.goto('/objects/applications/1');
    await page.getByRole('button', { name: TEXTS[language]['form.do.delete'] }).click();
    await page.locator('dialog .linked-names').waitFor();
    found['deletion'] = await barriers(page);
    expect(found).toEqual({ form: [], table: [], 'mass deletion': [], deletion: [] });
  });
});
