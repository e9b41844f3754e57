/** What tests do on pages with a form. */
import type { Locator, Page } from 'playwright-core';
import { TEXTS, type Explorer } from '../openapi/explorer/browser.js';

export const form = (page: Page): Locator => page.locator('.object-form');
export const field = (page: Page, name: string): Locator => page.locator(`[data-field="${name}"]`);

export const save = (page: Page, language: keyof typeof TEXTS = 'en'): Promise<void> =>
  page.getByRole('button', { name: TEXTS[language]['form.save'], exact: true }).click();

/** Types into a field that finds objects, and takes the one of this name. */
export async function take(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).getByRole('combobox').fill(text);
  await field(page, name).getByRole('option', { name: text }).first().click();
}

/** A text of the catalogue with its values in place. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** The headers with which a script of the page asks the API: those of whoever is signed in on its browser. */
export async function headersOf(page: Page): Promise<Record<string, string>> {
  const cookies = await page.context().cookies();
  const { id } = JSON.parse(await page.evaluate("localStorage.getItem('meridian-session')")) as { id: number };
  return {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    'sec-fetch-site': 'same-origin',
    'x-meridian-page': String(id),
  };
}

/** Asks the API as whoever is signed in on the page; it must not refuse. */
export async function ask(
  { server }: Explorer,
  page: Page,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
): Promise<Record<string, unknown> & { id: number; data: Record<string, unknown> }> {
  const headers = await headersOf(page);
  const answer = await server.server.app.inject({ method, url, headers, ...(payload && { payload }) });
  expect([url, answer.statusCode < 300]).toEqual([url, true]);
  return answer.json();
}
