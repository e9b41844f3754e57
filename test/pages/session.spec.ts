/** What somebody typed or sends while their session ends, and files from a phone, in a real Chromium. @seconds 25 */
import type { Page } from 'playwright-core';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS, type Explorer } from '../openapi/explorer/browser.js';
import { startDemo } from '../support/demo.js';
import { ADMIN } from '../support/server.js';
import { ask, field, filled, form, save, headersOf } from './form-page.js';
import { openAs } from './people.js';

const { fr } = TEXTS;
const PHONE = { language: 'fr', width: 390, touch: true } as const;

/** The server takes the token of the page no longer; the page does not know yet. */
async function revoke({ server }: Explorer, page: Page): Promise<void> {
  const headers = await headersOf(page);
  const { statusCode } = await server.server.app.inject({ method: 'POST', url: '/api/logout', headers });
  expect(statusCode).toBe(200);
}

/** Signs in again in the window that opened by itself above the page. */
async function signInAgain(page: Page, login: string): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ hasText: fr['sign-in.ended'] });
  await dialog.getByLabel(fr['sign-in.login']).fill(login);
  await dialog.getByLabel(fr['sign-in.password']).fill(ADMIN.password);
  await dialog.getByRole('button', { name: fr['sign-in'] }).click();
  await dialog.waitFor({ state: 'detached' });
}

const documentOf = (name: string, bytes: number): { name: string; mimeType: string; buffer: Buffer } => ({
  ...{ name, mimeType: 'application/octet-stream' },
  buffer: Buffer.alloc(bytes, 'x'),
});

describeInChromium('front: sessions that end, and files from a phone, in Chromium', (explorer) => {
  it('keeps what was typed in a form whose session the server ended, and stores it after signing in above it', async () => {
    const page = await openAs(explorer, 'nadia', '/objects/applications/1/edit', PHONE);
    await form(page).waitFor();
    await field(page, 'vendor').getByRole('textbox').fill('Tapé pendant la session');
    await field(page, 'rto').getByLabel('heures').fill('7');
    await revoke(explorer, page);
    // Looking for an object to be linked is enough for the page to hear of it.
    await field(page, 'logical_servers').getByRole('combobox').fill('SRV');
    await signInAgain(page, 'nadia');
    expect(await field(page, 'logical_servers').getByRole('combobox').inputValue()).toBe('SRV');
    expect(await field(page, 'vendor').getByRole('textbox').inputValue()).toBe('Tapé pendant la session');
    await revoke(explorer, page);
    await save(page, 'fr');
    await signInAgain(page, 'nadia');
    expect(await field(page, 'rto').getByLabel('heures').inputValue()).toBe('7');
    await save(page, 'fr');
    await page.waitForURL('**/objects/applications/1');
    const { data } = await ask(explorer, page, 'GET', '/api/applications/1');
    expect(data['vendor']).toBe('Tapé pendant la session');
  });

  it('keeps what was typed where the time of the session is over', async () => {
    const page = await openAs(explorer, 'nadia', '/objects/sites/1/edit', PHONE);
    await form(page).waitFor();
    const { database } = explorer.server;
    const soon = Date.now() + 1000;
    await database.run('UPDATE own_tokens SET expires_at = ? WHERE browser = 1', [database.clock.toStored(soon)]);
    await page.evaluate((end) => {
      const kept = JSON.parse(localStorage.getItem('meridian-session')!) as object;
      localStorage.setItem('meridian-session', JSON.stringify({ ...kept, expiresAt: new Date(end).toISOString() }));
      dispatchEvent(new StorageEvent('storage', { key: 'meridian-session' }));
    }, soon);
    await field(page, 'name').getByRole('textbox').fill('Valmarais, le site');
    await signInAgain(page, 'nadia');
    expect(await field(page, 'name').getByRole('textbox').inputValue()).toBe('Valmarais, le site');
    await save(page, 'fr');
    await page.getByRole('heading', { level: 1, name: 'Valmarais, le site' }).waitFor();
  });

  it('sends files from a phone; where the session ends on the way, the rest goes out after signing in', async () => {
    const page = await openAs(explorer, 'nadia', '/objects/entities/2', PHONE);
    const input = page.getByLabel(fr['form.documents.drop']);
    await input.setInputFiles([documentOf('photo 1.jpg', 300_000)]);
    await page.getByText(filled(fr['form.documents.done'].one, { count: 1 })).waitFor();
    await page.getByRole('link', { name: 'photo 1.jpg', exact: true }).waitFor();
    await revoke(explorer, page);
    await input.setInputFiles([documentOf('photo 2.jpg', 200_000), documentOf('photo 3.jpg', 100_000)]);
    await signInAgain(page, 'nadia');
    await page.getByText(filled(fr['form.documents.done'].other, { count: 2 })).waitFor();
    for (const name of ['photo 1.jpg', 'photo 2.jpg', 'photo 3.jpg'])
      await page.getByRole('link', { name, exact: true }).waitFor();
    const { data } = await ask(explorer, page, 'GET', '/api/entities/2');
    expect(data['documents']).toHaveLength(3);
    expect(await barriers(page)).toEqual([]);
  });

  it('says how far a file is, and in words that it is too large', async () => {
    const usual = explorer.server;
    const small = await startDemo('sqlite', { MAX_FILE_SIZE: '2000000' });
    explorer.server = small;
    try {
      const page = await openAs(explorer, 'nadia', '/objects/entities/2', PHONE);
      const input = page.getByLabel(fr['form.documents.drop']);
      await input.setInputFiles([documentOf('plan.pdf', 30_000_000)]);
      await page.getByText('« plan.pdf » (30 Mo) est trop volumineux : un fichier peut peser jusqu’à 2 Mo.').waitFor();
      // What was refused does not stand in the way of the next one.
      const browser = await page.context().newCDPSession(page);
      const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 500_000 };
      await browser.send('Network.emulateNetworkConditions', slow);
      await input.setInputFiles([documentOf('plan.pdf', 1_500_000)]);
      const progress = page.getByRole('progressbar', {
        name: filled(fr['form.documents.sending'], { name: 'plan.pdf' }),
      });
      await page.waitForFunction(() => {
        const { value = 0 } = document.querySelector<HTMLProgressElement>('.upload-progress') ?? {};
        return value > 0.2 && value < 0.9;
      });
      await progress.waitFor();
      await page.getByText(filled(fr['form.documents.done'].one, { count: 1 })).waitFor();
      await page.getByRole('link', { name: 'plan.pdf', exact: true }).waitFor();
    } finally {
      explorer.server = usual;
      await small.stop();
    }
  });
});
