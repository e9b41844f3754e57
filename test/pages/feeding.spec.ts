/** Feeding by tasks of people, in a real Chromium. @seconds 40 */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { ADMIN } from '../support/server.js';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS, type Explorer } from '../openapi/explorer/browser.js';
import { openAs } from './people.js';

const { en, fr } = TEXTS;

/** What nmap writes of one host: the system is that of its open port. */
const scan = (system: string, port = 22): string => `<?xml version="1.0"?>
<nmaprun scanner="nmap" args="nmap -oX scan.xml" start="1770012000" version="7.95" xmloutputversion="1.05">
<host><status state="up" reason="arp-response" reason_ttl="0"/>
<address addr="10.99.0.11" addrtype="ipv4"/><address addr="52:54:00:AA:10:11" addrtype="mac"/>
<hostnames><hostname name="scanned.clinic.example" type="user"/></hostnames>
<ports><port protocol="tcp" portid="${port}"><state state="open" reason="syn-ack" reason_ttl="64"/>
<service name="ssh" ostype="${system}" method="probed" conf="10"/></port></ports></host>
<runstats><finished time="1770012060" exit="success"/><hosts up="1" down="0" total="1"/></runstats></nmaprun>`;

const fileOf = (text: string): { name: string; mimeType: string; buffer: Buffer } => ({
  ...{ name: 'scan.xml', mimeType: 'application/xml' },
  buffer: Buffer.from(text),
});

/** Hands a scan over at the page of files, and waits for its plan. */
async function hand(page: Page, text: string): Promise<void> {
  await page.goto('/import/feed');
  await page.getByLabel(en['feed.as'], { exact: true }).selectOption('nmap');
  await page.getByLabel(en['import.file']).setInputFiles(fileOf(text));
  await page.getByRole('button', { name: en['feed.make-plan'] }).click();
  await page.waitForURL('**/import/plans/pl_*');
  await page.getByText(en['feed.until']).waitFor();
}

/** What an object's page tells of one of its values. */
const told = (page: Page, field: string): Locator =>
  page.locator('.said-fields > li').filter({ has: page.getByText(field, { exact: true }) });

const patch = async ({ server }: Explorer, url: string, payload: object): Promise<number> => {
  const headers = { authorization: `Bearer ${server.token}` };
  return (await server.server.app.inject({ method: 'PATCH', url, headers, payload })).statusCode;
};

