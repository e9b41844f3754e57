/** Everything on the page can be done without a mouse. @seconds 10 */
import { ADMIN } from '../../support/server.js';
import { describeInChromium, signIn } from './browser.js';

const FOCUSED = 'document.activeElement.id || document.activeElement.className || document.activeElement.textContent';

describeInChromium('contract 12: the explorer by keyboard, in Chromium', (explorer) => {
  it('skips the navigation, signs in, runs a request and changes theme and language', async () => {
    const page = await explorer.open();
    const press = (...keys: string[]) =>
      keys.reduce((last, key) => last.then(() => page.keyboard.press(key)), Promise.resolve());
    await press('Tab', 'Enter');
    expect(await page.evaluate(FOCUSED)).toBe('main');
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    await page.locator('#sign-in').focus();
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(FOCUSED)).toBe('login');
    await page.keyboard.type(ADMIN.login);
    await press('Tab');
    await page.keyboard.type(ADMIN.password);
    await press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
    const first = page.locator('.example').first();
    await first.locator('.run').focus();
    await press('Enter');
    await first.locator('.status.good').waitFor();
    const theme = await page.evaluate('document.documentElement.dataset.theme');
    await page.locator('#theme-button').focus();
    await press('Space');
    expect(await page.evaluate('document.documentElement.dataset.theme')).not.toBe(theme);
    await page.locator('#language-button').focus();
    await press('Enter');
    await page.getByRole('button', { name: 'Déconnexion' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('language-button');
  });
  it('goes through the resources with arrows, puts a list together, and opens an operation', async () => {
    const page = await explorer.open();
    await signIn(page);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('/');
    await page.waitForFunction("document.activeElement.type === 'search'");
    await page.keyboard.type('site');
    // The list is drawn anew after each letter.
    await page.locator('[data-slug]').nth(20).waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction('document.activeElement.dataset.slug');
    const name = await page.evaluate('document.activeElement.dataset.slug');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.dataset.slug')).not.toBe(name);
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate('document.activeElement.dataset.slug')).toBe(name);
    await page.goto('/docs#/sites');
    await page.getByLabel('Column or relation').focus();
    await page.keyboard.type('name');
    await page.getByLabel('Value', { exact: true }).focus();
    await page.keyboard.type('Valmarais');
    await page.keyboard.press('Enter');
    await page.locator('.card .status.good').waitFor();
    await page.locator('.opblock-summary-control').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.execute').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  });
  it('on a narrow screen the drawer takes the focus, and Escape closes it', async () => {
    const page = await explorer.open('/docs', { width: 360 });
    await page.locator('#menu-button').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox').waitFor();
    expect(await page.evaluate(FOCUSED)).toBe('search');
    expect(await page.locator('#menu-button').getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').waitFor({ state: 'hidden' });
    expect(await page.locator('#menu-button').getAttribute('aria-expanded')).toBe('false');
    expect(await page.evaluate(FOCUSED)).toBe('menu-button');
  });
});
