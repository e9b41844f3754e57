/** The explorer in a real browser, on the example map. @seconds 18 */
import type { Page } from 'playwright-core';
import { ADMIN } from '../../support/server.js';
import { describeInChromium, signIn } from './browser.js';

describeInChromium('contract 12: the explorer in Chromium', (explorer) => {
  let page: Page;
  beforeEach(async () => {
    page = await explorer.open();
  });

  it('contract 2: signs in, says who is signed in, and signs out', async () => {
    await signIn(page, { login: 'nobody', password: 'wrong' });
    expect(await page.getByRole('alert').textContent()).toBe('These credentials do not match our records.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await signIn(page);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await page.locator('#session').textContent()).toMatch(/adminuntil .*Sign out/);
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual([]);
  });
  it('runs three first requests with a click each', async () => {
    await signIn(page);
    const examples = page.locator('.example');
    expect(await examples.count()).toBe(3);
    for (let i = 0; i < 3; i++) await examples.nth(i).getByRole('button', { name: /^Run/ }).click();
    expect(await examples.nth(0).locator('.answer').innerText()).toContain('"login": "admin"');
    expect(await examples.nth(1).locator('.answer-facts').innerText()).toMatch(/200.*objects/);
    expect(await examples.nth(1).locator('.answer').innerText()).toContain('"logical_servers"');
    const refused = await examples.nth(2).locator('.problem').innerText();
    expect(refused).toContain('The name field is required.');
    expect(refused).toContain('Nothing was stored.');
  });
  it('without a session offers to sign in, and sends the request again', async () => {
    const first = page.locator('.example').first();
    await first.getByRole('button', { name: /^Run/ }).click();
    await first.locator('.problem').getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Login or e-mail').fill(ADMIN.login);
    await page.getByLabel('Password').fill(ADMIN.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await first.locator('.status.good').waitFor();
  });
  it('finds a resource by an old name, and goes there by keyboard', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('fluxes');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Application flows' }).waitFor();
    expect(await page.locator('.nav li:visible').count()).toBe(1);
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
  });
  it('contract 5: puts a filtered list together and shows what it finds', async () => {
    await signIn(page);
    await page.getByRole('link', { name: 'Logical servers', exact: true }).first().click();
    const builder = page.locator('.card');
    await builder.getByLabel('Column or relation').selectOption('name');
    await builder.getByLabel('Value').fill('pacs');
    await builder.getByLabel('applications', { exact: true }).check();
    expect(await builder.locator('.request-line code').textContent()).toBe(
      '/api/logical-servers?filter[name]=pacs&include=applications&page[size]=10',
    );
    await builder.getByRole('button', { name: /^Run/ }).click();
    const answer = builder.locator('.answer');
    await answer.locator('.status.good').waitFor();
    expect(await answer.innerText()).toContain('SRV-PACS-01');
    expect(await answer.innerText()).toContain('"name": "Imago"');
  });
  it('creates an object through an operation, and an error explains itself', async () => {
    await signIn(page);
    await page.goto('/docs#/sites');
    const creation = page.locator('.opblock', { hasText: 'Create a site' }).first();
    await creation.locator('.opblock-summary-control').click();
    await creation.locator('textarea').first().fill('{"name": "North wing"}');
    await creation.getByRole('button', { name: 'Execute' }).click();
    await creation.locator('.live-responses-table .response-col_status', { hasText: '201' }).waitFor();
    expect(await creation.locator('.live-responses-table').innerText()).toContain('"name": "North wing"');
    const command = await creation.locator('.curl-command').innerText();
    expect(command).toContain(`-H "Authorization: Bearer $TOKEN"`);
    expect(command).not.toContain('x-meridian-page');
    await creation.getByRole('button', { name: 'Execute' }).click();
    const problem = creation.locator('.explained .problem');
    await problem.waitFor();
    expect(await problem.innerText()).toContain('The name has already been taken.');
    expect((await explorer.server.get('/api/sites?filter[name]=North wing')).body).toHaveLength(1);
  });
  it('is as good on a narrow screen: the resources are behind a button', async () => {
    await page.setViewportSize({ width: 390, height: 780 });
    await page.getByRole('button', { name: 'Resources' }).click();
    await page.getByRole('searchbox').fill('vlan');
    await page.getByRole('link', { name: 'VLANs' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'VLANs' }).waitFor();
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    expect(wide).toBeLessThanOrEqual(390);
  });
});
