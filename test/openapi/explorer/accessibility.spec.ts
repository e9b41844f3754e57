/** Whether the explorer can be read and named: contrast, names of controls, nothing wider than the screen. @seconds 45 */
import { describeInChromium, barriers, runExamples, runOperations, signIn, TEXTS } from './browser.js';

describeInChromium('contract 12: reading the explorer in Chromium', (explorer) => {
  it.each([
    ['light', 1280, 'en'],
    ['dark', 360, 'en'],
    ['light', 360, 'fr'],
    ['dark', 1280, 'fr'],
  ] as const)('%s, %i wide, %s: every text has a contrast of 4.5 and every control a name', async (...how) => {
    const [colorScheme, width, language] = how;
    const page = await explorer.open('/docs', { language, colorScheme, width });
    const texts = TEXTS[language];
    const run = { name: texts['example.run'] };
    await page.locator('.example').first().getByRole('button', run).click();
    await page.locator('.problem').waitFor();
    const found = { start: await barriers(page) };
    await page.getByRole('button', { name: texts['sign-in'] }).first().click();
    Object.assign(found, { form: await barriers(page) });
    await page.getByRole('button', { name: texts.cancel }).click();
    await signIn(page, undefined, language);
    await runExamples(page, language);
    Object.assign(found, { answers: await barriers(page) });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await page.goto('/docs#/sites');
    await runOperations(page);
    Object.assign(found, { operations: await barriers(page) });
    expect(found).toEqual({ start: [], form: [], answers: [], operations: [] });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });
});
