/** A tab that was open while the server got another release: the files of its pages are gone. @seconds 8 */
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { openAs } from './people.js';

describeInChromium('front: parts of a former release', (explorer) => {
  it('are fetched anew with their page', async () => {
    const page = await openAs(explorer, ADMIN.login, '/home');
    await page.waitForLoadState('networkidle');
    // The files of the release before are gone; those of the document that is fetched anew are there.
    let [isOld, refused] = [true, 0];
    page.on('request', (request) => request.isNavigationRequest() && (isOld = false));
    await page.route('**/assets/*.js', (route) => {
      if (!isOld) return route.continue();
      refused++;
      return route.fulfill({ status: 404, body: '' });
    });
    await page.locator('nav').getByRole('link', { name: TEXTS.en['reports.title'], exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: TEXTS.en['reports.title'] }).waitFor({ timeout: 15_000 });
    expect(new URL(page.url()).pathname).toBe('/reports');
    expect(refused).toBeGreaterThan(0);
    // Chromium says in the console what it could not load.
    await explorer.close();
  });
});
