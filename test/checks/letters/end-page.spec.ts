/** The page at the address by which letters end, as programs of mail open it that know no one click, in a real Chromium (checks 6). @seconds 12 */
import { chromium, type Browser, type Page } from 'playwright-core';
import { LettersService } from '../../../src/checks/letters/letters.service.js';
import { MESSAGES as en } from '../../../src/core/i18n/locales/en.js';
import { MESSAGES as fr } from '../../../src/core/i18n/locales/fr.js';
import { barriers } from '../../openapi/explorer/barriers.js';
import { CHROMIUM } from '../../openapi/explorer/browser.js';
import { TestServer } from '../../support/server.js';

/** Where pictures of the page are put, for who wants to see them. */
const SHOTS = process.env['SHOTS'];
/** Nothing is due while the test runs, and so nothing is sent. */
const SETTINGS = {
  MAIL_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Meridian <map@example.org>',
  PUBLIC_URL: 'https://map.example.org',
  CHECKS_AFTER: '0',
};

(CHROMIUM ? describe : describe.skip)('checks 6: the end of letters in Chromium', () => {
  let browser: Browser;
  let server: TestServer;
  let reader: { token: string; id: number };
  let path: string;
  /** What the console says: styles that the policy refuses, above all. */
  const said: string[] = [];
  beforeAll(async () => {
    server = await TestServer.start('sqlite', SETTINGS);
    reader = await server.userWith([]);
    await server.database.run("UPDATE users SET email = 'reader@example.org' WHERE id = ?", [reader.id]);
    path = `/letters/${server.server.app.get(LettersService).keyOf(reader.id)}`;
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  const chosen = async (): Promise<string> =>
    (await server.get('/api/me/letters', { token: reader.token })).body.data.every as string;
  const open = async (at: string, locale: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> => {
    const viewport = { width: 390, height: 844 };
    const context = await browser.newContext({ baseURL: server.url, locale, viewport, colorScheme });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (!message.text().includes('status of 404')) said.push(message.text());
    });
    await page.goto(at);
    return page;
  };
  const shot = async (page: Page, name: string): Promise<void> => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
  };

  it.each([
    ['fr-FR', fr],
    ['en-GB', en],
  ])('asks, ends them, and says how to have them again, in %s', async (locale, texts) => {
    await server.put('/api/me/letters', { every: 'weekly' }, { token: reader.token });
    const page = await open(path, locale);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(texts.lettersEnd);
    expect(await page.evaluate('document.documentElement.lang')).toBe(locale.slice(0, 2));
    // The policy lets the style of the page hold.
    const button = page.getByRole('button', { name: texts.lettersEndNow });
    expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(11, 90, 165)');
    expect(await barriers(page)).toEqual([]);
    await shot(page, `end-${locale}`);
    expect(await chosen()).toBe('weekly');
    await button.click();
    await page.getByRole('heading', { level: 1, name: texts.lettersEnded }).waitFor();
    expect(await page.getByRole('link', { name: texts.lettersAccount }).getAttribute('href')).toBe(
      'https://map.example.org/account',
    );
    expect(await barriers(page)).toEqual([]);
    await shot(page, `ended-${locale}`);
    expect(await chosen()).toBe('none');
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: texts.lettersEnded }).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    expect(said).toEqual([]);
  });

  it('an address that is cut off, or was never given, says so and has no button; it is read in the dark, too', async () => {
    for (const at of [path.slice(0, -1), '/letters/x']) {
      const page = await open(at, 'fr-FR', 'dark');
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(fr.lettersUnknown);
      expect(await page.getByRole('button').count()).toBe(0);
      expect(await barriers(page)).toEqual([]);
    }
    await server.put('/api/me/letters', { every: 'weekly' }, { token: reader.token });
    const page = await open(path, 'fr-FR', 'dark');
    expect(await barriers(page)).toEqual([]);
    await shot(page, 'end-dark');
    expect(said).toEqual([]);
  });
});
