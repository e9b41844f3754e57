/** A real Chromium, where the machine has one. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where Chromium is; undefined if there is none, which is said. */
export const CHROMIUM = PLACES.find((place) => existsSync(place));
if (!CHROMIUM)
  console.log('No Chromium here (apt-get install chromium): what the explorer does in a browser is not tested.');

/** What a page did that it should not have. */
export interface Watched {
  page: Page;
  /** Addresses outside of the server. */
  outside: string[];
  /** Errors of scripts and of the console; answers that are errors are none, since tests provoke them. */
  errors: string[];
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-dev-shm-usage'] });

/** A page that hears of everything that goes wrong on it. */
export async function watchedPage(browser: Browser, url: string): Promise<Watched> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const watched: Watched = { page, outside: [], errors: [] };
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== url)
      watched.outside.push(request.url());
  });
  page.on('pageerror', (error) => watched.errors.push(error.message));
  page.on('console', (message) => {
    const expected = /Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !expected) watched.errors.push(message.text());
  });
  page.setDefaultTimeout(10_000);
  return watched;
}

/** Signs in through the form. */
export async function signIn(page: Page, { login, password }: { login: string; password: string }): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Login or e-mail').fill(login);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
}

/** An operation of the page of a resource, opened, with a body of this type. */
export async function openOperation(page: Page, title: string, type?: string): Promise<Locator> {
  const operation = page.locator('.opblock', { hasText: title }).first();
  await operation.locator('.opblock-summary-control').click();
  const types = operation.locator('.body-param-content-type select');
  if (type && (await types.inputValue()) !== type) await types.selectOption(type);
  await operation.getByRole('button', { name: 'Execute' }).waitFor();
  return operation;
}

/** What keeps people from reading or naming what is on the page (see `accessibility.js`). */
export const barriers = (page: Page): Promise<string[]> => page.evaluate(ACCESSIBILITY);

const ACCESSIBILITY = readFileSync(join(__dirname, 'accessibility.js'), 'utf8');
