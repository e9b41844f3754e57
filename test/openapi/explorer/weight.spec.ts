/** What a browser fetches, compressed: a page is to be there at once, also over a slow line. */
import type { Page } from 'playwright-core';
import { describeInChromium } from './browser.js';

/** Bytes of the first page, styles and texts included; it had 31,000 when this was written. */
const FIRST_PAGE = 80_000;
/** Bytes of the library for components; it had 5,600. */
const FRAMEWORK = 15_000;

describeInChromium('contract 12: the weight of the explorer in Chromium', (explorer) => {
  /** The files that the page asked for so far, with their compressed sizes. */
  async function fetched(page: Page): Promise<Array<[name: string, bytes: number]>> {
    const paths = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    const sizes: Array<[string, number]> = [];
    for (const url of new Set(paths.filter((path) => path.startsWith('/assets/')))) {
      const answer = await explorer.server.server.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
      sizes.push([url, answer.rawPayload.length]);
    }
    return sizes;
  }

  it('the first page is light, and Swagger UI comes with the first operation', async () => {
    const page = await explorer.open('/docs');
    const files = await fetched(page);
    const total = files.reduce((sum, [, bytes]) => sum + bytes, 0);
    console.log(`First page: ${total} bytes in ${files.length} files, compressed.`);
    expect(total).toBeLessThan(FIRST_PAGE);
    expect(files.filter(([name]) => name.includes('swagger'))).toEqual([]);
    const framework = files.filter(([name]) => name.includes('preact'));
    expect(framework).toHaveLength(1);
    expect(framework[0]![1]).toBeLessThan(FRAMEWORK);
    // One language alone is fetched.
    expect(files.filter(([name]) => /\/first-[\w-]+\.js/.test(name))).toHaveLength(1);
    await page.goto('/docs#/sites');
    await page.locator('.opblock').first().waitFor();
    expect((await fetched(page)).filter(([name]) => name.includes('swagger-ui-bundle'))).toHaveLength(1);
  });
});
