/** Vulnerabilities on the pages: from nothing to a decision, in a real Chromium, in French, on a desk and on a phone. @seconds 40 */
import type { Page } from 'playwright-core';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { cpe, nvd, nvdFeed } from '../vulnerabilities/feeds.js';
import { openAs } from './people.js';

const { fr } = TEXTS;
const FRENCH = { language: 'fr' } as const;
const PHONE = { language: 'fr', width: 390, touch: true } as const;

const bad = (baseScore: number): Record<string, unknown> => ({
  metrics: { cvssMetricV31: [{ type: 'Primary', cvssData: { baseScore } }] },
});
const FEED = nvdFeed([
  nvd('CVE-2099-0001', [cpe('acme:shop', '*', { versionEndExcluding: '2' })], bad(9.8)),
  nvd('CVE-2099-0002', [cpe('acme:shop', '*', { versionEndExcluding: '2' })], bad(5)),
]);
const KEV = {
  ...{ title: 'Catalog', catalogVersion: '2099.01.01', dateReleased: '2099-01-01T00:00:00Z', count: 1 },
  vulnerabilities: [
    {
      ...{ cveID: 'CVE-2099-0002', vendorProject: 'Acme', product: 'Shop', vulnerabilityName: 'x' },
      ...{
        dateAdded: '2099-01-01',
        requiredAction: 'Update.',
        dueDate: '2099-02-01',
        knownRansomwareCampaignUse: 'Known',
      },
    },
  ],
};
const file = (name: string, content: object): { name: string; mimeType: string; buffer: Buffer } => ({
  ...{ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) },
});
const EPSS =
  '#model_version:v2025.03.14,score_date:2099-01-01T12:00:00Z\ncve,epss,percentile\nCVE-2099-0002,0.94358,0.999\n';
