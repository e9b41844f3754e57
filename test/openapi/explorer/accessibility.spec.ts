/** Whether the explorer can be read and named: contrast, names of controls, nothing wider than the screen. @seconds 32 */
import { barriers } from './barriers.js';
import { describeInChromium, runExamples, runOperations, signIn, TEXTS } from './browser.js';

describeInChromium('contract 12: reading the explorer in Chromium', (explorer) => {
  it.each([
    ['light', 1280, 'en'],
    ['dark', 390, 'fr'],
  ] as const)('%s, %i wide, %s: it can be read and named, and is no wider than the window', async (...how) => {
    const [colorScheme, width, language] = how;
    const page = await explorer.open('/docs', { language, colorScheme, width });
    const texts = TEXTS[language];
    const run = { name: texts['example.run'] };
    await page.locator('.example').first().getByRole('button', run).click();
    await page.locator('.problem').waitFor();
    await page.getByRole('button', { name: texts['sign-in'] }).first().click();
    const found: Record<string, string[]> = { form: await barriers(page) };
    await page.getByRole('button', { name: texts.cancel }).click();
    await signIn(page, undefined, language);
    await runExamples(page, language);
    found['answers'] = await barriers(page);
    await page.goto('/docs#/sites');
    await runOperations(page);
    found['operations'] = await barriers(page);
    expect(found).toEqual({ form: [], answers: [], operations: [] });
  });
});
