/** Small rows, hundreds of links, copies, one after the other, and files that are dropped: forms by tasks, in a real Chromium. @seconds 16 */
import type { Page } from 'playwright-core';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ask as askAs, field, filled, form, save, take } from './form-page.js';
import { openAs } from './people.js';

const { en, fr } = TEXTS;

/** Files that come from elsewhere, let go over an element. */
async function drop(page: Page, selector: string, names: readonly string[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const held = new DataTransfer();
    for (const name of ${JSON.stringify(names)}) held.items.add(new File(['what ' + name + ' says'], name, { type: 'text/plain' }));
    return held;
  })()`);
  for (const type of ['dragover', 'drop']) await page.locator(selector).dispatchEvent(type, { dataTransfer });
}

describeInChromium('front: parts of forms in Chromium', (explorer) => {
  const ask = (page: Page, ...request: [method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object]) =>
    askAs(explorer, page, ...request);

  it('names what two fields of one kind hold: the servers of a domain, and those of them that run it', async () => {
    const page = await openAs(explorer, 'admin', '/objects/domains/1/edit');
    await form(page).waitFor();
    for (const name of ['logical_servers', 'controllers'])
      for (const server of ['SRV-AD-01', 'SRV-AD-02'])
        await field(page, name).getByText(server, { exact: true }).waitFor();
  });

  it('adds lines to an activity, says which one lacks something, and takes one away', async () => {
    const page = await openAs(explorer, 'admin', '/objects/activities/1/edit', { language: 'fr' });
    await form(page).waitFor();
    const rows = field(page, 'impacts');
    const before = await rows.locator('tbody tr').count();
    const add = rows.getByRole('button', { name: fr['form.rows.add'] });
    await add.click();
    // The first cell of the new line has the focus: what follows is typed there.
    await rows.locator('tbody tr:last-child :focus').waitFor();
    await page.keyboard.type('Atteinte à l’image');
    await rows.locator('tbody tr').last().getByRole('combobox').selectOption({ index: 2 });
    await add.click();
    await save(page, 'fr');
    await rows.locator('.field-error').waitFor();
    await rows.getByRole('button', { name: filled(fr['form.rows.remove'], { number: before + 2 }) }).click();
    await save(page, 'fr');
    await page.getByText('Atteinte à l’image').waitFor();
    const impacts = (await ask(page, 'GET', '/api/activities/1')).data['impacts'] as Array<{ impact_type: string }>;
    expect(impacts).toHaveLength(before + 1);
    expect(impacts.map(({ impact_type: type }) => type)).toContain('Atteinte à l’image');
  });

  it('saves one site after the other, and starts each with an empty form', async () => {
    const page = await openAs(explorer, 'nadia', '/objects/sites/new');
    await form(page).waitFor();
    for (const name of ['Harbour', 'Hill']) {
      await page.locator('[data-field=name] input:focus').waitFor();
      await page.keyboard.type(name);
      await page.getByRole('button', { name: en['form.save.another'] }).click();
      await page.getByText(filled(en['form.saved'], { name })).waitFor();
      expect(await field(page, 'name').getByRole('textbox').inputValue()).toBe('');
    }
    expect(new URL(page.url()).pathname).toBe('/objects/sites/new');
    // Nothing is left to be asked about.
    await page.getByRole('link', { name: en['cancel'] }).click();
    for (const name of ['Harbour', 'Hill']) await page.getByRole('link', { name, exact: true }).waitFor();
  });

  it('duplicates an application with all that it is linked to, under another name, and leaves the first as it is', async () => {
    const page = await openAs(explorer, 'admin', '/objects/applications/1');
    await ask(page, 'PATCH', '/api/applications/1', { ext_refs: '{GLPI}1' });
    const first = (await ask(page, 'GET', '/api/applications/1')).data;
    await page.getByRole('link', { name: en['form.do.copy'] }).click();
    await form(page).waitFor();
    const name = filled(en['form.copy-of'], { name: first['name'] as string });
    expect(await field(page, 'name').getByRole('textbox').inputValue()).toBe(name);
    await save(page);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').pop());
    const { data } = await ask(page, 'GET', `/api/applications/${id}`);
    const own = ['id', 'name', 'ext_refs', 'created_at', 'updated_at'];
    const shared = (object: Record<string, unknown>): Array<[string, unknown]> =>
      Object.entries(object).filter(([key]) => !own.includes(key));
    // What one object alone may be linked to stays with the first.
    const differing = shared(data).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(first[key]));
    expect(differing).toEqual([]);
    expect(data).toMatchObject({ name, ext_refs: null });
    expect((await ask(page, 'GET', '/api/applications/1')).data).toEqual(first);
  });

  it('shows the first hundred of many links, and keeps all of them when one is taken away', async () => {
    const page = await openAs(explorer, 'admin', '/objects/tasks');
    const made = await ask(page, 'POST', '/api/tasks/mass-store', {
      items: Array.from({ length: 130 }, (_, i) => ({ name: `Step ${String(i).padStart(3, '0')}` })),
    });
    const tasks = made['ids'] as number[];
    const { id } = await ask(page, 'POST', '/api/operations', { name: 'Long operation', tasks });
    await page.goto(`/objects/operations/${id}/edit`);
    await form(page).waitFor();
    const links = field(page, 'tasks').getByRole('list');
    await links.getByText('Step 129').waitFor();
    const more = links.getByRole('button', { name: filled(en['form.links.more'], { count: 30 }) });
    await more.waitFor();
    expect(await links.getByRole('listitem').count()).toBe(101);
    await links.getByRole('button', { name: filled(en['form.remove'], { name: 'Step 100' }) }).click();
    await more.waitFor({ state: 'detached' });
    await take(page, 'tasks', 'Step 100');
    await links.getByRole('button', { name: filled(en['form.remove'], { name: 'Step 101' }) }).click();
    await links.getByRole('button', { name: /^Show/ }).click();
    await links.getByText('Step 000').waitFor();
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Long operation' }).waitFor();
    const kept = (await ask(page, 'GET', `/api/operations/${id}`)).data['tasks'] as number[];
    expect(kept.sort((a, b) => a - b)).toEqual(tasks.filter((one) => one !== tasks[101]));
  });

  it('takes files that are dropped on an object, and on the kind of files', async () => {
    const page = await openAs(explorer, 'admin', '/objects/entities/1');
    await page.locator('.drop-zone').waitFor();
    await drop(page, '.drop-zone', ['plan.txt', 'note.txt']);
    await page.getByText(filled(en['form.documents.done'].other, { count: 2 })).waitFor();
    for (const name of ['plan.txt', 'note.txt']) await page.getByRole('link', { name, exact: true }).waitFor();
    await page.goto('/objects/documents/new');
    await page.locator('.drop-zone').waitFor();
    await drop(page, '.drop-zone', ['alone.txt']);
    await page.getByRole('heading', { level: 1, name: 'alone.txt' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').pop();
    const { rawPayload } = await explorer.server.server.app.inject({
      url: `/api/documents/${id}/download`,
      headers: { authorization: `Bearer ${explorer.server.token}` },
    });
    expect(rawPayload.toString()).toBe('what alone.txt says');
  });
});
