/** A tab that was open while the server got another release: the files of its pages are gone. @seconds 8 */
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { openAs } from './people.js';

describeInChromium('front: parts of a former release', (explorer) => {
  it('are fetched anew with their page, or it is said that they are missing', async () => {
    const page = await openAs(explorer, ADMIN.login, '/home');
    await page.waitForLoadState('networkidle');
    const gone = new Set<string>();
    await page.route('**/assets/*.js', (route) => {
      const url = route.request().url();
      if (gone.has(url)) return route.continue();
      gone.add(url);
      return route.fulfill({ status: 404, body: '' });
    });
    await page.locator('nav').getByRole('link', { name: TEXTS.en['reports.title'], exact: true }).first().click();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/reports');
    expect(gone.size).toBeGreaterThan(0);
    // Chromium says in the console what it could not load.
    await explorer.close();
  });
});
