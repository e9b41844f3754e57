/** Checks on the pages: what needs attention, accepting it, and a check of one's own, in a real Chromium. @seconds 60 */
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { dayIn, tasksAt, widthOf } from './check-tasks.js';
import { filled } from './form-page.js';
import { openAs } from './people.js';

const { fr, en } = TEXTS;
const FRENCH = { language: 'fr' } as const;
const PHONE = { language: 'fr', width: 390, touch: true } as const;

describeInChromium('front: checks', (explorer) => {
  const { ask, looked, checkOf } = tasksAt(explorer);

  beforeAll(async () => {
    const near = { end_validity: dayIn(10), status: 0 };
    await ask('POST', '/api/certificates', { name: 'portail.exemple.fr', ...near });
    await ask('POST', '/api/certificates', { name: 'messagerie.exemple.fr', ...near });
  }, 120_000);

  it('a map that was never looked at says so; a press has it looked at, and the tiles count what is open', async () => {
    const page = await openAs(explorer, ADMIN.login, '/home', FRENCH);
    const attention = page.getByRole('region', { name: fr['home.attention'] });
    await attention.getByText(fr['home.attention.never']).waitFor();
    await attention.getByRole('button', { name: fr['checks.look'] }).waitFor();
    await page.goto('/checks');
    await page.getByText(fr['checks.never-run']).waitFor();
    // Nor does the list of all findings say that there are none.
    await page.goto('/checks/findings');
    await page.locator('.empty', { hasText: fr['checks.never-run'] }).waitFor();
    expect(await page.locator('.count').innerText()).toBe('');
    await page.goBack();
    await page.getByText(fr['checks.never-run']).waitFor();
    expect(await page.locator('.severity-tile').count()).toBe(0);
    await page.getByRole('button', { name: fr['checks.look'] }).click();
    await page.getByText(fr['checks.looked']).waitFor();
    const high = page
      .getByRole('listitem')
      .filter({ has: page.getByText(fr['checks.severity.high'], { exact: true }) });
    const [{ open }] = (await ask('GET', '/api/findings/summary?by=severity')).filter(
      ({ by }: { by: string }) => by === 'high',
    );
    expect(open).toBeGreaterThan(1);
    await high
      .locator('strong', { hasText: new RegExp(`^${open}$`) })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Certificats qui expirent' }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('one check: who is hit, why; one is accepted until a day with a reason, and opened again', async () => {
    const { id, open } = await checkOf('certificates-end');
    const page = await openAs(explorer, ADMIN.login, `/checks/${id}`, FRENCH);
    const row = page.getByRole('row').filter({ hasText: 'portail.exemple.fr' });
    await row.getByText('Prend fin le').waitFor();
    expect(await barriers(page)).toEqual([]);
    await row.getByRole('button', { name: filled(fr['checks.accept.of'], { name: 'portail.exemple.fr' }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(fr['checks.accept.reason']).fill('Remplacé en mars.');
    // Further ahead than a year: the field is named, and nothing is stored.
    await dialog.getByLabel(fr['checks.accept.until']).fill(dayIn(800));
    await dialog.getByRole('button', { name: fr['form.save'] }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel(fr['checks.accept.until']).fill(dayIn(100));
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: fr['form.save'] }).click();
    await page.getByText(filled(fr['checks.accept.done'].one, { count: 1 })).waitFor();
    await row.waitFor({ state: 'detached' });
    expect((await checkOf('certificates-end')).open).toBe(open - 1);
    await page.getByLabel(fr['checks.state']).selectOption('accepted');
    await row.getByText('Remplacé en mars.').waitFor();
    await row.getByRole('button', { name: filled(fr['checks.reopen.of'], { name: 'portail.exemple.fr' }) }).click();
    await page.getByText(fr['checks.reopened']).waitFor();
    expect((await checkOf('certificates-end')).open).toBe(open);
  });

  it('all of a page are accepted together; what is listed is downloaded, and shown as a filtered table', async () => {
    const { id, open } = await checkOf('certificates-end');
    const page = await openAs(explorer, ADMIN.login, `/checks/${id}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: en['checks.csv'] }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('certificates-end.csv');
    await page.getByRole('link', { name: en['checks.as-table'] }).click();
    await page.waitForURL('**/objects/certificates?filter[finding]=certificates-end');
    await page.getByText(filled(en['table.count'].other, { count: open })).waitFor();
    await page.goBack();
    await page.getByLabel(en['checks.tick.all']).check();
    await page.getByRole('button', { name: filled(en['checks.accept.several'].other, { count: open }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(en['checks.accept.reason']).fill('All of them are replaced.');
    await dialog.getByLabel(en['checks.accept.until']).fill(dayIn(20));
    await dialog.getByRole('button', { name: en['form.save'] }).click();
    await page.getByText(en['checks.found.none']).waitFor();
    expect((await checkOf('certificates-end')).open).toBe(0);
    await page.getByLabel(en['checks.state']).selectOption('accepted');
    await page.getByText(filled(en['checks.found'].other, { count: open })).waitFor();
    for (const { id: one } of await ask('GET', '/api/findings?filter[check]=certificates-end&filter[state]=accepted'))
      await ask('PATCH', `/api/findings/${one}`, { accepted_until: null });
  });

  it('an object says above its fields what was found in it, and the first page begins with what is high', async () => {
    const [{ id }] = await ask('GET', '/api/certificates?filter[name]=portail.exemple.fr');
    const page = await openAs(explorer, ADMIN.login, `/objects/certificates/${id}`, FRENCH);
    const part = page.getByRole('region', { name: /demandent? de l’attention/ });
    await part.getByRole('link', { name: 'Certificats qui expirent' }).waitFor();
    const top = async (name: string): Promise<number> => (await page.locator(name).first().boundingBox())!.y;
    expect(await top('#part-findings')).toBeLessThan(await top('.facts-of'));
    expect(await barriers(page)).toEqual([]);
    // Somebody who was here an hour ago.
    const at = new Date(Date.now() - 3_600_000).toISOString();
    await ask('PUT', '/api/me/preferences', { home: { visits: { at } } });
    await page.goto('/home');
    const first = page.getByRole('region', { name: fr['home.attention'] });
    await first.getByText(/de gravité critique ou élevée/).waitFor();
    expect(await page.locator('main h2').first().innerText()).toBe(fr['home.attention']);
    await first.getByRole('link', { name: /de nouveaux? depuis votre dernière visite, il y a 1 heure/ }).waitFor();
    // Of each the first five; what is due within a week stands below a heading.
    const lists = first.locator('.home-count + .home-list');
    await lists.getByRole('listitem').nth(9).waitFor();
    expect(await lists.getByRole('listitem').count()).toBe(10);
    expect(await barriers(page)).toEqual([]);
  });

  it('a check is changed by a form, that of a release is brought back as it came', async () => {
    const { id } = await checkOf('certificates-end');
    const read = async () => (await ask('GET', `/api/checks/${id}`)).data;
    const before = await read();
    const page = await openAs(explorer, ADMIN.login, `/checks/${id}`, FRENCH);
    await page.getByRole('button', { name: fr['checks.change.open'] }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(fr['checks.new.name']).fill('Certificats à renouveler');
    await dialog.getByLabel(fr['checks.new.severity']).selectOption('critical');
    expect(await dialog.getByLabel(fr['checks.option.past']).isChecked()).toBe(true);
    // No duration: the field is named in its own words, and nothing is stored.
    await dialog.getByLabel(fr['checks.option.within']).fill('bientôt');
    await dialog.getByRole('button', { name: fr['form.save'] }).click();
    await dialog.getByRole('alert').getByText(fr['checks.option.within'], { exact: false }).first().waitFor();
    expect([await barriers(page), await read()]).toEqual([[], before]);
    await dialog.getByLabel(fr['checks.option.within']).fill('45d');
    await dialog.getByRole('button', { name: fr['form.save'] }).click();
    await page.getByRole('heading', { level: 1, name: 'Certificats à renouveler' }).waitFor();
    await page.getByText(fr['checks.change.done']).waitFor();
    expect(await read()).toMatchObject({
      titles: { ...before.titles, fr: 'Certificats à renouveler' },
      severity: 'critical',
      options: { ...before.options, within: '45d' },
      abouts: before.abouts,
      advices: before.advices,
    });
    await page.getByRole('button', { name: fr['checks.reset'] }).click();
    await page.getByText(fr['checks.reset.ask']).waitFor();
    await page.getByRole('button', { name: fr['checks.reset'] }).click();
    await page.getByRole('heading', { level: 1, name: before.titles.fr }).waitFor();
    const { updated_at: _, ...reset } = await read();
    expect({ ...reset, updated_at: before.updated_at }).toEqual(before);
  });

  it('a filtered table becomes a check, which finds what the table shows', async () => {
    await ask('POST', '/api/logical-servers', { name: 'SRV-SANS-SAUVEGARDE' });
    const page = await openAs(explorer, ADMIN.login, '/objects/logical-servers?filter[backups_exists]=false', FRENCH);
    await page.getByRole('row').filter({ hasText: 'SRV-SANS-SAUVEGARDE' }).waitFor();
    const count = await page.locator('tbody tr').count();
    await page.getByRole('button', { name: fr['checks.make'] }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(fr['checks.new.name']).fill('Serveurs sans sauvegarde');
    await dialog.getByLabel(fr['checks.new.severity']).selectOption('high');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: fr['checks.new.save'] }).click();
    await page.waitForURL(/\/checks\/\d+$/);
    await page.getByRole('heading', { level: 1, name: 'Serveurs sans sauvegarde' }).waitFor();
    await looked(['serveurs-sans-sauvegarde']);
    expect((await checkOf('serveurs-sans-sauvegarde')).open).toBe(count);
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'SRV-SANS-SAUVEGARDE' }).waitFor();
    await page.getByRole('button', { name: fr['checks.delete'] }).click();
    await page.getByRole('group').getByRole('button', { name: fr['checks.delete'] }).click();
    await page.waitForURL('**/checks');
    await page.getByText(filled(fr['checks.deleted'], { name: 'Serveurs sans sauvegarde' })).waitFor();
  });

  it('the dates come into a calendar by an address that is shown once, and ended', async () => {
    const page = await openAs(explorer, ADMIN.login, '/account', FRENCH);
    await page.getByRole('button', { name: fr['calendar.make'] }).click();
    const field = page.getByLabel(fr['calendar.address']);
    const url = await field.inputValue();
    expect(await barriers(page)).toEqual([]);
    const days = await (await fetch(url)).text();
    expect(days).toContain('SUMMARY:portail.exemple.fr (');
    await page.reload();
    await page.getByText('Dernière lecture le').waitFor();
    expect(await field.count()).toBe(0);
    await page.getByRole('button', { name: fr['calendar.end'] }).click();
    await page.getByRole('group', { name: fr['calendar.end.ask'] }).getByRole('button').first().click();
    await page.getByText(fr['calendar.ended']).waitFor();
    expect((await fetch(url)).status).toBe(404);
  });

  it('on a phone nothing is out of sight, and who may only read accepts nothing', async () => {
    const { id } = await checkOf('certificates-end');
    for (const [login, path] of [
      [ADMIN.login, '/checks'],
      [ADMIN.login, `/checks/${id}`],
      ['auditor', `/checks/${id}`],
    ] as const) {
      const page = await openAs(explorer, login, path, PHONE);
      await page
        .getByRole('link', { name: /expirent|exemple/ })
        .first()
        .waitFor();
      expect(await widthOf(page)).toBe(390);
      expect(await barriers(page)).toEqual([]);
      if (login === 'auditor') expect(await page.getByRole('button', { name: /^Accepter/ }).count()).toBe(0);
      if (login !== 'auditor' && path !== '/checks') {
        const tick = page.locator('.found-tick').first();
        expect((await tick.boundingBox())!.height).toBeGreaterThanOrEqual(24);
      }
    }
  });
});
