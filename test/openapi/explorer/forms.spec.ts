/** Nothing is sent from the explorer but what somebody typed. @seconds 30 */
import type { Locator, Page } from 'playwright-core';
import { openAs } from '../../pages/people.js';
import { ADMIN } from '../../support/server.js';
import { describeInChromium, openOperation } from './browser.js';

const JSON_BODY = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const PARTS = 'multipart/form-data';

/** Operations of each sort by the page that they stand on, and what the server says of a body in which nothing is. */
const PAGES = [
  ['applications', [['Create an application', FORM, 422]]],
  [
    'sites',
    [
      ['Create a site', JSON_BODY, 422],
      ['Change a site', JSON_BODY, 200],
      ['Change a site', PARTS, 200],
      ['by a form', FORM, 405],
    ],
  ],
  ['documents', [['Upload a document', PARTS, 422]]],
] as const;

describeInChromium('contract 12: the forms of the explorer in Chromium', (explorer) => {
  let page: Page;
  beforeEach(async () => {
    page = await openAs(explorer, ADMIN.login, '/docs');
  });

  /** Presses the button and tells what was sent, and what came back. */
  async function executed(operation: Locator): Promise<{ body: string; type: string; status: number }> {
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.method() !== 'GET' && one.url().includes('/api/')),
      operation.getByRole('button', { name: 'Execute' }).click(),
    ]);
    const answer = await request.response();
    const type = (await request.headerValue('content-type')) ?? '';
    return { body: request.postData() ?? '', type, status: answer!.status() };
  }

  it.each(PAGES)('%s: each operation holds nothing at first', async (slug, operations) => {
    await page.goto(`/docs#/${slug}`);
    for (const [title, type, status] of operations) {
      const operation = await openOperation(page, title, type);
      const before = await explorer.server.get(`/api/${slug}/1`);
      const id = operation.locator('[data-param-name=id] input');
      if (await id.count()) await id.fill('1');
      const typed = await operation
        .locator('.opblock-section-request-body')
        .locator('textarea, input:not([type=checkbox])')
        .evaluateAll((fields) => fields.map((field) => (field as unknown as { value: string }).value));
      expect(typed.filter((value) => value !== '')).toEqual(type === JSON_BODY ? ['{}'] : []);
      expect(await operation.locator('.opblock-section-request-body input:checked').count()).toBe(0);
      const sent = await executed(operation);
      expect(sent.type).toContain(type);
      expect(sent.body).not.toContain('name=');
      if (type !== PARTS) expect(sent.body).toBe(type === JSON_BODY ? '{}' : '');
      expect([title, type, sent.status]).toEqual([title, type, status]);
      const after = await explorer.server.get(`/api/${slug}/1`);
      const [was, is] = [before, after].map(({ body }) => ({ ...body.data, updated_at: null }));
      expect(is).toEqual(was);
      // The same operation may come again, as a body of another type.
      await operation.locator('.opblock-summary-control').click();
    }
  });
  it('send the fields that were typed, and those that are said to be sent empty', async () => {
    await page.goto('/docs#/sites');
    const creation = await openOperation(page, 'Create a site', FORM);
    await creation.getByLabel('name', { exact: true }).fill('North & south wing');
    await creation.locator('[data-property-name=description]').getByLabel('Send empty').check();
    // Fields tell a moment later what was typed.
    await page.waitForTimeout(500);
    const { body, status } = await executed(creation);
    expect([Object.fromEntries(new URLSearchParams(body)), status]).toEqual([
      { name: 'North & south wing', description: '' },
      201,
    ]);
  });
  it('ask for files as CSV in the way that spreadsheet programs read', async () => {
    await page.goto('/docs#/sites');
    const operation = await openOperation(page, 'Export sites');
    await operation.locator('tr[data-param-name="format"] select').selectOption('csv');
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.url().includes('/export')),
      operation.getByRole('button', { name: 'Execute' }).click(),
    ]);
    expect(new URL(request.url()).searchParams.get('bom')).toBe('1');
  });
  it('show an example beside, which a change of the type does not type in either', async () => {
    await page.goto('/docs#/sites');
    const creation = await openOperation(page, 'Create a site', JSON_BODY);
    expect(await creation.locator('.body-example').innerText()).toContain('"name": "Site 1"');
    await creation.locator('textarea').fill('{"name": "Typed"}');
    const types = creation.locator('.body-param-content-type select');
    await types.selectOption(PARTS);
    expect(await creation.locator('[data-property-name=name] .field-example').innerText()).toContain('Site 1');
    expect(await creation.getByLabel('name', { exact: true }).inputValue()).toBe('');
    await types.selectOption(JSON_BODY);
    expect(await creation.locator('textarea').inputValue()).toBe('{}');
  });
});
