/** What pages offer leads somewhere: by links, for people with few rights; every page has its help, and errors another try. @seconds 60 */
import type { Page } from 'playwright-core';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS, type Explorer } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { openAs } from './people.js';

/** Pages that are alike are followed twice. */
const ALIKE = 2;

describeInChromium('front: what is offered', (explorer: Explorer) => {
  /** A page for somebody with these abilities and no others. */
  async function openWith(abilities: readonly string[], path: string): Promise<Page> {
    const { login } = await explorer.server.userWith([...abilities]);
    return openAs(explorer, login, path);
  }

  /** Follows what pages offer from the first one on; returns what was refused, and how many pages there were. */
  async function follow(page: Page): Promise<{ refused: string[]; pages: number }> {
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(`${new URL(page.url()).pathname}: ${new URL(answer.url()).pathname}`);
    });
    const waiting = ['/home'];
    const alike = new Map<string, number>();
    const seen = new Set<string>();
    for (let href = waiting.shift(); href !== undefined; href = waiting.shift()) {
      const pattern = href
        .replace(/[?#].*/, '')
        .replace(/^(\/api|\/objects|\/reports|\/import\/(?:plans|sources))\/[^/]+/, '$1/*')
        .replace(/\/\d+/g, '/1');
      const count = alike.get(pattern) ?? 0;
      if (seen.has(href) || count >= ALIKE) continue;
      seen.add(href);
      alike.set(pattern, count + 1);
      // A file: the browser keeps it, and the page stays.
      if (href.startsWith('/api/')) {
        await page.evaluate((address) => fetch(address).then((answer) => answer.blob()), href);
        continue;
      }
      await page.goto(href);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      for (const key of [
        'admin.not-allowed',
        'feed.not-allowed',
        'objects.not-allowed',
        'reports.not-allowed',
      ] as const)
        if (await page.getByText(TEXTS.en[key]).count()) refused.push(`${href}: ${key}`);
      const links = await page
        .locator('nav a, main a')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
      waiting.push(
        ...links.filter((one) => one !== null).filter((one) => one.startsWith('/') && !one.startsWith('/docs')),
      );
    }
    return { refused, pages: seen.size };
  }

  it.each([
    ['reads lists alone', ['site_access', 'application_access', 'audit_log_access', 'user_access']],
    ['sees that tools feed', ['feed_access', 'certificate_access', 'relation_access']],
    ['could plan without knowing sources', ['feed_show', 'bay_create', 'site_access', 'reports_access']],
  ])('who %s is led to nothing that is forbidden', async (_, abilities) => {
    const page = await openWith(abilities, '/home');
    const { refused, pages } = await follow(page);
    expect(refused).toEqual([]);
    expect(pages).toBeGreaterThan(3);
  });

  it.each([
    ['en', 1280],
    ['fr', 390],
  ] as const)(
    '%s, %i wide: every page says in two sentences what it is for, and where more is told',
    async (...how) => {
      const [language, width] = how;
      const texts = TEXTS[language];
      const page = await openAs(explorer, ADMIN.login, '/home', { language, width });
      const button = page.locator('.help summary');
      const told = new Set<string>();
      const paths = [
        ...[
          '/home',
          '/search',
          '/objects/applications',
          '/objects/applications/1',
          '/objects/applications/new',
          '/map',
        ],
        ...['/reports', '/queries', '/import', '/import/feed', '/import/runs', '/import/sources'],
        ...['/admin/users', '/admin/roles', '/admin/delegations', '/admin/tokens', '/admin/journal'],
      ];
      for (const path of paths) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await button.click();
        const text = await page.locator('.help-card p').innerText();
        expect([path, text.split(/\.\s/).length]).toEqual([path, 2]);
        told.add(text);
      }
      expect(told.size).toBe(paths.length);
      expect(await barriers(page)).toEqual([]);
      await page.goto('/queries');
      await button.click();
      await page.getByRole('link', { name: texts['help.more'] }).click();
      await page.waitForURL('**/help/queries');
      await page.getByRole('heading', { level: 1, name: 'Stored queries' }).waitFor();
      expect(await barriers(page)).toEqual([]);
      // From one page of the documentation to a part of another.
      await page.getByRole('navigation', { name: texts['help.pages'] }).getByRole('link', { name: 'pages' }).click();
      await page.getByRole('article').getByRole('link', { name: 'rules' }).click();
      await page.waitForURL('**/help/graph#what-is-enough');
      await page.getByRole('heading', { name: 'What is enough' }).waitFor();
    },
  );

  it('queries that may not be run are not offered, and names lead only where they may be opened', async () => {
    const shared = { is_public: true, query: 'FROM sites FIELDS name WHERE EXISTS buildings' };
    await explorer.server.post('/api/queries', { ...shared, name: 'Sites with buildings' });
    await explorer.server.post('/api/queries', { ...shared, name: 'All sites', query: 'FROM sites FIELDS name' });
    const page = await openWith(['query_access', 'query_show', 'site_access'], '/queries');
    await page.getByRole('link', { name: 'All sites' }).waitFor();
    expect(await page.locator('.query-list a').allInnerTexts()).toEqual(['All sites']);
    await page.getByRole('link', { name: 'All sites' }).click();
    await page.getByRole('cell', { name: 'Les Tilleuls' }).waitFor();
    expect(await page.locator('table.objects a').count()).toBe(0);
    // They may list sites: the search leads to the table of them.
    await page.locator('#map-search').fill('tilleuls');
    await page.getByRole('option', { name: 'Les Tilleuls' }).click();
    await page.waitForURL(/\/objects\/sites\?filter\[id\]=\d+$/);
    await page
      .getByRole('cell', { name: 'Les Tilleuls' })
      .or(page.getByRole('rowheader', { name: 'Les Tilleuls' }))
      .waitFor();
  });

  it('names stand for ids in delegations and settings of sources, words for levels in reports', async () => {
    const { server } = explorer;
    const { id } = (await server.post('/api/applications', { name: 'Gone tomorrow' })).body;
    const holder = (await server.get('/api/users?filter[login]=nadia&fields=name')).body[0];
    const delegation = { cartographiable_type: 'applications', cartographiable_id: id, user_id: holder.id };
    await server.post('/api/cartographers', delegation);
    await server.delete(`/api/applications/${id}`);
    const admin = await openAs(explorer, ADMIN.login, '/admin/delegations', { language: 'fr' });
    await admin.getByRole('row', { name: `${holder.name} Gone tomorrow` }).waitFor();
    // Who may see neither people nor applications is told that there is something, and no number of it.
    const page = await openWith(
      ['cartographer_access', 'feed_access', 'reports_access', 'macro_processus_access'],
      '/admin/delegations',
    );
    const row = page.getByRole('row').nth(1);
    await row.waitFor();
    expect(await row.innerText()).toContain(TEXTS.en['value.hidden']);
    expect(await row.innerText()).not.toContain('#');
    await server.put('/api/feed/sources/NAMED', { feeders: [holder.id], precedence: 70 });
    await page.goto('/import/sources/NAMED');
    await page.getByText(TEXTS.en['feed.precedence']).waitFor();
    expect(await page.locator('.feed-values').innerText()).toContain(TEXTS.en.someone);
    await page.goto('/reports/securityNeeds?lang=fr');
    await page.getByRole('button', { name: TEXTS.en['reports.preview.show'] }).click();
    await page.getByRole('cell', { name: 'Très fort' }).first().waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('a part that was not answered is asked for once more', async () => {
    const page = await openAs(explorer, 'auditor', '/reports');
    let isAway = true;
    await page.route('**/api/applications?**', (route) =>
      isAway ? route.fulfill({ status: 429, json: { message: 'Later.' } }) : route.continue(),
    );
    await page.goto('/objects/applications');
    const again = page.getByRole('button', { name: TEXTS.en.again });
    await again.first().waitFor();
    isAway = false;
    await again.first().click();
    await page.getByRole('link', { name: 'Clarté' }).first().waitFor();
  });
});
