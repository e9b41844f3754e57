/** What French readers met in English, or in signs: the menu of /docs, the journal, the editor; and the letters of all pages. @seconds 25 */
import { readFileSync } from 'node:fs';
import { describeInChromium, TEXTS, type Explorer } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { openAs } from './people.js';

const { fr } = TEXTS;
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

describeInChromium('front: in French', (explorer: Explorer) => {
  it('the menu of the explorer is French, and follows the language', async () => {
    const page = await explorer.open('/docs', { language: 'fr' });
    const menu = page.getByRole('navigation');
    await menu.getByRole('link', { name: 'Serveurs logiques' }).waitFor();
    await menu.getByRole('heading', { name: 'Infrastructure physique' }).waitFor();
    await menu.getByRole('link', { name: 'Recherche et synthèse' }).waitFor();
    expect(await menu.locator('[lang=en]').count()).toBe(0);
    await page.locator('#language-button').click();
    await menu.getByRole('link', { name: 'Logical servers' }).waitFor();
  });

  it('the journal tells of feeding, sources and everything else without braces', async () => {
    const { server } = explorer;
    const plans = (await server.get('/api/feed/plans')).body as Array<{ id: string; state: string }>;
    const ready = plans.find(({ state }) => state === 'ready')!;
    expect((await server.post(`/api/feed/plans/${ready.id}/apply`, {})).status).toBe(200);
    const settings = { as: 'nmap' };
    expect((await server.put('/api/feed/sources/SCAN', settings)).status).toBeLessThan(300);
    const page = await openAs(explorer, ADMIN.login, '/admin/journal', { language: 'fr' });
    await page.getByText('VCENTER').first().waitFor();
    const text = await page.locator('.journal').innerText();
    expect(text).toContain('SCAN');
    expect(text).not.toMatch(/[{}"]|\bfeed\b|\bSide\b/);
  });

  it('buttons of the editor of rich texts have no sign in their name', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/applications/1/edit', { language: 'fr' });
    await page.getByRole('button', { name: fr['form.rich.numbers'] }).first().waitFor();
    await page.evaluate(`${AXE};0`);
    const found = await page.evaluate<{ violations: unknown[]; passes: unknown[]; incomplete: unknown[] }>(
      "axe.run('.rich-insertOrderedList', { runOnly: { type: 'rule', values: ['label-content-name-mismatch'] } })",
    );
    expect([found.violations, found.incomplete]).toEqual([[], []]);
    // It is seen all the same.
    const sign = "getComputedStyle(document.querySelector('.rich-insertOrderedList'), '::before').content";
    expect(await page.evaluate(sign)).toContain('1.');
  });

  it('pages are written in the letters of the system: nothing is named that is not there', async () => {
    const page = await openAs(explorer, 'auditor', '/reports', { language: 'fr' });
    expect(await page.evaluate('getComputedStyle(document.body).fontFamily')).toMatch(/^system-ui,/);
  });
});
