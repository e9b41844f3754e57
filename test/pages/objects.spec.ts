/** Tables and single objects by tasks of people, in a real Chromium. @seconds 24 */
import { ADMIN } from '../support/server.js';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { headersOf } from './form-page.js';
import { covering, mapOf, sortsOfTable } from './kinds-of-document.js';
import { openAs, signInAt } from './people.js';

const { en, fr } = TEXTS;

/** What rich text must not bring into a page, between what it may. */
const HOSTILE =
  '<p onclick="ran=1" style="color:red">a <strong>bold</strong> word</p><script>ran=1</script><button>dropped</button>' +
  '<svg onload="ran=1"></svg><iframe src="/docs"></iframe><a href="https://example.org/" onfocus="ran=1">a link</a>' +
  '<img src="javascript:ran=1" alt="a picture" onerror="ran=1"><h1>Heading</h1>';

describeInChromium('front: tables and objects in Chromium', (explorer) => {
  const keepRecent = async (headers: Record<string, string>, objects: readonly string[]): Promise<void> => {
    const url = '/api/me/preferences';
    const payload = { recent: { objects } };
    const answer = await explorer.server.server.app.inject({
      ...{ method: 'PUT', url, headers: { ...headers, 'if-match': '*' }, payload },
    });
    expect(answer.statusCode).toBe(200);
  };

  it.each(['en', 'fr'] as const)(
    'finds what ends in the next days, and what is over, in words: %s',
    async (language) => {
      const texts = TEXTS[language];
      const page = await openAs(explorer, 'auditor', '/objects/certificates', { language });
      await page.getByRole('table').waitFor();
      let title = '';
      const add = async (test: string, days?: string): Promise<void> => {
        await page.getByRole('button', { name: texts['builder.add'] }).click();
        await page.getByLabel(texts['builder.column']).selectOption('end_validity');
        title = await page.locator('option[value=end_validity]').innerText();
        await page.getByLabel(texts['builder.operator']).selectOption({ label: test });
        if (days) await page.getByLabel(texts['filter.days-hint']).fill(days);
        await page.getByRole('button', { name: texts['table.apply'] }).click();
      };
      await add(texts['filter.ahead'], '30');
      await page.waitForURL(/filter\[end_validity_between\]=today(,|%2C)30d/);
      const list = page.getByRole('list', { name: texts['builder.filters'] });
      expect(await list.innerText()).toContain(
        { en: `${title} in the next 30 days`, fr: `${title} dans les prochains 30 jours` }[language],
      );
      await page.reload();
      await list.waitFor();
      expect(await list.innerText()).toContain('30');
      await list.getByRole('button').click();
      await add(texts['filter.ended']);
      await page.waitForURL(/filter\[end_validity_lt\]=today/);
      expect(await list.innerText()).toContain(`${title} ${texts['filter.ended']}`);
      expect(await barriers(page)).toEqual([]);
    },
  );

  it.each(['en', 'fr'] as const)(
    'asks for a recovery time in days, hours and minutes, and says it so: %s',
    async (language) => {
      const texts = TEXTS[language];
      const page = await openAs(explorer, 'nadia', '/objects/applications', { language });
      await page.getByRole('table').waitFor();
      await page.getByRole('button', { name: texts['builder.add'] }).click();
      await page.getByLabel(texts['builder.column']).selectOption('rto');
      await page.getByLabel(texts['builder.operator']).selectOption('_lte');
      const value = page.getByRole('group', { name: texts['builder.value'] });
      await value.getByRole('textbox', { name: { en: 'hours', fr: 'heures' }[language] }).fill('4');
      await page.getByRole('button', { name: texts['table.apply'] }).click();
      await page.waitForURL(/filter\[rto_lte\]=240$/);
      expect(await page.getByRole('list', { name: texts['builder.filters'] }).innerText()).toMatch(/4\s(hours|heures)/);
      await page.goto('/queries/new');
      await page.getByLabel(texts['queries.begin']).selectOption('applications');
      await page.getByRole('button', { name: texts['queries.form.add-condition'] }).click();
      await page.getByLabel(texts['builder.column']).first().selectOption('rto');
      await value.getByRole('textbox', { name: { en: 'hours', fr: 'heures' }[language] }).fill('4');
      await page.waitForFunction("document.querySelector('textarea').value.includes('rto = 240')");
      expect(await barriers(page)).toEqual([]);
    },
  );

  it('finds the applications that must not stop, and the server that one runs on; back and forward lead back', async () => {
    const page = await openAs(explorer, 'auditor', '/objects/applications');
    await page.getByRole('table').waitFor();
    const all = await page.getByRole('row').count();
    await page.getByRole('button', { name: en['builder.add'] }).click();
    await page.getByLabel(en['builder.column']).selectOption({ label: 'Availability' });
    await page.getByLabel(en['builder.value']).selectOption({ label: 'very high' });
    await page.getByRole('button', { name: en['table.apply'] }).click();
    await page.waitForURL(/filter\[security_need_a\]=4/);
    expect(await page.evaluate('document.activeElement.textContent')).toBe(en['builder.add']);
    await page.getByRole('status').filter({ hasText: 'object' }).waitFor();
    await page.waitForFunction(`document.querySelectorAll('table.objects tr').length < ${all}`);
    expect(await page.getByRole('list', { name: en['builder.filters'] }).innerText()).toContain(
      'Availability equals very high',
    );
    await page.getByRole('button', { name: 'Name' }).click();
    await page.waitForURL(/sort=name/);
    await page.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    await page.getByRole('link', { name: 'Clarté', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Clarté' }).waitFor();
    expect(await page.title()).toBe('Clarté · Applications · Meridian');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    // Rich text is drawn as such.
    expect(await page.locator('.rich strong').first().innerText()).toBe('patient record');
    await page.getByRole('img', { name: /^Clarté/ }).waitFor();
    await page.getByRole('link', { name: 'SRV-DPI-APP-01' }).click();
    await page.getByRole('heading', { level: 1, name: 'SRV-DPI-APP-01' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Clarté' }).waitFor();
    await page.goBack();
    await page.waitForURL(/sort=name/);
    await page.getByRole('table').waitFor();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Clarté' }).waitFor();
    await page.getByText(en['api.title']).click();
    await page.getByText('/api/applications/').waitFor();
  });

  it('offers somebody with few rights what they may see, in French, and says what they may not', async () => {
    // Whoever has no session is led to the form, and from there to where they wanted to go.
    const page = await explorer.open('/objects/peripherals', { language: 'fr' });
    await signInAt(page, 'biomed', 'fr');
    await page.waitForURL('**/objects/peripherals');
    await page.getByRole('heading', { level: 1, name: 'Périphériques' }).waitFor();
    await page.getByRole('table').waitFor();
    expect(await page.locator('[data-slug]').allInnerTexts()).toEqual(['Serveurs logiques', 'Périphériques']);
    await page.getByRole('link').and(page.locator('tbody th a')).first().click();
    await page.getByRole('heading', { name: fr['part.general'] }).waitFor();
    expect(await page.getByRole('img', { name: /^(?!Meridian)/ }).count()).toBe(0);
    await page.goto('/objects/applications');
    await page.getByText(fr['objects.not-allowed']).waitFor();
    await page.goto('/objects/applications/1');
    await page.getByText(fr['object.not-allowed']).waitFor();
    await page.goto('/objects/dragons');
    await page.getByRole('heading', { name: fr['objects.no-kind'] }).waitFor();
  });

  it('leads from the top of an object to what is linked to it, by kind and number', async () => {
    const options = { language: 'fr', width: 390, touch: true } as const;
    const page = await openAs(explorer, 'nadia', '/objects/entities/1', options);
    const links = page.getByRole('navigation', { name: fr['object.links'] });
    const contracts = links.getByRole('link', {
      name: /^Relations et contrats où «\sDestinataire\s» est cet objet \d+$/,
    });
    const count = /\d+$/.exec(await contracts.innerText())![0];
    // Without a look further down the page.
    expect((await contracts.boundingBox())!.y).toBeLessThan(800);
    await contracts.tap();
    const heading = page.getByRole('heading', {
      level: 3,
      name: new RegExp(`«\\sDestinataire\\s» est cet objet ${count}$`),
    });
    await page.waitForFunction('scrollY > 300');
    expect((await heading.boundingBox())!.y).toBeLessThan(200);
    await page.getByRole('link', { name: 'Maintenance du DPI' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Maintenance du DPI' }).waitFor();
  });

  it('goes on where it was when the session ends', async () => {
    const page = await openAs(explorer, 'nadia', '/objects/logical-servers');
    await page.getByRole('table').waitFor();
    const headers = await headersOf(page);
    const left = await explorer.server.server.app.inject({
      method: 'POST',
      url: '/api/logout',
      headers,
    });
    expect(left.statusCode).toBe(200);
    await page.getByRole('button', { name: 'Name' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(en['sign-in.ended']).waitFor();
    expect(await page.getByRole('table', { includeHidden: true }).count()).toBe(1);
    await dialog.getByLabel(en['sign-in.login']).fill('nadia');
    await dialog.getByLabel(en['sign-in.password']).fill('Correct-horse-9');
    await dialog.getByRole('button', { name: en['sign-in'] }).click();
    await page.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    expect(new URL(page.url()).search).toBe('?sort=name');
  });

  it('keeps the chosen columns, sorts as people count, pages by cursor, and tells of a deleted object and of a file', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/tasks');
    const headers = await headersOf(page);
    const items = Array.from({ length: 120 }, (_, i) => ({ name: `Round ${i}.` }));
    const made = await explorer.server.server.app.inject({
      method: 'POST',
      url: '/api/tasks/mass-store',
      headers,
      payload: { items },
    });
    expect(made.statusCode).toBe(201);
    await page.goto('/objects/tasks?filter[search]=Round&sort=name');
    await page.getByText('120 objects').waitFor();
    await page.getByRole('button', { name: en['pages.next'] }).click();
    await page.getByRole('link', { name: 'Round 50.' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(50);
    await page.getByRole('button', { name: en['pages.back'] }).click();
    await page.getByRole('link', { name: 'Round 0.' }).waitFor();
    await page.getByText(en['table.columns'], { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Created' }).check();
    await page.getByRole('columnheader', { name: 'Created' }).waitFor();
    await page.reload();
    await page.getByRole('columnheader', { name: 'Created' }).waitFor();
    const id = (await page.getByRole('link', { name: 'Round 0.' }).getAttribute('href'))!.split('/').pop()!;
    await explorer.server.server.app.inject({ method: 'DELETE', url: `/api/tasks/${id}`, headers });
    // It is found among the deleted ones, and by the journal.
    await page.goto('/objects/tasks');
    await page.getByRole('button', { name: en['table.deleted'] }).click();
    await page.waitForURL(/filter\[trashed\]=only/);
    await page.getByRole('link', { name: 'Round 0.' }).click();
    await page.getByText(en['object.deleted']).waitFor();
    await page.goto('/admin/journal?kind=tasks&action=deleted');
    await page.getByRole('link', { name: 'Round 0.' }).click();
    await page.getByText(en['object.deleted']).waitFor();
    await page.goto(`/objects/tasks/${id}`);
    await page.getByText(en['object.deleted']).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Round 0.' }).waitFor();
    await page.goto('/objects/tasks/999999');
    await page.getByText(en['object.none']).waitFor();
    await page.goto('/objects/documents');
    await page.locator('tbody th a').first().click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('link', { name: /^Download/ })
        .first()
        .click(),
    ]);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(download.suggestedFilename());
  });

  it('keeps a table and an object in the menu, for this reader', async () => {
    const page = await openAs(explorer, 'nadia', '/objects/applications?filter[security_need_a]=4&sort=-name');
    await page.getByText(en['keep.table']).click();
    await page.getByRole('textbox', { name: en['keep.name'], exact: true }).fill('Must not stop');
    await page.getByRole('button', { name: en['keep.go'], exact: true }).click();
    await page.getByRole('link', { name: 'Clarté', exact: true }).first().click();
    await page.getByRole('button', { name: en['keep.object'] }).click();
    const menu = page.getByRole('region', { name: en['nav.kept'] });
    expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Clarté', 'Must not stop']);
    await page.goto('/objects/sites');
    await menu.getByRole('link', { name: 'Must not stop' }).click();
    await page.waitForURL(/filter\[security_need_a\]=4&sort=-name&columns=name/);
    await page.getByText(en['keep.table']).click();
    await page.getByRole('button', { name: en['keep.remove'] }).click();
    await menu.getByRole('link', { name: 'Clarté' }).click();
    const star = page.getByRole('button', { name: en['keep.object'] });
    await star.and(page.locator('[aria-pressed=true]')).click();
    await menu.waitFor({ state: 'detached' });
  });

  it('shares a table with everybody, who find it in the menu until its owner takes it away', async () => {
    const own = await openAs(explorer, 'nadia', '/objects/applications?filter[security_need_a]=4', { language: 'fr' });
    await own.getByText(fr['keep.table']).click();
    await own.getByRole('textbox', { name: fr['keep.name'], exact: true }).fill('Ne doit pas tomber');
    await own.getByLabel(fr['keep.for']).selectOption({ label: fr['keep.for.all'] });
    await own.getByRole('button', { name: fr['keep.go'], exact: true }).click();
    await own
      .getByRole('region', { name: fr['nav.shared'] })
      .getByRole('link', { name: 'Ne doit pas tomber' })
      .waitFor();
    const other = await openAs(explorer, 'auditor', '/home');
    await other
      .getByRole('region', { name: en['nav.shared'] })
      .getByRole('link', { name: 'Ne doit pas tomber' })
      .click();
    await other.waitForURL(/\/objects\/applications\?filter\[security_need_a\]=4&columns=name/);
    await other.getByText(en['keep.table']).click();
    expect(await other.getByRole('button', { name: en['keep.unshare'] }).count()).toBe(0);
    expect(await barriers(other)).toEqual([]);
    await own.getByText(fr['keep.table']).click();
    expect(await barriers(own)).toEqual([]);
    await own.getByRole('button', { name: fr['keep.unshare'] }).click();
    await own.getByRole('region', { name: fr['nav.shared'] }).waitFor({ state: 'detached' });
    await other.goto('/home');
    await other.getByRole('heading', { level: 1 }).waitFor();
    expect(await other.getByRole('region', { name: en['nav.shared'] }).count()).toBe(0);
  });

  it.each([
    ['en', 1280],
    ['fr', 390],
  ] as const)(
    '%s, %i wide: offers the ten objects that were opened last, each of which can be taken out',
    async (...how) => {
      const [language, width] = how;
      const texts = TEXTS[language];
      const page = await openAs(explorer, ADMIN.login, '/objects/tasks', { language, width });
      const headers = await headersOf(page);
      const { inject } = explorer.server.server.app;
      const items = Array.from({ length: 11 }, (_, i) => ({ name: `Lap ${language} ${i}` }));
      const made = await inject({ method: 'POST', url: '/api/tasks/mass-store', headers, payload: { items } });
      const { ids } = made.json<{ ids: number[] }>();
      await keepRecent(
        headers,
        ids
          .slice(0, 10)
          .reverse()
          .map((id) => `tasks/${id}`),
      );
      const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await page.goto(`/objects/tasks/${ids[10]}`);
      await stored;
      // On the page of a later day, and on every page.
      await page.goto('/home');
      if (width < 500) await page.locator('#menu-button').click();
      const menu = page.getByRole('region', { name: texts['nav.recent'] });
      const names = Array.from({ length: 10 }, (_, i) => `Lap ${language} ${10 - i}`);
      await menu.getByRole('link').first().waitFor();
      expect(await menu.getByRole('link').allInnerTexts()).toEqual(names);
      expect(await barriers(page)).toEqual([]);
      await menu.getByRole('button').nth(0).click();
      await menu.getByRole('link', { name: names[0]!, exact: true }).waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
      // What was deleted is not named any more; names are asked for anew.
      await inject({ method: 'DELETE', url: `/api/tasks/${ids[9]}`, headers });
      await page.reload();
      if (width < 500) await page.locator('#menu-button').click();
      await menu.getByRole('link').first().waitFor();
      expect(await menu.getByRole('link').allInnerTexts()).toEqual(names.slice(2));
    },
  );

  it('a name without blanks stays beside the button that takes it out of the menu', async () => {
    const page = await openAs(explorer, ADMIN.login, '/home');
    const headers = await headersOf(page);
    const payload = { name: 'org.apache.logging.log4j/log4j-slf4j-impl-of-a-build 2.14.1' };
    const answer = await explorer.server.server.app.inject({ method: 'POST', url: '/api/tasks', headers, payload });
    await page.goto(`/objects/tasks/${answer.json<{ id: number }>().id}`);
    const menu = page.getByRole('region', { name: en['nav.recent'] });
    const link = menu.getByRole('link', { name: payload.name });
    await link.waitFor();
    expect(await link.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  });

  it('names no object that was opened before and may no longer be seen', async () => {
    const page = await openAs(explorer, 'biomed', '/objects/peripherals');
    const headers = await headersOf(page);
    await keepRecent(headers, ['applications/1', 'peripherals/1', 'dragons/1', 'peripherals/999999']);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.reload();
    const menu = page.getByRole('region', { name: en['nav.recent'] });
    await menu.getByRole('link').first().waitFor();
    expect(await menu.getByRole('link').count()).toBe(1);
    expect(await menu.innerText()).not.toContain('Clarté');
    expect(asked.filter((url) => url.includes('/api/applications'))).toEqual([]);
  });

  it('shows tables with every sort of column that any kind has', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/applications');
    await page.getByRole('table').waitFor();
    const { kinds } = await mapOf(explorer.server);
    // Queries have a page of their own in the menu.
    const listed = [...kinds.values()].filter(({ path }) => path !== 'queries');
    const shown = await page.evaluate<string[]>(
      "[...document.querySelectorAll('[data-slug]')].map((one) => one.dataset.slug)",
    );
    expect(shown.sort()).toEqual(listed.map(({ path }) => path).sort());
    // What is the same for all is proved without a browser: `kinds.spec.ts`.
    for (const { path, titles } of covering(listed, sortsOfTable)) {
      await page.evaluate(`document.querySelector('[data-slug="${path}"]').click()`);
      await page.waitForURL(`**/objects/${path}`);
      await page.getByRole('heading', { level: 1, name: titles.en, exact: true }).waitFor();
      await page.locator('table.objects, .empty').first().waitFor();
    }
    expect(await page.locator('.problem').count()).toBe(0);
  });

  it('draws rich text as text of these tags alone, whatever the server were to send', async () => {
    const page = await openAs(explorer, 'auditor', '/objects/sites');
    await page.route('**/api/sites/1', async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: object };
      await route.fulfill({ response: answer, json: { data: { ...data, description: HOSTILE } } });
    });
    await page.goto('/objects/sites/1');
    const text = page.locator('.rich');
    await text.getByText('bold').waitFor();
    expect(await text.innerHTML()).toBe(
      '<p>a <strong>bold</strong> word</p>dropped' +
        '<a href="https://example.org/" rel="noopener noreferrer" target="_blank">a link</a>a picture<h4>Heading</h4>',
    );
    expect(await page.evaluate('window.ran')).toBeUndefined();
  });

  it('can be used without a mouse', async () => {
    const page = await openAs(explorer, 'auditor', '/objects/sites');
    await page.getByRole('table').waitFor();
    await page.getByLabel(en['objects.find']).focus();
    await page.keyboard.type('logical serv');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Logical servers' }).waitFor();
    await page.getByLabel(en['table.search']).focus();
    await page.keyboard.type('PACS');
    await page.keyboard.press('Enter');
    await page.waitForURL(/filter\[search\]=PACS/);
    await page.getByRole('button', { name: 'Name' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/sort=name/);
    await page.getByText(en['table.columns'], { exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'Memory' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('columnheader', { name: 'Memory' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Memory' }).waitFor({ state: 'hidden' });
    await page.locator('tbody th a').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /PACS/ }).waitFor();
  });

  it.each([
    ['light', 1280, 'en'],
    ['dark', 390, 'fr'],
  ] as const)('%s, %i wide, %s: can be read and named, and is no wider than the screen', async (...how) => {
    const [colorScheme, width, language] = how;
    const texts = TEXTS[language];
    const found: Record<string, unknown> = {};
    const login = await explorer.open('/login', { colorScheme, width, language });
    found['login'] = await barriers(login);
    const page = await openAs(explorer, 'auditor', '/objects/applications', { colorScheme, width, language });
    await page.getByRole('table').waitFor();
    await page.getByRole('button', { name: texts['builder.add'] }).click();
    await page.getByText(texts['table.columns'], { exact: true }).click();
    found['table'] = await barriers(page);
    await page.goto('/objects/applications/1');
    await page.locator('.picture img').waitFor();
    found['object'] = await barriers(page);
    expect(found).toEqual({ login: [], table: [], object: [] });
  });
});
