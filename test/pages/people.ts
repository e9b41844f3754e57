/** How people get to the pages: through the form of /login, as users of the example map. */
import type { Page } from 'playwright-core';
import { type Explorer, type PageOptions, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';

const PASSWORD = 'Correct-horse-9';

/** A page at `path`, for somebody who was led to /login and signed in there. */
export async function openAs(
  explorer: Explorer,
  login: string,
  path: string,
  options: PageOptions = {},
): Promise<Page> {
  const texts = TEXTS[options.language ?? 'en'];
  const page = await explorer.open(path, options);
  await page.getByLabel(texts['sign-in.login']).fill(login);
  await page.getByLabel(texts['sign-in.password']).fill(login === ADMIN.login ? ADMIN.password : PASSWORD);
  await page.getByRole('button', { name: texts['sign-in'] }).click();
  await page.getByRole('button', { name: texts['sign-out'] }).waitFor();
  return page;
}