/** What a build is made of. */
const PARTS = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'application', name: 'Portail', version: '1' } },
  components: [{ type: 'library', name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0' }],
};
const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');
const cves = (page: Page): Promise<string[]> => page.locator('.vulnerability-head strong').allInnerTexts();

describeInChromium('front: vulnerabilities', (explorer) => {
  const ask = async (url: string, payload: object): Promise<{ id: number }> => {
    const { app } = explorer.server.server;
    const headers = { authorization: `Bearer ${await explorer.server.login(ADMIN.login, ADMIN.password)}` };
    const answer = await app.inject({ method: 'POST', url, headers, payload });
    expect(answer.statusCode).toBe(201);
    return answer.json();
  };
  let shop: number;

  it('an empty page leads to what is to be done; files that are brought are told, and what they hit is listed with its reasons', async () => {
    shop = (await ask('/api/applications', { name: 'Boutique', vendor: 'acme', product: 'shop', version: '1', security_need_c: 4 })).id; // prettier-ignore
    const page = await openAs(explorer, ADMIN.login, '/vulnerabilities', FRENCH);
    await page.getByRole('heading', { name: fr['vulnerabilities.first'] }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel(fr['vulnerabilities.import.drop']).setInputFiles([file('none.json', { a: 1 })]);
    await page.locator('.vulnerability-imported').getByRole('alert').waitFor();
    await page.getByLabel(fr['vulnerabilities.import.drop']).setInputFiles([file('nvd.json', FEED), file('kev.json', KEV), { name: 'epss.csv', mimeType: 'text/csv', buffer: Buffer.from(EPSS) }]); // prettier-ignore
    await page.getByRole('article').first().waitFor();
    expect(await cves(page)).toEqual(['CVE-2099-0002', 'CVE-2099-0001']);
    const first = await page.getByRole('article').first().innerText();
    expect(first).toContain('exploitée, c’est connu depuis le 1 janv. 2099');
    expect(first).toContain('besoin de sécurité de niveau 4');
    expect(first).toContain('exploitée sous 30\u00a0jours à 94,36');
    expect(await page.getByRole('row', { name: /kev\.json/ }).innerText()).toContain(
      fr['vulnerabilities.source.fresh'],
    );
    expect(await page.getByRole('navigation').getByRole('link', { name: fr['vulnerabilities.title'] }).getAttribute('aria-current')).toBe('page'); // prettier-ignore
    expect(await barriers(page)).toEqual([]);
  });

  it('the plan of a parts list tells its products in words', async () => {
    const page = await openAs(explorer, ADMIN.login, '/import/feed', FRENCH);
    await page.getByLabel(fr['feed.as'], { exact: true }).selectOption('cyclonedx');
    await page.getByLabel(fr['import.file']).setInputFiles([file('portail.cdx.json', PARTS)]);
    await page.getByLabel(fr['feed.source.name']).fill('BUILD');
    await page.getByRole('button', { name: fr['feed.make-plan'] }).click();
    await page.waitForURL('**/import/plans/pl_*');
    await page.getByRole('definition').filter({ hasText: 'pkg:npm/left-pad@1.3.0' }).waitFor();
    expect(await page.locator('main').innerText()).not.toContain('"purl"');
  });

  it('a decision is nobody’s by mistake: a state is chosen, and what is said not to touch has its reason', async () => {
    const page = await openAs(explorer, ADMIN.login, '/vulnerabilities', FRENCH);
    await page.getByRole('button', { name: /^Décider/ }).first().click(); // prettier-ignore
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Boutique').waitFor();
    const state = dialog.getByLabel(fr['vulnerabilities.decide.state']);
    const reason = dialog.getByLabel(fr['vulnerabilities.decide.reason']);
    expect(await state.inputValue()).toBe('');
    await dialog.getByRole('button', { name: fr['form.save'] }).click();
    await dialog.locator('select:invalid').waitFor();
    await state.selectOption('not_affected');
    await dialog.getByRole('button', { name: fr['form.save'] }).click();
    await dialog.locator('textarea:invalid').waitFor();
    expect(await reason.inputValue()).toBe('');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: fr['cancel'] }).click();
    expect(await cves(page)).toHaveLength(2);
  });

  it('the address keeps the filters; several are decided together, with a reason and a day; one is taken back', async () => {
    const page = await openAs(explorer, ADMIN.login, '/vulnerabilities', FRENCH);
    await page.getByRole('article').first().waitFor();
    await page.getByLabel(fr['vulnerabilities.filter.severity']).selectOption('CRITICAL');
    await page.waitForURL('**/vulnerabilities?severity=CRITICAL');
    await page.getByText('1\u00a0vulnérabilité', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('1\u00a0vulnérabilité', { exact: true }).waitFor();
    await page.goto('/vulnerabilities');
    await page.getByLabel(fr['vulnerabilities.tick.all']).check();
    await page.getByRole('button', { name: 'Décider de 2 ensemble…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(fr['vulnerabilities.decide.state']).selectOption('accepted');
    await dialog.getByLabel(fr['vulnerabilities.decide.reason']).fill('La prochaine version l’a.');
    await dialog.getByLabel(fr['vulnerabilities.decide.until']).fill('2999-01-31');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: fr['form.save'] }).click();
    await page.getByText('2\u00a0décisions prises.').waitFor();
    await page.getByText(fr['vulnerabilities.none']).waitFor();
    await page.getByLabel(fr['vulnerabilities.filter.state']).selectOption('accepted');
    await page.waitForURL('**?state=accepted');
    const decided = page.getByRole('article').filter({ hasText: 'CVE-2099-0001' });
    await decided.getByText('jusqu’au 31 janv. 2999').waitFor();
    await decided.getByRole('button', { name: /^Décider/ }).click();
    await dialog.getByLabel(fr['vulnerabilities.decide.state']).selectOption('open');
    await dialog.getByRole('button', { name: fr['form.save'] }).click();
    await decided.waitFor({ state: 'detached' });
  });

  it('an object says what was found in it, and why it cannot be told of another; the map marks it', async () => {
    const page = await openAs(explorer, ADMIN.login, `/objects/applications/${shop}`, FRENCH);
    const part = page.getByRole('region', { name: fr['vulnerabilities.title'] });
    await part.getByText(fr['vulnerabilities.of.hit'].one).waitFor();
    expect(await part.getByRole('article').count()).toBe(2);
    expect(await barriers(page)).toEqual([]);
    const { id } = await ask('/api/logical-servers', { name: 'SRV-SANS-PRODUIT' });
    await page.goto(`/objects/logical-servers/${id}`);
    await part.getByText(fr['vulnerabilities.untold.no_identity']).waitFor();
    await part.getByRole('link', { name: fr['vulnerabilities.of.name-it'] }).click();
    await page.waitForURL(`**/objects/logical-servers/${id}/edit`);
    await page.goto(`/map?node=applications_${shop}`);
    await page.locator('.map-line', { hasText: 'Boutique' }).getByRole('img', { name: 'une vulnérabilité ouverte' }).first().waitFor(); // prettier-ignore
  });

  it('whoever may only read decides and imports nothing; on a phone nothing is out of sight', async () => {
    const page = await openAs(explorer, 'auditor', '/vulnerabilities', PHONE);
    await page.getByRole('article').first().waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(1);
    expect(await page.getByRole('button', { name: /^Décider/ }).count()).toBe(0);
    await page.getByText(fr['vulnerabilities.import.not-allowed']).waitFor();
    expect(await widthOf(page)).toBe(390);
    expect(await barriers(page)).toEqual([]);
  });

  it('a thumb ticks one, and what was decided far down the page is told in sight', async () => {
    const page = await openAs(explorer, ADMIN.login, '/vulnerabilities', PHONE);
    const one = page.getByRole('article').last();
    await one.waitFor();
    expect((await one.locator('.vulnerability-tick').boundingBox())!.height).toBeGreaterThanOrEqual(24);
    // Far down, whatever else stands on the page.
    await page.evaluate('document.querySelector("main").style.setProperty("padding-bottom", "2000px")');
    await page.evaluate('scrollTo(0, 600)');
    await one.getByRole('button', { name: /^Décider/ }).evaluate((button: HTMLElement) => button.click());
    const dialog = page.getByRole('dialog');
    const reason = dialog.getByLabel(fr['vulnerabilities.decide.reason']);
    // It is drawn as other fields are.
    expect(await reason.evaluate((area) => getComputedStyle(area).borderRadius)).toBe('8px');
    await dialog.getByLabel(fr['vulnerabilities.decide.state']).selectOption('not_affected');
    await reason.fill('Jamais appelée.');
    await dialog.getByRole('button', { name: fr['form.save'] }).click();
    const told = page.getByText('1\u00a0décision prise.');
    await told.waitFor();
    await page.locator('.notice.is-over').waitFor();
    expect((await told.boundingBox())!.y).toBeGreaterThan(0);
  });
});
