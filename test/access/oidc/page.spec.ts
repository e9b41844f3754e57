/** The page for signing in, in a real Chromium, with a real provider, in both languages (identity 5, 5a, 12.2). @seconds 15 */
import { chromium, type Browser, type Page } from 'playwright-core';
import { OidcProvider } from '../../../src/access/oidc/provider.js';
import { barriers } from '../../openapi/explorer/barriers.js';
import { CHROMIUM, TEXTS } from '../../openapi/explorer/browser.js';
import { type TestServer } from '../../support/server.js';
import { Forwarder, settingsFor, startAt, TestProvider } from './provider.js';

(CHROMIUM ? describe : describe.skip)('the page for signing in, with a provider, in Chromium', () => {
  let forwarder: Forwarder;
  let provider: TestProvider;
  let server: TestServer;
  let browser: Browser;
  let ours = '';
  beforeAll(async () => {
    forwarder = await Forwarder.start();
    ours = forwarder.url;
    provider = await TestProvider.start(ours);
    server = await startAt(forwarder, 'sqlite', settingsFor(ours, provider, { DEFAULT_ROLE: 'User' }));
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  });
  afterAll(async () => {
    await browser.close();
    forwarder.stop();
    await server.stop();
    await provider.halt();
  });

  const open = async (path: string, locale: string): Promise<Page> => {
    const context = await browser.newContext({ baseURL: ours, locale });
    const page = await context.newPage();
    await page.goto(path);
    return page;
  };

  /** What somebody does at the provider. */
  async function signInThere(page: Page, login: string): Promise<void> {
    await page.waitForURL(`${provider.issuer}/**`);
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  it('identity 5: leads to the provider and back to the page that was wanted, with one session for all tabs', async () => {
    const { en } = TEXTS;
    const page = await open('/login?next=/objects/sites', 'en-GB');
    const link = page.getByRole('link', { name: en['sign-in.provider'].replace('{name}', 'Example ID') });
    await link.waitFor();
    expect(await barriers(page)).toEqual([]);
    await link.click();
    await signInThere(page, 'ines');
    await page.waitForURL(`${ours}/objects/sites`);
    await page.locator('#session .person').getByText('ines').waitFor();
    // The code is gone from the address, the token was never in it, and no script reads the session.
    expect(await page.evaluate(() => [location.hash, document.cookie])).toEqual(['', '']);
    const tab = await page.context().newPage();
    await tab.goto('/account');
    await tab.locator('#session .person').getByText('ines').waitFor();
    const sent = page.waitForURL(`${provider.issuer}/session/end?**`);
    await page.locator('#sign-out').click();
    await sent;
    await tab.locator('#session').getByRole('button', { name: en['sign-in'], exact: true }).waitFor();
    await page.context().close();
  });

  it('identity 5: says in French what went wrong, and lets people in with a password beside', async () => {
    const { fr } = TEXTS;
    const page = await open('/login', 'fr-FR');
    await page.getByRole('link', { name: fr['sign-in.provider'].replace('{name}', 'Example ID') }).click();
    await signInThere(page, 'boss');
    await page.waitForURL(`${ours}/login?error=collision`);
    await page.getByText(fr['login.error.collision']).waitFor();
    expect(await page.getByLabel(fr['sign-in.password']).count()).toBe(1);
    expect(await barriers(page)).toEqual([]);
    await provider.halt();
    Object.assign(server.server.app.get(OidcProvider), { known: undefined });
    const away = await page.goto('/login/oidc?return_to=/objects/sites');
    await page.getByText(fr['login.error.provider']).waitFor();
    expect([away!.status(), await page.getByLabel(fr['sign-in.password']).count()]).toEqual([503, 1]);
    expect(await barriers(page)).toEqual([]);
    await provider.listen();
    await page.goto('/home#signin=nothing');
    await page.waitForURL(`${ours}/login?error=expired`);
    await page.getByText(fr['login.error.expired']).waitFor();
    await page.context().close();
  });
});
