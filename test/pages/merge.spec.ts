/** Two objects that are one thing, merged and taken apart on pages, in a real Chromium. @seconds 30 */
import type { Locator, Page } from 'playwright-core';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { ask, filled } from './form-page.js';
import { openAs } from './people.js';

const { en, fr } = TEXTS;

describeInChromium('front: merging in Chromium', (explorer) => {
  /** Two servers of one thing, and a third one, with what hangs on them; their ids. */
  async function makeThree(page: Page, name: string): Promise<[number, number, number]> {
    const make = async (kind: string, body: object): Promise<number> =>
      (await ask(explorer, page, 'POST', `/api/${kind}`, body)).id;
    const database = await make('databases', { name: `${name} database` });
    const one = await make('logical-servers', { name, cpu: '2', environment: 'prod', address_ip: '10.96.0.1' });
    const two = await make('logical-servers', {
      ...{ name: `${name}.hill.example`, cpu: '4', memory: '16 GB', address_ip: '10.96.0.2', databases: [database] },
    });
    const three = await make('logical-servers', { name: `${name}-old`, environment: 'test' });
    await make('logical-flows', { name: `${name} flow`, logical_server_source_id: two });
    return [one, two, three];
  }
  const pick = async (dialog: Locator, name: string): Promise<void> => {
    await dialog.getByRole('combobox').fill(name);
    await dialog.getByRole('option', { name, exact: true }).first().click();
    await dialog.getByRole('list', { name: TEXTS.en['merge.others'] }).getByText(name, { exact: true }).waitFor();
  };
  const side = (dialog: Locator, row: string, name: string): Locator =>
    dialog.getByRole('row', { name: new RegExp(`^${row} `) }).getByRole('radio', { name, exact: true });

  it('makes one of the rows that are ticked: the first one stays', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/logical-servers', { width: 1440 });
    const [one, two] = await makeThree(page, 'SRV-TICKED');
    await page.goto('/objects/logical-servers?filter[name_starts]=SRV-TICKED');
    const tick = (name: string): Promise<void> =>
      page.getByRole('checkbox', { name: filled(en['form.select.one'], { name }), exact: true }).check();
    const link = page.getByRole('link', { name: en['form.select.merge'], exact: true });
    await tick('SRV-TICKED.hill.example');
    expect(await link.count()).toBe(0);
    await tick('SRV-TICKED');
    await link.click();
    const dialog = page.getByRole('dialog', { name: filled(en['merge.title'], { name: 'SRV-TICKED.hill.example' }) });
    await dialog.getByRole('button', { name: filled(en['merge.do'].other, { count: 2 }) }).click();
    await page
      .locator('.notice')
      .getByText(/“SRV-TICKED” became part of “SRV-TICKED.hill.example”/)
      .waitFor();
    expect(new URL(page.url()).pathname).toBe(`/objects/logical-servers/${two}`);
    expect((await explorer.server.get(`/api/logical-servers/${one}`)).status).toBe(404);
  });

  it('makes one of three, side by side; the notice takes it back, and the journal too', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/logical-servers', { width: 1440 });
    const [one, two] = await makeThree(page, 'SRV-TWIN');
    await explorer.server.put('/api/feed/sources/TWINS', {});
    const item = { type: 'logical-servers', ref: 'twin', id: two, set: { memory: '16 GB' } };
    await explorer.server.post('/api/feed/runs', { feed: 1, source: 'TWINS', items: [item] });
    await page.goto(`/objects/logical-servers/${one}`);
    await page.getByRole('button', { name: en.merge, exact: true }).click();
    const dialog = page.getByRole('dialog');
    const go = (count: number): Locator =>
      dialog.getByRole('button', { name: filled(en['merge.do'].other, { count }) });
    expect(await dialog.getByRole('button', { name: en['merge.do.none'], exact: true }).isDisabled()).toBe(true);
    await dialog.getByText(filled(en['merge.becomes'], { name: 'SRV-TWIN' })).waitFor();
    await pick(dialog, 'SRV-TWIN.hill.example');
    await pick(dialog, 'SRV-TWIN-old');
    await go(3).waitFor();
    await dialog.getByText(en['merge.stays'], { exact: true }).waitFor();
    expect(await side(dialog, 'Name', 'SRV-TWIN').isChecked()).toBe(true);
    expect(await side(dialog, 'Processor', '2').isChecked()).toBe(true);
    await side(dialog, 'Processor', '4').check();
    const all = dialog.getByRole('radio', { name: en['merge.both'] });
    expect(await all.isChecked()).toBe(true);
    expect(await dialog.locator('.merge-moves').first().innerText()).toMatch(/Memory: 16 GB/);
    const moves = await dialog.locator('.merge-moves').last().innerText();
    expect(moves).toMatch(/Databases 1/);
    expect(moves).toMatch(/Logical flows 1/);
    expect(await barriers(page)).toEqual([]);
    await go(3).click();
    const notice = page.locator('.notice');
    await notice.getByText(/“SRV-TWIN\.hill\.example”, “SRV-TWIN-old” became part of “SRV-TWIN”/).waitFor();
    await page.getByText('16 GB', { exact: true }).first().waitFor();
    await page.getByText('10.96.0.1, 10.96.0.2').first().waitFor();
    // It says so later, too, and what sources say is read anew.
    const merged = page.locator('.merged-others');
    await merged.getByText(/were merged into it on .* by you/).waitFor();
    await merged.getByRole('link', { name: `#${two} SRV-TWIN.hill.example` }).waitFor();
    await merged.getByRole('button', { name: en['merge.undo'] }).waitFor();
    await page.locator('.said-sources').getByRole('link', { name: 'TWINS' }).waitFor();
    expect(await page.locator('dl.facts-of', { hasText: 'Processor' }).innerText()).toMatch(/Processor\s+4/);

    // Whoever comes by the old address is led on.
    const other = await openAs(explorer, ADMIN.login, `/objects/logical-servers/${two}`);
    await other.getByText(filled(en['object.merged'], { object: `#${two}` })).waitFor();
    expect(await barriers(other)).toEqual([]);
    await other.locator('#main').getByRole('link', { name: 'SRV-TWIN', exact: true }).click();
    await other.getByText('16 GB', { exact: true }).first().waitFor();

    await notice.getByRole('button', { name: en['merge.undo'] }).click();
    await page.getByText(filled(en['merge.undone'], { name: 'SRV-TWIN' })).waitFor();
    await page.getByText('16 GB', { exact: true }).first().waitFor({ state: 'detached' });
    await merged.waitFor({ state: 'detached' });
    await page.locator('.said-sources').waitFor({ state: 'detached' });
    await page.goto(`/admin/journal?kind=logical-servers&object=${one}`);
    const entry = (words: string): Locator => page.locator('.entry', { hasText: words });
    await entry(en['admin.did.unmerged']).getByRole('link', { name: 'SRV-TWIN-old' }).waitFor();
    // What was taken back is not offered again.
    expect(await page.getByRole('button', { name: en['merge.undo'] }).count()).toBe(0);

    await ask(explorer, page, 'POST', `/api/logical-servers/${one}/merge`, { from: [two] });
    await ask(explorer, page, 'PATCH', `/api/logical-servers/${one}`, { memory: '32 GB' });
    await page.reload();
    const entryOf = entry(en['admin.did.merged']).first();
    await entryOf.getByRole('link', { name: 'SRV-TWIN.hill.example' }).waitFor();
    await entryOf.getByRole('button', { name: en['merge.undo'] }).click();
    // What changed since is named as pages call it, with what it is to be put back to.
    await entryOf
      .getByRole('alert')
      .getByText(/“Memory” = 16 GB/)
      .waitFor();
    expect(await barriers(page)).toEqual([]);
    await ask(explorer, page, 'PATCH', `/api/logical-servers/${one}`, { memory: '16 GB' });
    await entryOf.getByRole('button', { name: en['merge.undo'] }).click();
    await page.locator('.entry').first().getByText(en['admin.did.unmerged']).waitFor();
    expect((await ask(explorer, page, 'GET', `/api/logical-servers/${two}`)).data['memory']).toBe('16 GB');
  });

  it('gives what a source took for it an object of its own, which its next run fills', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/logical-servers', { width: 1440 });
    const make = (body: object): Promise<{ id: number }> =>
      ask(explorer, page, 'POST', '/api/logical-servers', body) as Promise<{ id: number }>;
    const { id } = await make({ name: 'SRV-OTHER', cpu: '2' });
    await explorer.server.put('/api/feed/sources/OTHERS', {});
    const item = { type: 'logical-servers', ref: 'vm-9', set: { name: 'SRV-OTHER', memory: '8 GB' } };
    const run = (): Promise<unknown> =>
      explorer.server.post('/api/feed/runs', { feed: 1, source: 'OTHERS', items: [item], options: { names: 'fit' } });
    await run();
    await page.goto(`/objects/logical-servers/${id}`);
    await page.getByText('8 GB', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: `${en['feed.forget']} OTHERS` }).click();
    const dialog = page.getByRole('dialog', { name: filled(en['feed.forget.title'], { source: 'OTHERS' }) });
    await dialog.getByText(filled(en['feed.apart.about'], { source: 'OTHERS' })).waitFor();
    expect(await barriers(page)).toEqual([]);
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/apart.png` });
    await dialog.getByRole('button', { name: en['feed.apart'], exact: true }).click();
    // What it alone said is gone from this object, and so is the source.
    await page.locator('.said-sources').waitFor({ state: 'detached' });
    await page.getByText('8 GB', { exact: true }).first().waitFor({ state: 'detached' });
    await run();
    const found = (await explorer.server.get('/api/logical-servers?filter[memory]=8 GB&filter[name_starts]=SRV-OTHER'))
      .body;
    expect(found).toHaveLength(1);
    expect(found[0].id).not.toBe(id);
    expect((await ask(explorer, page, 'GET', `/api/logical-servers/${id}`)).data).toMatchObject({
      cpu: '2',
      memory: null,
    });
  });

  it('does so on a phone, in French', async () => {
    const options = { language: 'fr', width: 390, touch: true } as const;
    const page = await openAs(explorer, ADMIN.login, '/objects/logical-servers', options);
    const [one] = await makeThree(page, 'SRV-TEL');
    await page.goto(`/objects/logical-servers/${one}`);
    await page.getByRole('button', { name: fr.merge, exact: true }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill('SRV-TEL.hill');
    await dialog.getByRole('option', { name: 'SRV-TEL.hill.example' }).first().tap();
    await dialog.getByText(fr['merge.moves']).waitFor();
    // Each choice stands below the one before.
    const boxes = await dialog
      .locator('.merge-side')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    const overlaps = boxes.filter(({ top }, n) => n > 0 && top < boxes[n - 1].bottom - 1);
    expect([boxes.length > 4, overlaps]).toEqual([true, []]);
    expect(await barriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    // Each value says whose it is.
    await dialog
      .locator('tr', { hasText: 'Processeur' })
      .locator('.merge-side', { hasText: 'SRV-TEL.hill.example' })
      .tap();
    await dialog.getByRole('button', { name: filled(fr['merge.do'].other, { count: 2 }) }).tap();
    await page.locator('.notice').getByRole('button', { name: fr['merge.undo'] }).tap();
    await page.getByText(filled(fr['merge.undone'], { name: 'SRV-TEL' })).waitFor();
  });

  it('a plan names what may be the same, and waits where it would guess too often', async () => {
    const { server } = explorer;
    const place = (i: number): string => `10.98.0.${i + 1}`;
    const known = Array.from({ length: 21 }, (_, i) => ({ name: `guess${i}.hill.example`, address_ip: place(i) }));
    const twin = { name: 'dc9.paris.example', address_ip: '10.97.0.1' };
    await server.post('/api/logical-servers/mass-store', { items: [...known, twin] });
    const type = 'logical-servers';
    const items = [
      ...known.map(({ address_ip }) => ({ type, ref: address_ip, weak: true, set: { name: address_ip, address_ip } })),
      { type, ref: 'dc9', set: { name: 'dc9', address_ip: '10.97.0.2' } },
    ];
    const document = { feed: 1, source: 'GUESSES', options: { identify: { [type]: ['name', 'host', 'ip'] } }, items };
    await server.put('/api/feed/sources/GUESSES', {});
    for (const language of ['en', 'fr'] as const) {
      const texts = TEXTS[language];
      const page = await openAs(explorer, ADMIN.login, '/import/feed', { language });
      await page.getByLabel(texts['feed.as'], { exact: true }).selectOption('document');
      await page.getByLabel(texts['import.file']).setInputFiles({
        ...{ name: 'tool.json', mimeType: 'application/json' },
        buffer: Buffer.from(JSON.stringify(document)),
      });
      await page.getByRole('button', { name: texts['feed.make-plan'] }).click();
      await page.getByText(filled(texts['feed.blocked.adopted'].other, { count: 21 })).waitFor();
      const note = page.locator('.feed-list li', { hasText: texts['feed.code.maybe-same'] });
      await note.getByRole('link', { name: 'dc9.paris.example' }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.getByLabel(filled(texts['feed.way.adopted'].other, { count: 21 })).check();
      await page.getByRole('button', { name: texts['feed.again.do'] }).click();
      await page.locator('.feed-state.is-ready').waitFor();
      expect(await page.getByText(texts['feed.blocked']).count()).toBe(0);
      // What is stored can be merged from there.
      if (language !== 'fr') continue;
      await page.getByRole('button', { name: /^Appliquer/ }).click();
      await page.waitForURL('**/import/runs/*');
      const told = page.locator('.feed-list li', { hasText: texts['feed.code.maybe-same'] });
      await told.getByText(/Selon première partie du nom seul, ce peut être #\d+ dc9\.paris\.example/).waitFor();
      await told.getByRole('link', { name: texts['feed.merge'] }).click();
      await page.getByRole('dialog', { name: /dc9\.paris\.example/ }).waitFor();
    }
  });

  it('is not offered to whoever may not delete', async () => {
    const page = await openAs(explorer, 'auditor', '/objects/logical-servers/1');
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await page.getByRole('button', { name: en.merge, exact: true }).count()).toBe(0);
  });
});