/** What does not fit the width of the page, which then moves sideways. */
const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describeInChromium('front: feeding in Chromium', (explorer) => {
  /** The path of the object that the first scan makes. */
  let object = '';

  it('feeds a scan, reads the plan, applies it, and keeps what was typed by hand', async () => {
    const page = await openAs(explorer, ADMIN.login, '/import');
    await page.getByRole('link', { name: en['feed.part.feed'] }).click();
    await hand(page, scan('Linux'));
    expect(await page.locator('.count-cards .good dd').innerText()).toBe('1');
    // The form is as it was for who comes back to it.
    await page.goBack();
    await page.getByLabel(en['feed.source'], { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('source')).toBe('NMAP');
    expect(await page.getByLabel(en['feed.source'], { exact: true }).inputValue()).toBe('NMAP');
    await page.goForward();
    await page.getByText('scanned.clinic.example').first().waitFor();
    await page.getByText('Linux', { exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Apply 1 change' }).click();
    await page.waitForURL('**/import/runs/*');
    await page.getByRole('heading', { name: en['feed.changes.done'] }).waitFor();
    await page.getByRole('link', { name: en['feed.see'] }).click();
    await page.getByRole('link', { name: 'scanned.clinic.example' }).click();
    await page.getByRole('heading', { level: 1, name: 'scanned.clinic.example' }).waitFor();
    object = new URL(page.url()).pathname;
    await page.getByRole('heading', { name: en['feed.who'] }).waitFor();
    await told(page, 'Operating system').getByText('from NMAP').waitFor();

    expect(await patch(explorer, object.replace('/objects', '/api'), { operating_system: 'Debian 13' })).toBe(200);
    await hand(page, scan('FreeBSD'));
    await page.getByRole('heading', { name: en['feed.level.kept'] }).waitFor();
    await page.locator('.feed-new').waitFor();
    await page.getByText('Debian 13').first().waitFor();
    const kept = page.url();
    await page.getByRole('link', { name: en['feed.who'] }).click();
    await page.getByText(en['feed.who.about']).waitFor();
    const heading = page.getByRole('heading', { name: en['feed.who'] });
    expect(await heading.evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(true);
    await page.goto(kept);
    await page.getByRole('button', { name: en['feed.apply.note'] }).click();
    await page.waitForURL('**/import/runs/*');

    await page.goto(object);
    const system = told(page, 'Operating system');
    await system.getByText(en['feed.who.hand']).waitFor();
    await system.getByText('NMAP says').waitFor();
    await system.getByText('FreeBSD').waitFor();
    // Held without a mouse.
    const hold = system.getByRole('button', { name: en['feed.mark.hold'], exact: true });
    await hold.focus();
    await page.keyboard.press('Enter');
    await system.getByText(en['feed.mark.hold.about']).waitFor();
    expect(await hold.getAttribute('aria-pressed')).toBe('true');
    expect(await barriers(page)).toEqual([]);
  });

  it('tells what has moved, and plans the same file again', async () => {
    const page = await openAs(explorer, ADMIN.login, '/import/feed');
    await hand(page, scan('Linux', 2222));
    expect(await patch(explorer, object.replace('/objects', '/api'), { net_services: '80/tcp http' })).toBe(200);
    await page.getByRole('button', { name: 'Apply 1 change' }).click();
    await page.getByRole('heading', { name: en['feed.moved'] }).waitFor();
    await page.getByText('80/tcp http').waitFor();
    const stale = page.url();
    await page.getByRole('button', { name: en['feed.again.do'] }).click();
    await page.waitForURL((url) => url.href !== stale && /plans\/pl_/.test(url.href));
    await page.getByText('80/tcp http').first().waitFor();
    const discard = async (): Promise<void> => {
      await page.getByRole('button', { name: en['feed.discard'] }).click();
      await page.getByRole('dialog').getByRole('button', { name: en['feed.discard'] }).click();
      await page.waitForURL('**/import/runs');
    };
    await discard();
    // That of the map's own tool still waits.
    const waiting = page.locator('.feed-list a[href^="/import/plans/"]');
    await waiting.getByText('VCENTER').waitFor();
    expect(await waiting.count()).toBe(1);
    await waiting.click();
    await discard();
    await page.getByText(en['feed.open-plans.none']).waitFor();
  });

  it('plans a document again without its wrong item, where somebody chooses that', async () => {
    const page = await openAs(explorer, ADMIN.login, '/import/feed');
    await page.getByLabel(en['feed.as'], { exact: true }).selectOption('document');
    const items = [
      { type: 'sites', ref: 's1', set: { name: 'Somewhere else', no_such_thing: 1 } },
      { type: 'oops', ref: 'o1', set: { name: 'x' } },
      { type: 'logical-servers', ref: 'l1', set: { name: 'SRV-1', address_ip: '10.0.0.999' } },
    ];
    await page.getByLabel(en['import.file']).setInputFiles({
      ...{ name: 'tool.json', mimeType: 'application/json' },
      buffer: Buffer.from(JSON.stringify({ feed: 1, source: 'NMAP', items })),
    });
    await page.getByRole('button', { name: en['feed.make-plan'] }).click();
    await page.getByText(en['feed.blocked']).waitFor();
    await page.getByRole('heading', { name: en['feed.level.error'] }).waitFor();
    await page.getByRole('heading', { name: en['feed.level.warning'] }).waitFor();
    await page.getByText('10.0.0.999').waitFor();
    expect(await page.getByRole('button', { name: /^Apply/ }).count()).toBe(0);
    await page.getByLabel(en['feed.way.skip']).check();
    await page.getByRole('button', { name: en['feed.again.do'] }).click();
    await page.getByRole('button', { name: 'Apply 1 change' }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  it('names what goes missing, and the run in the journal, also to somebody who may list nobody', async () => {
    await explorer.server.put('/api/feed/sources/RACKS', {});
    const feed = async (items: object[]): Promise<number> => {
      const document = { feed: 1, source: 'RACKS', mode: 'full', items };
      return (await explorer.server.post('/api/feed/runs', document)).body.data.id;
    };
    const [here, away] = ['Rack that stays', 'Rack that goes'].map((name) => ({
      type: 'bays',
      ref: name,
      set: { name },
    }));
    const run = await feed([here!, away!]);
    const gone = await feed([here!]);
    const page = await openAs(explorer, ADMIN.login, `/import/runs/${gone}`);
    const note = page.getByRole('region', { name: en['feed.level.note'] });
    await note.getByRole('link', { name: 'Rack that goes' }).waitFor();
    await note.getByText('It is no longer reported.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.goto('/admin/journal?action=fed');
    await page.getByText(`RACKS, run ${run}: 2 new`).waitFor();
    await page.goto('/admin/journal?kind=bays&action=created');
    await page
      .getByRole('link', { name: `fed by RACKS, run ${run}` })
      .first()
      .click();
    await page.waitForURL(`**/import/runs/${run}`);
    const abilities = ['audit_log_access', 'audit_log_show', 'bay_access', 'bay_show'];
    const reader = await explorer.server.userWith(abilities);
    const other = await openAs(explorer, reader.login, '/admin/journal?kind=bays&action=created', { language: 'fr' });
    const entry = other.locator('.entry').filter({ hasText: 'Rack that stays' });
    await entry.getByText(`alimenté par RACKS, exécution ${run}`).waitFor();
    // Who it was is asked for beside the entries.
    await entry.locator('strong').getByText('admin', { exact: true }).waitFor();
    expect(await entry.getByRole('link', { name: /alimenté/ }).count()).toBe(0);
    // Who may see an object may know who changed it last, and no more.
    const shows = await explorer.server.userWith(['bay_access', 'bay_show']);
    const [{ id }] = (await explorer.server.get('/api/bays?filter[name]=Rack%20that%20stays')).body;
    const object = await openAs(explorer, shows.login, `/objects/bays/${id}`, { language: 'fr' });
    await object
      .locator('.last-change .for-screen')
      .getByText(/par admin$/)
      .waitFor();
  });

  it('undoes a run: what would go back stands first, and what has moved stays', async () => {
    expect((await explorer.server.put('/api/feed/sources/SLIPS', {})).status).toBe(201);
    const names = ['Slip that is changed', 'Slip that goes'];
    const items = names.map((name) => ({ type: 'bays', ref: name, set: { name, description: 'by mistake' } }));
    const { id: run, changes } = (await explorer.server.post('/api/feed/runs', { feed: 1, source: 'SLIPS', items }))
      .body.data;
    const changed = (changes as Array<{ id: number; name: string }>).find(({ name }) => name === names[0])!;
    expect(await patch(explorer, `/api/bays/${changed.id}`, { description: 'by hand' })).toBe(200);
    const page = await openAs(explorer, ADMIN.login, `/import/runs/${run}`);
    await page.getByRole('button', { name: en['feed.undo'] }).click();
    const dialog = page.getByRole('dialog', { name: `Undo run ${run}?` });
    await dialog.getByRole('link', { name: names[1]! }).waitFor();
    await dialog.getByText('Somebody changed it since.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: en['feed.undo.rest'] }).click();
    await page.getByText(en['feed.undo.of']).waitFor();
    await page.getByRole('heading', { name: en['feed.undo.left'] }).waitFor();
    expect((await explorer.server.get(`/api/bays/${changed.id}`)).body.data.description).toBe('by hand');
    await page.getByRole('link', { name: `Run ${run}` }).click();
    await page.getByText(en['feed.undo.by']).waitFor();
    expect(await page.getByRole('button', { name: en['feed.undo'] }).count()).toBe(0);
    await page.goto('/import/runs?state=undone');
    await page.getByRole('link', { name: `Run ${run} · SLIPS` }).waitFor();
    expect(await isTooWide(page)).toBe(false);
  });

  it('shows the objects of a run, and what of it can be undone, with its buttons in sight', async () => {
    const say = async (ref: number, count: number): Promise<{ id: number }> => {
      const items = Array.from({ length: count }, (_, i) => ({
        ...{ type: 'bays', ref: `${ref} ${i}`, set: { name: `Row ${ref} ${i}` } },
      }));
      return (await explorer.server.post('/api/feed/runs', { feed: 1, source: 'ROWS', items })).body.data;
    };
    expect((await explorer.server.put('/api/feed/sources/ROWS', {})).status).toBe(201);
    await say(1, 3);
    const { id: run } = await say(2, 60);
    const page = await openAs(explorer, ADMIN.login, `/import/runs/${run}`, { language: 'fr' });
    await page.getByRole('button', { name: fr['feed.undo'] }).click();
    const dialog = page.getByRole('dialog');
    for (const name of [fr['feed.undo.leave'], fr['feed.undo.do']])
      expect(
        await dialog.getByRole('button', { name, exact: true }).evaluate((button) => {
          const { top, bottom } = button.getBoundingClientRect();
          return top > 0 && bottom < innerHeight && button.closest('dialog')!.scrollHeight > innerHeight;
        }),
      ).toBe(true);
    expect(await dialog.getByText('Annuler').count()).toBe(0);
    await dialog.getByRole('button', { name: fr['feed.undo.leave'] }).click();
    await page.getByRole('link', { name: fr['feed.see'] }).click();
    await page.waitForURL('**/objects/bays?*');
    await page.getByText('60 ', { exact: false }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('filter[id_in]')!.split(',')).toHaveLength(60);
    // Its source gone, the run is history.
    await page.goto('/import/sources/ROWS');
    await page.getByRole('button', { name: 'Retirer ROWS' }).click();
    await page.getByText(fr['feed.retire.runs']).waitFor();
    expect(await page.getByRole('link', { name: fr['feed.retire.undo'] }).getAttribute('href')).toBe(
      '/import/runs?source=ROWS',
    );
    await page.getByRole('dialog').getByRole('button', { name: fr['feed.retire'], exact: true }).click();
    await page.waitForURL('**/import/sources');
    await page.goto(`/import/runs/${run}`);
    await page.getByRole('link', { name: fr['feed.see'] }).waitFor();
    expect(await page.getByRole('button', { name: fr['feed.undo'] }).count()).toBe(0);
  });

  it('forgets what a source says of an object, from its page', async () => {
    expect((await explorer.server.put('/api/feed/sources/FORGOTTEN', {})).status).toBe(201);
    const item = { type: 'logical-servers', ref: 'f-1', set: { name: 'To be forgotten', address_ip: '10.95.0.1' } };
    const { changes } = (await explorer.server.post('/api/feed/runs', { feed: 1, source: 'FORGOTTEN', items: [item] }))
      .body.data;
    const page = await openAs(explorer, ADMIN.login, `/objects/logical-servers/${changes[0].id}`);
    // Sets say where they are from, as all others do.
    await told(page, 'IP addresses').getByText('from FORGOTTEN').waitFor();
    await page.getByRole('button', { name: `${en['feed.forget']} FORGOTTEN` }).click();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: en['feed.forget'], exact: true }).click();
    await page.getByRole('link', { name: 'FORGOTTEN', exact: true }).waitFor({ state: 'detached' });
    expect((await explorer.server.get(`/api/logical-servers/${changes[0].id}`)).body.data).toMatchObject({
      ...{ name: 'To be forgotten', address_ip: '10.95.0.1' },
    });
  });

  it('tells which cells of a file are wrong, where the reader looks', async () => {
    const settings = { as: 'csv', opt: { map: 'rvtools' } };
    expect((await explorer.server.put('/api/feed/sources/RVTOOLS', settings)).status).toBe(201);
    const page = await openAs(explorer, ADMIN.login, '/import/feed?source=RVTOOLS', { width: 360 });
    await page.getByLabel(en['import.file']).setInputFiles({
      ...{ name: 'vms.csv', mimeType: 'text/csv' },
      buffer: Buffer.from('VM UUID,VM,Memory\nu1,SRV-1,8192\nu2,SRV-2,lots\n'),
    });
    await page.getByRole('button', { name: en['feed.make-plan'] }).click();
    const fields = page.locator('.problem-fields');
    await fields.getByText('row 3, Memory', { exact: true }).waitFor();
    await fields.getByText('lots').waitFor();
    const isSeen = (): Promise<boolean> =>
      page.locator('.problem').evaluate((problem) => {
        const { top, bottom } = problem.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight && document.activeElement!.contains(problem);
      });
    expect(await isSeen()).toBe(true);
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel(en['feed.as'], { exact: true }).selectOption('nmap');
    await page.getByLabel(en['import.file']).setInputFiles(fileOf('Name,Memory'));
    await page.getByRole('button', { name: en['feed.make-plan'] }).click();
    await page.getByText(en['feed.advice.400']).waitFor();
  });

  it('takes a mapping that it gives an example of, and a file that was mended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'feed-'));
    const path = join(folder, 'servers.csv');
    const page = await openAs(explorer, ADMIN.login, '/import/feed');
    await page.getByLabel(en['feed.as'], { exact: true }).selectOption('csv');
    await page.getByLabel(en['feed.source'], { exact: true }).selectOption({ label: en['feed.source.make'] });
    await page.getByLabel(en['feed.source.name'], { exact: true }).fill('CSV');
    const choose = async (text: string): Promise<void> => {
      writeFileSync(path, text);
      const chooser = page.waitForEvent('filechooser');
      await page.getByLabel(en['import.file']).click();
      await (await chooser).setFiles(path);
    };
    const plan = (): Promise<void> => page.getByRole('button', { name: en['feed.make-plan'] }).click();
    await choose('Asset;Name;RAM;Address\n');
    await plan();
    await page.getByText('Fill in “Mapping: what the columns mean”').waitFor();
    await page.getByRole('button', { name: en['feed.map.example'] }).click();
    await page.getByLabel(en['feed.opt.encoding']).selectOption('windows-1252');
    await page.getByLabel(en['feed.map.file']).waitFor();
    expect(await barriers(page)).toEqual([]);
    // A heading is not there: nothing is left behind, not even the source.
    await plan();
    await page.getByText('RAM (MB)').last().waitFor();
    await page.locator('.problem').waitFor();
    expect((await explorer.server.get('/api/feed/sources/CSV')).status).toBe(404);
    // It is mended behind the page's back, and then chosen again.
    writeFileSync(path, 'Asset;Name;RAM (MB);Address\nA1;Chosen once more;1024;10.20.0.8\n');
    // Browsers tell it by the second.
    utimesSync(path, new Date(), new Date(Date.now() + 5000));
    await plan();
    await page.getByText(en['file.changed']).waitFor();
    await choose('Asset;Name;RAM (MB);Address\nA1;Chosen once more é;1024;10.20.0.8\n');
    await page.getByLabel(en['feed.opt.encoding']).selectOption('utf-8');
    await plan();
    await page.waitForURL('**/import/plans/pl_*');
    await page.getByText('Chosen once more é').first().waitFor();
    rmSync(folder, { recursive: true });
  });

  it('lists the plan to somebody else, who may read it and not apply it', async () => {
    const page = await openAs(explorer, 'auditor', '/import/runs', { language: 'fr', width: 360, colorScheme: 'dark' });
    await page.getByRole('heading', { name: fr['feed.open-plans'] }).waitFor();
    await page.locator('#feed-open ~ .feed-list a').first().click();
    await page.getByText(fr['feed.apply.other']).waitFor();
    expect(await page.getByRole('button', { name: /^Appliquer/ }).count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await page.goto(object);
    await page.getByRole('heading', { name: fr['feed.who'] }).waitFor();
    expect(await page.getByRole('button', { name: fr['feed.mark.hold'] }).count()).toBe(0);
    expect(await isTooWide(page)).toBe(false);
    await page.goto('/import/feed');
    await page.getByLabel(fr['feed.as'], { exact: true }).selectOption('nmap');
    await page.getByText(fr['feed.source.none']).waitFor();
  });

  it('changes what is done with what goes missing, and tells what is wrong', async () => {
    const page = await openAs(explorer, ADMIN.login, '/import/sources');
    await page.getByRole('link', { name: 'NMAP' }).click();
    await page.getByLabel(en['feed.precedence']).fill('70');
    await page.getByLabel(en['feed.missing']).selectOption('delete');
    await page.getByLabel(en['feed.every']).fill('soon');
    await page.getByRole('button', { name: en['feed.source.save'] }).click();
    await page.locator('.problem-fields').getByText(en['feed.every'], { exact: true }).waitFor();
    await page.getByLabel(en['feed.every']).fill('26h');
    await page.getByRole('button', { name: en['feed.source.save'] }).click();
    await page.getByText(en['feed.source.saved']).waitFor();
    expect(await page.getByLabel(en['feed.precedence']).inputValue()).toBe('70');
    expect(await barriers(page)).toEqual([]);
  });

  it('finds what a source knows', async () => {
    const page = await openAs(explorer, ADMIN.login, '/objects/logical-servers');
    await page.getByRole('button', { name: en['builder.add'] }).click();
    await page.getByLabel(en['builder.column']).selectOption('fed_by');
    await page.getByLabel(en['builder.value'], { exact: true }).selectOption('NMAP');
    await page.getByRole('button', { name: en['table.apply'] }).click();
    await page.waitForURL(/filter\[fed_by\]=NMAP|filter%5Bfed_by%5D=NMAP/);
    await page.getByText(`${en['feed.filter.fed_by']}: NMAP`).waitFor();
    // All rows stand there until those that fit have come.
    await page.locator('table.objects tbody tr').nth(1).waitFor({ state: 'detached' });
    await page.locator('table.objects').getByRole('link', { name: 'scanned.clinic.example' }).waitFor();
    expect(await page.locator('table.objects tbody tr').count()).toBe(1);
  });
});
