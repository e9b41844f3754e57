/** How people get to the pages: as users of the example map. */
import type { Page } from 'playwright-core';
import { type Explorer, type PageOptions, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';

/** A page at `path`, for somebody who has signed in on this browser before. */
export async function openAs(
  explorer: Explorer,
  login: string,
  path: string,
  options: PageOptions = {},
): Promise<Page> {
  const session = await signedIn(explorer, login);
  const page = await explorer.open(path, { ...options, session });
  await page.getByRole('button', { name: TEXTS[options.language ?? 'en']['sign-out'] }).waitFor();
  return page;
}

/** What a browser keeps of somebody who has signed in, as web/src/api/session.ts has it. */
export async function signedIn({ server }: Explorer, login: string): Promise<NonNullable<PageOptions['session']>> {
  const headers = { 'x-meridian-session': 'cookie', 'sec-fetch-site': 'same-origin' };
  const given = { login, password: ADMIN.password };
  const { body, headers: received } = await server.post('/api/login', given, { token: null, headers });
  const [, name, value] = /^([\w-]+)=([^;]+)/.exec(received.get('set-cookie')!)!;
  const { session, user } = body;
  const { id, expires_at: expiresAt, ends_at: endsAt } = session;
  const kept = { id, userId: user.id, login, name: user.name, expiresAt, endsAt };
  const cookie = { name: name!, value: value!, domain: new URL(server.url).hostname, path: '/', expires: -1 };
  return {
    cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Strict' }],
    origins: [{ origin: server.url, localStorage: [{ name: 'meridian-session', value: JSON.stringify(kept) }] }],
  };
}

/** Signs in through the form of `/login`, to which somebody without a session is led. */
export async function signInAt(page: Page, login: string, language: keyof typeof TEXTS = 'en'): Promise<void> {
  const texts = TEXTS[language];
  await page.getByLabel(texts['sign-in.login']).fill(login);
  await page.getByLabel(texts['sign-in.password']).fill(ADMIN.password);
  await page.getByRole('button', { name: texts['sign-in'] }).click();
  await page.getByRole('button', { name: texts['sign-out'] }).waitFor();
}
