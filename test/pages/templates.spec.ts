/** Templates by tasks of somebody who is no programmer, in French, in a real Chromium. @seconds 40 */
import { readFileSync } from 'node:fs';
import { Workbook } from 'exceljs';
import type { Page } from 'playwright-core';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { filled } from './form-page.js';
import { openAs } from './people.js';

const { fr, en } = TEXTS;
const FRENCH = { language: 'fr' } as const;
const PHONE = { language: 'fr', width: 390, touch: true } as const;

const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');
const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true });
};

/** What a button gives, and how it is called. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), text: readFileSync((await download.path())!, 'utf8') };
}

/** A workbook with a title, a day, and a row that is repeated. */
async function workbook(name: string, first: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const book = new Workbook();
  const sheet = book.addWorksheet('Suivi');
  sheet.addRow(['Applications', '{{ today }}']);
  sheet.addRow(['Nom', 'Délai']).font = { bold: true };
  sheet.addRow([first, '{{ object.rto }}']);
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { name, mimeType, buffer: Buffer.from(await book.xlsx.writeBuffer()) };
}

/** Adds a filter as in a table. */
async function filterBy(page: Page, column: string, operator: string, value: string): Promise<void> {
  await page.getByRole('button', { name: fr['builder.add'], exact: true }).first().click();
  await page.getByLabel(fr['builder.column']).selectOption({ label: column });
  await page.getByLabel(fr['builder.operator']).selectOption({ label: operator });
  await page.getByLabel(fr['builder.value']).fill(value);
  await page.getByRole('button', { name: fr['table.apply'] }).click();
}

