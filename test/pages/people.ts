/** How people get to the pages: as users of the example map. */
import type { Page } from 'playwright-core';
import { type Explorer, type PageOptions, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';

/** A page at `path`, for somebody who has signed in before, in this tab. */
export async function openAs(
  explorer: Explorer,
  login: string,
  path: string,
  options: PageOptions = {},
): Promise<Page> {
  const { body } = await explorer.server.post('/api/login', { login, password: ADMIN.password }, { token: null });
  const { access_token: token, expires_at: expiresAt, user } = body;
  const session = { token, expiresAt, login: user.login, name: user.name };
  const page = await explorer.open(path, { ...options, session });
  await page.getByRole('button', { name: TEXTS[options.language ?? 'en']['sign-out'] }).waitFor();
  return page;
}

/** Signs in through the form of `/login`, to which somebody without a session is led. */
export async function signInAt(page: Page, login: string, language: keyof typeof TEXTS = 'en'): Promise<void> {
  const texts = TEXTS[language];
  await page.getByLabel(texts['sign-in.login']).fill(login);
  await page.getByLabel(texts['sign-in.password']).fill(ADMIN.password);
  await page.getByRole('button', { name: texts['sign-in'] }).click();
  await page.getByRole('button', { name: texts['sign-out'] }).waitFor();
}
