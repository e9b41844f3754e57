/** Passkeys and codes in a real Chromium, with its virtual authenticator, in both languages (identity 5b, 12.7b). @seconds 20 */
import { generateSync } from 'otplib';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { barriers } from '../../openapi/explorer/barriers.js';
import { CHROMIUM, TEXTS } from '../../openapi/explorer/browser.js';
import { makeDatabase } from '../../support/engines.js';
import { ADMIN, TestServer } from '../../support/server.js';

const { en, fr } = TEXTS;
/** Where pictures of the pages are put, for who wants to see them. */
const SHOTS = process.env['SHOTS'];

(CHROMIUM ? describe : describe.skip)('second factors in Chromium', () => {
  let browser: Browser;
  let server: TestServer;
  let strict: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('sqlite');
    const files = await makeDatabase('sqlite');
    strict = await TestServer.start('sqlite', { REQUIRE_SECOND_FACTOR: 'all' }, files);
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([server.stop(), strict.stop()]);
  });

  /** Browsers take passkeys under a name alone. */
  const named = ({ url }: TestServer): string => url.replace('127.0.0.1', 'localhost');
  const open = async (on: TestServer, path: string, locale: string, width = 1280): Promise<Page> => {
    const context = await browser.newContext({ baseURL: named(on), locale, viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto(path);
    return page;
  };
  async function authenticator(page: Page): Promise<CDPSession> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    return devtools;
  }
  const shot = async (page: Page, name: string): Promise<void> => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
  };
  const password = async (page: Page, texts: typeof en | typeof fr): Promise<void> => {
    await page.getByLabel(texts['sign-in.login']).fill(ADMIN.login);
    await page.getByLabel(texts['sign-in.password']).fill(ADMIN.password);
    await page.getByRole('button', { name: texts['sign-in'], exact: true }).last().click();
  };
  const signOut = async (page: Page): Promise<void> => {
    await page.locator('#sign-out').click();
    await page.locator('#login').waitFor();
  };
  const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click();
  const isIn = (page: Page): Promise<void> => page.locator('#session .person').waitFor();

  it('a passkey: set up, beside a password, alone; a replayed one, one of another origin and a copied one are refused', async () => {
    const page = await open(server, '/login?next=/account', 'en-GB');
    await authenticator(page);
    await page.getByLabel(en['sign-in.login']).waitFor();
    expect(await page.locator('#sign-in-passkey').count()).toBe(0);
    await password(page, en);
    await isIn(page);
    await press(page, en['factor.add-passkey']);
    await shot(page, 'passkey-form');
    expect(await barriers(page)).toEqual([]);
    await press(page, en['factor.set-up']);
    await page.getByRole('heading', { name: en['factor.recovery.title'] }).waitFor();
    await shot(page, 'recovery-codes');
    expect(await page.locator('.factor-codes li').count()).toBe(10);
    expect(await barriers(page)).toEqual([]);
    await signOut(page);
    await password(page, en);
    await page.getByText(en['factor.step']).waitFor();
    await shot(page, 'factor-step');
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel(en['factor.code'], { exact: true }).fill('123456');
    await press(page, en['factor.confirm']);
    await page.getByText(/not right/).waitFor();
    await press(page, en['factor.use-passkey']);
    await isIn(page);
    await signOut(page);
    await press(page, en['factor.sign-in']);
    await isIn(page);
    await signOut(page);
    // What a browser shows, sent by somebody else: under another origin; as it is; and once more.
    const statusOf = async (hosts: string[]): Promise<number[]> => {
      const body = await new Promise<object>((resolve) => {
        void page.route(
          '**/api/login/passkey',
          (route) => {
            resolve(route.request().postDataJSON() as object);
            return route.abort();
          },
          { times: 1 },
        );
        void press(page, en['factor.sign-in']);
      });
      const statuses: number[] = [];
      for (const host of hosts)
        statuses.push((await server.post('/api/login/passkey', body, { token: null, headers: { host } })).status);
      return statuses;
    };
    const { host } = new URL(named(server));
    expect(await statusOf(['localhost:1'])).toEqual([401]);
    expect(await statusOf([host, host])).toEqual([200, 401]);
    const [before] = await server.database.all("SELECT counter FROM own_factors WHERE kind = 'passkey'");
    expect(before!['counter']).toBeGreaterThan(0);
    await server.database.run("UPDATE own_factors SET counter = 1000 WHERE kind = 'passkey'");
    await press(page, en['factor.sign-in']);
    await page.getByText(/not right/).waitFor();
    await server.database.run('UPDATE own_factors SET counter = ?', [before!['counter']!]);
    await page.context().close();
  });

  it('a stolen question, a passkey without its owner, and one of somebody else come nowhere', async () => {
    const ask = (body: object, headers = { host: new URL(named(server)).host }) =>
      server.post('/api/login/passkey/options', body, { token: null, headers });
    expect((await ask({}, { host: '127.0.0.1:1' })).status).toBe(409);
    const { body } = await ask({});
    expect([body.userVerification, 'allowCredentials' in body]).toEqual(['required', false]);
    expect((await ask({ ticket: 'x' })).status).toBe(401);
    for (const passkey of ['x', [], {}, { id: 'x', response: {} }, { id: 'x', response: { a: 'y'.repeat(30_000) } }]) {
      const { status } = await server.post('/api/login/passkey', { passkey }, { token: null });
      expect(status).toBe(401);
    }
  });

  it('step-up: a token is made after the window asked who it is, and not where it was closed', async () => {
    const page = await open(server, '/login?next=/account', 'en-GB');
    await server.database.run('DELETE FROM own_factors');
    await password(page, en);
    await isIn(page);
    await press(page, en['factor.add-app']);
    await page.getByAltText(en['factor.app.qr']).waitFor();
    const secret = (await page.locator('.factor-secret').textContent())!.replaceAll(' ', '');
    await shot(page, 'app-form');
    expect(await barriers(page)).toEqual([]);
    const code = (at: number): string => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + at });
    await page.getByLabel(en['factor.app.code']).fill(code(-30));
    await press(page, en['factor.set-up']);
    await page.getByRole('heading', { name: en['factor.recovery.title'] }).waitFor();
    const past = server.database.clock.toStored(Date.now() - 11 * 60_000);
    await server.database.run('UPDATE own_tokens SET confirmed_at = ?', [past]);
    await page.locator('#field-name').fill('script');
    await press(page, en['admin.tokens.make']);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(en['factor.confirm.about']).waitFor();
    await shot(page, 'confirm');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: en['cancel'] }).click();
    await page.getByText(/last 10 minutes/).waitFor();
    await press(page, en['admin.tokens.make']);
    await dialog.getByLabel(en['factor.code'], { exact: true }).fill('000000');
    await dialog.getByRole('button', { name: en['factor.confirm'] }).click();
    await dialog.getByText(/not right/).waitFor();
    await dialog.getByLabel(en['factor.code'], { exact: true }).fill(code(0));
    await dialog.getByRole('button', { name: en['factor.confirm'] }).click();
    await page.getByRole('rowheader', { name: 'script' }).waitFor();
    await page.context().close();
  });

  it('an administrator takes factors away on the page of a user, who is told', async () => {
    const page = await open(server, '/login?next=/admin/users/1', 'fr-FR', 390);
    await server.database.run('DELETE FROM own_factors');
    const { id, login } = await server.userWith([]);
    const factor = "(?, 'totp', 'Téléphone', '', '2026-01-01 00:00:00')";
    await server.database.run(`INSERT INTO own_factors (user_id, kind, name, secret, created_at) VALUES ${factor}`, [
      id,
    ]);
    await password(page, fr);
    await isIn(page);
    await page.goto(`/admin/users/${id}`);
    await press(page, fr['factor.take.all']);
    await shot(page, 'user-factors');
    expect(await barriers(page)).toEqual([]);
    await press(page, fr['factor.take.all']);
    await page.getByText(fr['factor.of.none']).waitFor();
    await page.context().close();
    const theirs = await open(server, '/login?next=/account', 'fr-FR');
    await theirs.getByLabel(fr['sign-in.login']).fill(login);
    await theirs.getByLabel(fr['sign-in.password']).fill(ADMIN.password);
    await theirs.getByRole('button', { name: fr['sign-in'], exact: true }).last().click();
    await theirs.getByText(/a retiré vos seconds facteurs/).waitFor();
    await shot(theirs, 'taken');
    await press(theirs, fr['factor.taken.read']);
    await theirs.getByText(/a retiré vos seconds facteurs/).waitFor({ state: 'detached' });
    await theirs.context().close();
  });

  it('where one is required, nothing is shown before there is one; then the page that was wanted', async () => {
    const page = await open(strict, '/login?next=/objects/sites', 'fr-FR', 390);
    await password(page, fr);
    await page.getByRole('heading', { name: fr['factor.required.title'] }).waitFor();
    await page.goto('/objects/sites');
    await page.getByRole('heading', { name: fr['factor.required.title'] }).waitFor();
    await press(page, fr['factor.add-app']);
    await page.getByAltText(fr['factor.app.qr']).waitFor();
    await shot(page, 'must-enrol');
    expect(await barriers(page)).toEqual([]);
    const secret = (await page.locator('.factor-secret').textContent())!.replaceAll(' ', '');
    await page.getByLabel(fr['factor.app.code']).fill(generateSync({ secret }));
    await press(page, fr['factor.set-up']);
    await press(page, fr['factor.recovery.kept']);
    await press(page, fr['factor.go-on']);
    await page.waitForURL('**/objects/sites');
    await page.context().close();
  });
});
