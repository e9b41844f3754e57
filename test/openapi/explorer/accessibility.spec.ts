/** Whether the explorer can be read and named: contrast, names of controls, nothing wider than the screen. */
import type { Browser } from 'playwright-core';
import { fillDemo } from '../../../src/demo/fill.js';
import { ADMIN, TestServer } from '../../support/server.js';
import { barriers, CHROMIUM, openBrowser, openOperation, signIn, watchedPage } from './browser.js';

(CHROMIUM ? describe : describe.skip)('contract 12: reading the explorer in Chromium', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await TestServer.start('sqlite');
    await fillDemo(server.server, { passwordOf: () => 'Correct-horse-9' });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('%s, %i wide: every text has a contrast of 4.5 and every control a name', async (colorScheme, width) => {
    const { page, errors } = await watchedPage(browser, server.url);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/docs');
    await page.locator('.example').first().getByRole('button', { name: /^Run/ }).click();
    await page.locator('.problem').waitFor();
    const found = { start: await barriers(page) };
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    Object.assign(found, { form: await barriers(page) });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await signIn(page, ADMIN);
    const examples = page.locator('.example');
    for (let i = 0; i < 3; i++) await examples.nth(i).getByRole('button', { name: /^Run/ }).click();
    await examples.nth(2).locator('.problem').waitFor();
    Object.assign(found, { answers: await barriers(page) });
    await page.goto('/docs#/sites');
    const list = await openOperation(page, 'List sites');
    await list.getByRole('button', { name: 'Execute' }).click();
    await list.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    const creation = await openOperation(page, 'Create a site', 'application/json');
    await creation.getByRole('button', { name: 'Execute' }).click();
    await creation.locator('.explained .problem').waitFor();
    await openOperation(page, 'Change a site', 'multipart/form-data');
    Object.assign(found, { operations: await barriers(page) });
    expect(found).toEqual({ start: [], form: [], answers: [], operations: [] });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