describeInChromium('front: templates', (explorer) => {
  it('the file of hosts of one site is made, and Prometheus gets an address without a token in it', async () => {
    const page = await openAs(explorer, ADMIN.login, '/home', FRENCH);
    await page.getByRole('navigation').getByRole('link', { name: fr['templates.title'], exact: true }).click();
    await page.getByRole('heading', { name: fr['templates.shipped'], exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shot(page, 'templates');
    await page.getByRole('link', { name: fr['templates.shipped.hosts-file'], exact: true }).click();
    const preview = page.getByLabel(fr['templates.preview'], { exact: true });
    await preview.getByText('10.20.10.21 srv-dpi-app-01').waitFor();
    await filterBy(page, 'Nom', fr['operator.contains'], 'APP');
    await page.locator('.template-file', { hasNotText: 'bdd' }).first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await shot(page, 'template-hosts');
    const file = await downloaded(page, () =>
      page.getByRole('button', { name: filled(fr['templates.fill.file'], { name: 'hosts.txt' }) }).click(),
    );
    expect(file.name).toMatch(/^hosts/);
    expect(file.text).toContain('10.20.10.22 srv-dpi-app-02\n');
    expect(file.text).not.toContain('bdd');
    await page.goto('/templates/prometheus-targets');
    const snippet = page.getByLabel('Prometheus', { exact: true });
    const text = await snippet.innerText();
    expect(text).toContain(`url: "${explorer.server.url}/api/templates/prometheus-targets/fill"`);
    expect(text).toContain('credentials_file: ');
    expect(text).not.toMatch(/Bearer|token=/);
    // What it is given is what it asks for, with a token that may only read.
    const address = JSON.parse(/url: (".*")/.exec(text)![1]!) as string;
    const made = { name: 'prometheus', read_only: true, expires_at: '2099-06-30' };
    const { token } = (await explorer.server.post('/api/tokens', made)).body;
    const targets = await explorer.server.get(address.slice(explorer.server.url.length), { token });
    expect([targets.status, targets.body[0]]).toEqual([
      200,
      { targets: [expect.any(String)], labels: expect.anything() },
    ]);
  });

  it('one of one’s own is written with the result beside it, shared, filled, and deleted', async () => {
    const page = await openAs(explorer, ADMIN.login, '/templates/new', FRENCH);
    await page.getByLabel(fr['templates.name'], { exact: true }).fill('Astreinte');
    await page.getByLabel(fr['templates.lists'], { exact: true }).selectOption({ label: 'Applications' });
    const text = page.getByLabel(fr['templates.text'], { exact: true });
    const preview = page.getByLabel(fr['templates.preview'], { exact: true });
    await preview.getByText('Imago').waitFor();
    // The object beside has what the text may name.
    await page.getByLabel(fr['templates.object']).getByText('"security_need_c"').waitFor();
    await text.fill('Liste\n{% for o of objects %}\n{% endfor %}');
    await page.getByText(/ne peut être lu à la ligne 2, colonne \d+/).waitFor();
    expect(await page.locator('.editor-marks mark').innerText()).toBe('{% for o of objects %}');
    await page.getByRole('button', { name: filled(fr['templates.line'], { line: 2 }) }).click();
    const selected =
      '(() => { const f = document.activeElement; return f.value.slice(f.selectionStart, f.selectionEnd); })()';
    expect(await page.evaluate(selected)).toBe('{% for o of objects %}');
    expect(await barriers(page)).toEqual([]);
    await shot(page, 'template-fault');
    await text.fill('{% for o in objects %}{{ o.name | line }}: {{ o.entity_resp.name | line }}\n{% endfor %}');
    await page.locator('summary', { hasText: fr['templates.narrow'] }).click();
    await page.getByRole('checkbox', { name: 'Entité responsable', exact: true }).check();
    await preview.getByText(/^Imago: \S/m).waitFor();
    await page.getByLabel(fr['templates.sort'], { exact: true }).selectOption({ label: 'Nom' });
    await page.getByLabel(fr['templates.file-name'], { exact: true }).fill('pas de nom');
    await page.getByRole('button', { name: fr['templates.make'] }).click();
    await page.locator('#field-file_name-wrong').waitFor();
    await page.getByLabel(fr['templates.file-name'], { exact: true }).fill('astreinte-{{ today }}.txt');
    await page.getByRole('button', { name: fr['templates.make'] }).click();
    await page.getByText(filled(fr['templates.made'], { name: 'Astreinte' })).waitFor();
    const [stored] = (await explorer.server.get('/api/templates')).body;
    expect(stored).toMatchObject({ name: 'Astreinte', type: 'applications', sort: 'name', include: 'entity_resp' });
    await page.getByRole('button', { name: fr['templates.share-it'], exact: true }).click();
    await page.getByText(fr['templates.did-share']).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shot(page, 'template-own');
    // Its filters are those of a table, and stay where it is filled.
    await page.locator('summary', { hasText: fr['templates.edit'] }).click();
    await page.locator('summary', { hasText: fr['templates.narrow'] }).click();
    const form = page.locator('.template-edit');
    await form.getByRole('button', { name: fr['builder.add'], exact: true }).click();
    await form.getByLabel(fr['builder.column']).selectOption({ label: 'Nom' });
    await form.getByLabel(fr['builder.value']).fill('Imago');
    await form.getByRole('button', { name: fr['table.apply'] }).click();
    await form.getByRole('button', { name: fr['admin.save'] }).click();
    await page.getByText(fr['admin.saved']).waitFor();
    await page.locator('.template-own').getByText(/Imago/).waitFor();
    const file = await downloaded(page, () => page.getByRole('button', { name: /^Télécharger astreinte-20/ }).click());
    expect(file.name).toMatch(/^astreinte-\d{4}-\d\d-\d\d\.txt$/);
    expect(file.text).toMatch(/^Imago: .+\n$/);
    await page.getByRole('button', { name: filled(fr['admin.delete.of'], { name: 'Astreinte' }) }).click();
    await page
      .getByRole('group', { name: filled(fr['templates.delete.ask'], { name: 'Astreinte' }) })
      .getByRole('button', { name: fr['admin.delete'] })
      .click();
    await page.getByText(fr['templates.mine.none']).waitFor();
  });

  it('one that came with Meridian is copied, on a phone, and is then changed', async () => {
    const page = await openAs(explorer, ADMIN.login, '/templates/dns-zone', PHONE);
    await page.getByLabel(fr['templates.preview'], { exact: true }).getByText('$TTL').waitFor();
    expect(await widthOf(page)).toBeLessThanOrEqual(390);
    expect(await barriers(page)).toEqual([]);
    await shot(page, 'template-phone');
    await page.getByRole('button', { name: fr['templates.copy'], exact: true }).tap();
    const name = filled(fr['templates.copy.name'], { name: fr['templates.shipped.dns-zone'] });
    await page.getByText(filled(fr['templates.copied'], { name })).waitFor();
    await page.locator('summary', { hasText: fr['templates.edit'] }).tap();
    expect(await page.getByLabel(fr['templates.text'], { exact: true }).inputValue()).toContain('$TTL');
    expect(await widthOf(page)).toBeLessThanOrEqual(390);
    expect(await barriers(page)).toEqual([]);
    await shot(page, 'template-form-phone');
    await page.goto('/templates');
    await page.getByRole('link', { name, exact: true }).waitFor();
    expect(await widthOf(page)).toBeLessThanOrEqual(390);
    const [copied] = (await explorer.server.get('/api/templates')).body;
    await explorer.server.delete(`/api/templates/${copied.id}`);
  });

  it('a workbook of one’s own is filled with the applications', async () => {
    const page = await openAs(explorer, ADMIN.login, '/templates/new', FRENCH);
    await page.getByLabel(fr['templates.kind.workbook'], { exact: true }).check();
    await page.getByLabel(fr['templates.name'], { exact: true }).fill('Comité');
    await page.getByLabel(fr['templates.lists'], { exact: true }).selectOption({ label: 'Applications' });
    // What it embeds is what its placeholders name; those that there are can be copied.
    expect(await page.getByText(fr['templates.include'], { exact: true }).count()).toBe(0);
    await page.getByText('{{ object.processes | names }}', { exact: true }).waitFor();
    const drop = page.getByLabel(fr['templates.workbook.drop']);
    await drop.setInputFiles(await workbook('faux.xlsx', '{{ object.nothing_of_it }}'));
    await page
      .getByRole('alert')
      .getByText(/Suivi.*A3/)
      .first()
      .waitFor();
    expect(await barriers(page)).toEqual([]);
    await shot(page, 'template-workbook-fault');
    await drop.setInputFiles(await workbook('comite.xlsx', '{{ object.name }}'));
    await page.getByText(filled(fr['templates.workbook.found'].other, { count: 3 })).waitFor();
    await page.getByRole('region', { name: 'Suivi' }).getByText('Imago').waitFor();
    expect(await barriers(page)).toEqual([]);
    await shot(page, 'template-workbook');
    await page.getByRole('button', { name: fr['templates.make'] }).click();
    await page.getByText(filled(fr['templates.made'], { name: 'Comité' })).waitFor();
    await page.getByRole('region', { name: 'Suivi' }).getByText('Imago').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: filled(fr['templates.fill.file'], { name: 'comite.xlsx' }) }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('comite.xlsx');
    const made = new Workbook();
    await made.xlsx.readFile((await download.path())!);
    const names = made.getWorksheet('Suivi')!.getColumn(1).values;
    const listed = (await explorer.server.get('/api/applications?fields=name')).body;
    expect(names.slice(3)).toEqual(listed.map(({ name }: { name: string }) => name));
    // It is copied with its file.
    await page.getByRole('button', { name: fr['templates.copy'], exact: true }).click();
    const copy = filled(fr['templates.copy.name'], { name: 'Comité' });
    await page.getByText(filled(fr['templates.copied'], { name: copy })).waitFor();
    await page.getByRole('region', { name: 'Suivi' }).getByText('Imago').waitFor();
    for (const { id, shipped } of (await explorer.server.get('/api/templates')).body)
      if (!shipped) await explorer.server.delete(`/api/templates/${id}`);
  });

  it('a stored query and a report are what a template lists, too', async () => {
    await explorer.server.post('/api/queries', { name: 'Les noms', query: 'FROM sites FIELDS name' });
    const page = await openAs(explorer, ADMIN.login, '/templates/new', FRENCH);
    const lists = page.getByLabel(fr['templates.lists'], { exact: true });
    await lists.selectOption({ label: 'Les noms' });
    await page.getByLabel(fr['templates.kind.workbook'], { exact: true }).check();
    await page.getByText('{{ row.name }}', { exact: true }).waitFor();
    await page.getByLabel(fr['templates.kind.text'], { exact: true }).check();
    const preview = page.getByLabel(fr['templates.preview'], { exact: true });
    const [site] = (await explorer.server.get('/api/sites?sort=name&page[size]=1')).body;
    await preview.getByText(site.name).waitFor();
    await lists.selectOption('report entities');
    await preview.getByText('Entities').waitFor();
    await page.getByLabel(fr['reports.language']).selectOption('fr');
    await page.getByLabel(fr['templates.row'], { exact: true }).getByText('"Nom"').first().waitFor();
    await page.getByLabel(fr['templates.name'], { exact: true }).fill('Entités');
    await page.getByRole('button', { name: fr['templates.make'] }).click();
    await page.getByText(filled(fr['templates.made'], { name: 'Entités' })).waitFor();
    const [stored] = (await explorer.server.get('/api/templates')).body;
    expect(stored).toMatchObject({ report: 'entities', type: null, filter: { lang: 'fr' } });
    await explorer.server.delete(`/api/templates/${stored.id}`);
  });

  it('a table is exported through a template, its filters on top', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/logical-servers?filter[name]=SRV-DPI-APP-01', FRENCH);
    await page.locator('tbody tr').first().waitFor();
    await page.locator('summary', { hasText: fr['form.export'] }).click();
    await page.getByRole('button', { name: fr['form.export.templates'] }).click();
    const hosts = page.getByRole('button', { name: fr['templates.shipped.hosts-file'], exact: true });
    await hosts.waitFor();
    expect(await barriers(page)).toEqual([]);
    await shot(page, 'table-templates');
    const file = await downloaded(page, () => hosts.click());
    expect(file.text.split('\n').filter((line) => /^\d/.test(line))).toEqual(['10.20.10.21 srv-dpi-app-01']);
  });

  it('is no page for whoever has no right to templates, and no place in their menu', async () => {
    const page = await openAs(explorer, 'nadia', '/templates');
    await page.getByText(en['templates.not-allowed']).waitFor();
    expect(await page.getByRole('link', { name: en['templates.title'], exact: true }).count()).toBe(0);
  });

  it.each(['/templates', '/templates/hosts-file', '/templates/new'])('%s is light', async (path) => {
    const page = await openAs(explorer, ADMIN.login, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const sizes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes('/assets/'))
        .map(({ encodedBodySize }) => encodedBodySize),
    );
    const bytes = sizes.reduce((sum, one) => sum + one, 0);
    console.log(`${path}: ${bytes} bytes of files.`);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(100_000);
  });
});
