/** What people do about checks, mostly on a phone and as the security officer, in a real Chromium. @seconds 60 */
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { dayIn, tasksAt, widthOf } from './check-tasks.js';
import { filled } from './form-page.js';
import { openAs } from './people.js';

const { fr } = TEXTS;
const FRENCH = { language: 'fr' } as const;
const PHONE = { language: 'fr', width: 390, touch: true } as const;

describeInChromium('front: checks and people', (explorer) => {
  const { ask, looked, checkOf, reopenAll } = tasksAt(explorer);

  beforeAll(async () => {
    const near = { end_validity: dayIn(10), status: 0 };
    await ask('POST', '/api/certificates', { name: 'portail.exemple.fr', ...near });
    await ask('POST', '/api/certificates', { name: 'messagerie.exemple.fr', ...near });
    await looked();
  }, 120_000);

  it('on a phone: which certificates run out next month, and whose are they', async () => {
    const page = await openAs(explorer, 'nadia', '/home', PHONE);
    const soon = page
      .getByRole('region', { name: 'Certificats', exact: true })
      .getByRole('link', { name: /sous 30 jours/ });
    await soon.tap();
    await page.getByRole('row').filter({ hasText: 'portail.exemple.fr' }).waitFor();
    expect([await widthOf(page), await barriers(page)]).toEqual([390, []]);
    await page.getByRole('link', { name: 'dpi.ch-valmarais.example' }).tap();
    await page.getByRole('link', { name: 'Clarté' }).first().tap();
    await page.getByRole('heading', { level: 1, name: 'Clarté' }).waitFor();
    await page.locator('.facts-of').getByText('Responsable', { exact: true }).first().waitFor();
    expect([await widthOf(page), await barriers(page)]).toEqual([390, []]);
  });

  it('on a phone: accept this one until a day, with a reason; the security officer may, who only reads may not', async () => {
    const page = await openAs(explorer, 'nadia', '/home', PHONE);
    await page.getByRole('link', { name: /de gravité critique ou élevée/ }).tap();
    await page.waitForURL('**/checks/findings?severity=high');
    await page.getByRole('heading', { level: 1, name: fr['checks.findings.all'] }).waitFor();
    expect([await widthOf(page), await barriers(page)]).toEqual([390, []]);
    await page.getByRole('button', { name: 'Accepter portail.exemple.fr' }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(fr['checks.accept.until']).fill(dayIn(90));
    await dialog.getByLabel(fr['checks.accept.reason']).fill('Remplacé en mars.');
    await dialog.getByRole('button', { name: fr['form.save'] }).tap();
    await page.getByText(filled(fr['checks.accept.done'].one, { count: 1 })).waitFor();
    expect([await widthOf(page), await barriers(page)]).toEqual([390, []]);
    const [found] = await ask('GET', '/api/findings?filter[state]=accepted');
    expect(found).toMatchObject({
      name: 'portail.exemple.fr',
      accepted_by: 'Nadia Belkacem',
      accepted_reason: 'Remplacé en mars.',
    });
    await reopenAll();
  });

  it('on a phone: get the dates into my calendar, in the language of the page', async () => {
    const page = await openAs(explorer, ADMIN.login, '/account', PHONE);
    await page.getByRole('button', { name: fr['calendar.make'] }).tap();
    const url = await page.getByLabel(fr['calendar.address']).inputValue();
    expect(await page.getByRole('link', { name: fr['calendar.open'] }).getAttribute('href')).toBe(
      url.replace('http:', 'webcal:'),
    );
    expect([await widthOf(page), await barriers(page)]).toEqual([390, []]);
    const text = (await (await fetch(url)).text()).replaceAll('\r\n ', '');
    expect(text).toContain('SUMMARY:portail.exemple.fr (Certificat) · Valable jusqu’au');
    expect(text).toContain('Que faire\u00a0: Renouvelez le certificat');
  });

  it('an accepted finding is told with its reason, until when and by whom, on its object and on the first page', async () => {
    const [{ id }] = await ask('GET', '/api/certificates?filter[name]=messagerie.exemple.fr');
    const page = await openAs(explorer, 'nadia', `/objects/certificates/${id}`, PHONE);
    await page.getByRole('button', { name: /^Accepter Certificats qui expirent/ }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(fr['checks.accept.reason']).fill('Le prestataire la remplace.');
    await dialog.getByLabel(fr['checks.accept.until']).fill(dayIn(60));
    await dialog.getByRole('button', { name: fr['form.save'] }).tap();
    const part = page.locator('.findings-of');
    await part.getByText(/^Accepté jusqu’au .+ par Nadia Belkacem, le .+\s: Le prestataire la remplace\.$/).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.goto('/home');
    const first = page.getByRole('region', { name: fr['home.attention'] });
    await first.getByRole('heading', { name: /de gravité critique ou élevée est accepté/ }).waitFor();
    await first.getByText(/^jusqu’au .+ · Le prestataire la remplace\. · Nadia Belkacem$/).waitFor();
    expect([await widthOf(page), await barriers(page)]).toEqual([390, []]);
    // What is critical or high stands with its sentence.
    expect(await first.locator('.home-said').first().innerText()).toMatch(/\.$/);
    await reopenAll();
  });

  it('on a phone: what is overdue stands first; what was accepted is no longer red', async () => {
    for (const [name, days] of [
      ['oubliee.exemple.fr', -12],
      ['toleree.exemple.fr', -40],
    ] as const)
      await ask('POST', '/api/certificates', { name, end_validity: dayIn(days) });
    await looked(['certificates-end']);
    const [{ id }] = (await ask('GET', '/api/findings?filter[check]=certificates-end&sort=day')).filter(
      ({ name }: { name: string }) => name === 'toleree.exemple.fr',
    );
    await ask('PATCH', `/api/findings/${id}`, { accepted_until: dayIn(60), reason: 'Remplacée au printemps.' });
    const page = await openAs(explorer, 'nadia', '/home', PHONE);
    const first = page.getByRole('region', { name: fr['home.attention'] });
    await first.getByRole('heading', { name: /échus?, ou arriv/ }).waitFor();
    const due = await first.getByRole('heading', { name: /échus?, ou arriv/ }).boundingBox();
    const urgent = await first.getByText(/de gravité critique ou élevée$/).boundingBox();
    expect(due!.y).toBeLessThan(urgent!.y);
    await first.locator('h3 + .home-list').getByRole('link', { name: 'oubliee.exemple.fr' }).waitFor();
    const ends = page.getByRole('region', { name: 'Certificats', exact: true });
    const lived = ends.getByRole('listitem').filter({ hasText: 'toleree.exemple.fr' });
    await lived.getByText(/^accepté jusqu’au /).waitFor();
    expect(await lived.locator('.over').count()).toBe(0);
    expect(await ends.getByRole('listitem').filter({ hasText: 'oubliee.exemple.fr' }).locator('.over').count()).toBe(1);
    expect([await widthOf(page), await barriers(page)]).toEqual([390, []]);
    await page.goto('/checks/findings');
    await page.getByRole('row').nth(2).waitFor();
    const listed = page.locator('tbody tr').first().locator('time').first();
    const [earliest] = await ask('GET', '/api/findings?sort=day&page[size]=1&page[number]=1');
    expect(await listed.getAttribute('datetime')).toBe(earliest.day);
    await page.getByLabel(fr['checks.findings.order']).selectOption('severity');
    await page.waitForURL('**/checks/findings?sort=severity');
    await page.locator('tbody .is-critical, tbody .is-high').first().waitFor();
    expect([await widthOf(page), await barriers(page)]).toEqual([390, []]);
    // On paper there is nothing to tick, and the choices say what is listed.
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('main input').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByLabel(fr['checks.findings.order']).isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
    await reopenAll();
    for (const one of await ask('GET', '/api/certificates?filter[name_in]=oubliee.exemple.fr,toleree.exemple.fr'))
      await explorer.server.delete(`/api/certificates/${one.id}`);
    await looked(['certificates-end']);
  });

  it('one check begins with what is due first; the day of each is the reader’s, and no two buttons touch', async () => {
    for (const [name, days] of [
      ['plus-tard.exemple.fr', 25],
      ['demain.exemple.fr', 1],
    ] as const)
      await ask('POST', '/api/certificates', { name, end_validity: dayIn(days) });
    await looked(['certificates-end']);
    const found = await ask('GET', '/api/findings?filter[check]=certificates-end&sort=day');
    const days = found.map(({ day }: { day: string }) => day);
    expect(days).toEqual([...days].sort());
    const { id } = await checkOf('certificates-end');
    // Late in the evening in Greenwich it is tomorrow in Paris.
    const late = new Date(`${dayIn(-1)}T23:30:00Z`);
    await explorer.server.database.run('UPDATE own_findings SET first_seen = ?, accepted_until = ?', [
      ...[explorer.server.database.clock.toStored(late.getTime()), dayIn(9)],
    ]);
    const page = await openAs(explorer, 'nadia', `/checks/${id}?state=accepted`, {
      ...PHONE,
      timeZone: 'Europe/Paris',
    });
    await page.getByRole('row').nth(2).waitFor();
    expect(await page.locator('tbody th a').allInnerTexts()).toEqual(found.map(({ name }: { name: string }) => name));
    const shown = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'medium', timeZone: 'Europe/Paris' });
    expect(await page.locator('tbody time').first().innerText()).toBe(shown.format(late));
    const row = page.locator('tbody tr').first();
    const [change, reopen] = await Promise.all([
      row.getByRole('button').first().boundingBox(),
      row.getByRole('button').nth(1).boundingBox(),
    ]);
    expect(reopen!.x - (change!.x + change!.width)).toBeGreaterThanOrEqual(8);
    await reopenAll();
  });

  it('a stored query becomes a check, which finds what the query does', async () => {
    const found = await ask('GET', '/api/queries?filter[name]=Servers that nobody backs up');
    const servers = await ask('GET', '/api/logical-servers?filter[active]=1&filter[backups_exists]=false&fields=id');
    const page = await openAs(explorer, 'nadia', `/queries/${found[0].id}`, FRENCH);
    await page.getByRole('button', { name: fr['queries.run'], exact: true }).click();
    await page.getByRole('button', { name: fr['checks.make'] }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Servers that nobody backs up').waitFor();
    await dialog.getByLabel(fr['checks.new.name']).fill('Serveurs jamais sauvegardés');
    await dialog.getByRole('button', { name: fr['checks.new.save'] }).click();
    await page.waitForURL(/\/checks\/\d+$/);
    await looked(['serveurs-jamais-sauvegardes']);
    const { open } = await checkOf('serveurs-jamais-sauvegardes');
    expect([open > 0, open]).toEqual([true, servers.length]);
    await page.reload();
    // What the query gave of each is told with it.
    await page
      .getByRole('row')
      .getByText(/address_ip/)
      .first()
      .waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('the map marks what something severe was found of, and leaves that out where it is not wanted', async () => {
    const [{ id }] = await ask('GET', '/api/certificates?filter[name]=dpi.ch-valmarais.example');
    const found = await ask('GET', `/api/certificates/${id}/findings?filter[severity_gte]=high`);
    expect(found).toHaveLength(1);
    const page = await openAs(explorer, 'nadia', `/map?node=certificates_${id}`, FRENCH);
    const line = page.locator('.map-line', { hasText: 'dpi.ch-valmarais.example' });
    const mark = line.getByRole('img', { name: fr['checks.on-map'].one });
    await mark.first().waitFor();
    await page.getByRole('link', { name: fr['checks.on-map'].one }).first().waitFor();
    const marking = page.getByLabel(fr['checks.on-map.switch']);
    const filters = page.getByRole('button', { name: fr['map.filters'] });
    await filters.click();
    await marking.uncheck();
    await mark.first().waitFor({ state: 'detached' });
    await page.reload();
    await line.first().waitFor();
    await filters.click();
    expect([await marking.isChecked(), await mark.count()]).toEqual([false, 0]);
    await marking.check();
    await mark.first().waitFor();
  });
});

describeInChromium(
  'front: a map that is not checked',
  (explorer) => {
    it('has no checks in the menu, nor a word of them on its pages', async () => {
      const page = await openAs(explorer, ADMIN.login, '/home', FRENCH);
      await page.getByRole('heading', { name: fr['home.maturity'] }).waitFor();
      const menu = page.getByRole('navigation');
      await menu.getByRole('link', { name: fr['queries.title'] }).first().waitFor();
      expect(await menu.getByRole('link', { name: fr['checks.title'] }).count()).toBe(0);
      expect(await page.getByRole('heading', { name: fr['home.attention'] }).count()).toBe(0);
      await page.goto('/checks');
      await page.getByText(fr['checks.not-allowed']).waitFor();
      await page.goto('/objects/certificates?filter[name]=portail');
      await page.locator('.table-head').first().waitFor();
      expect(await page.getByRole('button', { name: fr['checks.make'] }).count()).toBe(0);
      await page.goto('/account');
      await page.getByRole('heading', { name: fr['account.sessions'] }).waitFor();
      expect(await page.getByRole('heading', { name: fr['calendar.title'] }).count()).toBe(0);
      expect(await page.getByRole('heading', { name: fr['letters.title'] }).count()).toBe(0);
    });
  },
  { settings: { CHECKS: 'false' } },
);
