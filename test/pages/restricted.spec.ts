/** What is said to somebody who sees a part of the map alone: nothing of what is hidden from them. @seconds 25 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { filled } from './form-page.js';
import { openAs } from './people.js';

const { en, fr } = TEXTS;
const TEXTS_OF_PROCESSES = { en: 'Processes', fr: 'Processus' } as const;

describeInChromium('front: whoever sees a part of the map is told of that part in Chromium', (explorer) => {
  beforeAll(async () => {
    const { server } = explorer;
    const { body } = await server.post('/api/perimeters', {
      name: 'Supplier',
      rules: [{ resource: 'applications', filter: { name: 'Clar' } }],
    });
    // The role of the auditor, in whose rights nothing else changes.
    expect((await server.patch('/api/roles/3', { perimeters: [body.id] })).status).toBe(200);
    const { body: started } = await server.post('/api/checks/run', {});
    for (let state = ''; !/^(done|failed)$/.test(state); await sleep(100))
      ({ state } = (await server.get(`/api/checks/runs/${started.run}`)).body.data);
  });

  it.each(['en', 'fr'] as const)('%s: an outage, the first page, a table, checks and the search', async (language) => {
    const texts = { en, fr }[language];
    const page = await openAs(explorer, 'auditor', '/map?fails=applications_1', { language });
    await page.getByText(texts['map.state.none.seen']).first().waitFor();
    expect(await page.getByText(texts['map.state.none'], { exact: true }).count()).toBe(0);
    await page
      .locator('.map-sum')
      .getByText(filled(texts['map.sum.count.seen'].one, { count: '1' }))
      .waitFor();
    for (const summary of await page.locator('.map-fold summary').allInnerTexts())
      expect(summary.split(texts['map.seen'])).toHaveLength(2);
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    const printed = await page.locator('.map-print-lists h2').allTextContents();
    expect(printed.map((heading) => heading.includes(texts['map.seen']))).toEqual(printed.map(() => true));
    expect(printed.length).toBeGreaterThan(0);
    // On paper, too, it is said that it is a part, and of what.
    await page.emulateMedia({ media: 'print' });
    await page.getByText(filled(texts['perimeters.limited'], { names: 'Supplier' })).waitFor();
    await page.emulateMedia({ media: null });
    await page.goto('/home');
    await page.getByRole('heading', { name: filled(texts['home.numbers.seen'].other, { count: '' }).trim() }).waitFor();
    await page
      .getByText(filled(texts['home.ending.none.seen'], { days: '30' }))
      .first()
      .waitFor();
    const maturity = page.locator('.maturity');
    await maturity.waitFor();
    // Who may list no process cannot know that one has none.
    expect(await maturity.innerText()).not.toContain('Process');
    await page.goto('/objects/applications/1');
    await page.getByText(texts['keep.object']).waitFor();
    // What it refers to may be hidden: nobody tells that it lacks it.
    const empty = await page.locator('.empty-fields p').innerText();
    expect(empty).not.toContain({ en: 'Entity in charge', fr: 'Entité responsable' }[language]);
    expect(empty).not.toContain({ en: 'Application block', fr: 'Bloc applicatif' }[language]);
    await page.goto('/objects/certificates?filter[end_validity_lt]=90d');
    await page.locator('.chosen').waitFor();
    await page.goto('/objects/logical-servers');
    await page.getByText(texts['table.empty.seen']).waitFor();
    await page.goto('/checks');
    await page.getByText(filled(texts['checks.clean.seen'].other, { count: '' }).trim()).waitFor();
    await page.goto('/search?q=ESX');
    await page.getByText(filled(texts['search.none'], { text: 'ESX' })).waitFor();
    const hidden = page.locator('.search-hidden');
    if (await hidden.count()) expect(await hidden.innerText()).not.toContain(TEXTS_OF_PROCESSES[language]);
  });

  it('a picture that shows nothing says so in words that wrap', async () => {
    const page = await openAs(explorer, 'auditor', '/map#way=pictures&picture=information-system', {
      language: 'fr',
      width: 390,
    });
    const said = page.locator('.map-picture .empty');
    await said.waitFor();
    expect(await said.innerText()).toMatch(/^Rien à montrer/);
    expect(await said.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  it('the reason of an outage does not contradict what became of an object', async () => {
    const { body } = await explorer.server.get('/api/buildings?filter[name]=Salle machine A');
    const page = await openAs(explorer, ADMIN.login, `/map?fails=buildings_${body[0].id}`);
    await page
      .getByText(filled(en['map.why.at-first'], { then: '', end: en['map.why.end.down'] }).trim())
      .first()
      .waitFor();
  });
});
