/** Templates by tasks of somebody who is no programmer, in French, in a real Chromium. @seconds 40 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { filled } from './form-page.js';
import { openAs } from './people.js';

const { fr, en } = TEXTS;
const FRENCH = { language: 'fr' } as const;
const PHONE = { language: 'fr', width: 390, touch: true } as const;

const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');
const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true });
};

/** What a button gives, and how it is called. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), text: readFileSync((await download.path())!, 'utf8') };
}

/** Adds a filter as in a table. */
async function filterBy(page: Page, column: string, operator: string, value: string): Promise<void> {
  await page.getByRole('button', { name: fr['builder.add'], exact: true }).first().click();
  await page.getByLabel(fr['builder.column']).selectOption({ label: column });
  await page.getByLabel(fr['builder.operator']).selectOption({ label: operator });
  await page.getByLabel(fr['builder.value']).fill(value);
  await page.getByRole('button', { name: fr['table.apply'] }).click();
}

describeInChromium('front: templates', (explorer) => {
  it('the file of hosts of one site is made, and Prometheus gets an address without a token in it', async () => {
    const page = await openAs(explorer, ADMIN.login, '/home', FRENCH);
    await page.getByRole('navigation').getByRole('link', { name: fr['templates.title'], exact: true }).click();
    await page.getByRole('heading', { name: fr['templates.shipped'], exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shot(page, 'templates');
    await page.getByRole('link', { name: fr['templates.shipped.hosts-file'], exact: true }).click();
    const preview = page.getByLabel(fr['templates.preview'], { exact: true });
    await preview.getByText('10.20.10.21 srv-dpi-app-01').waitFor();
    await filterBy(page, 'Nom', fr['operator.contains'], 'APP');
    await page.waitForFunction("!document.querySelector('.template-file')?.textContent.includes('bdd')");
    expect(await barriers(page)).toEqual([]);
    await shot(page, 'template-hosts');
    const file = await downloaded(page, () =>
      page.getByRole('button', { name: filled(fr['templates.fill.file'], { name: 'hosts.txt' }) }).click(),
    );
    expect(file.name).toMatch(/^hosts/);
    expect(file.text).toContain('10.20.10.22 srv-dpi-app-02\n');
    expect(file.text).not.toContain('bdd');
    await page.goto('/templates/prometheus-targets');
    const snippet = page.getByLabel('Prometheus', { exact: true });
    const text = await snippet.innerText();
    expect(text).toContain(`url: "${explorer.server.url}/api/templates/prometheus-targets/fill"`);
    expect(text).toContain('credentials_file: ');
    expect(text).not.toMatch(/Bearer|token=/);
  });
});
