/** The map on which people explore, by tasks of people, in a real Chromium. @seconds 42 */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS, type Explorer, type PageOptions } from '../openapi/explorer/browser.js';
import { isWhole } from '../support/extent.cjs';
import { ADMIN } from '../support/server.js';
import { filled } from './form-page.js';
import { LARGE, NONE, SMALL } from './large.js';
import { openAs } from './people.js';

const { en, fr } = TEXTS;

/** The page at an address, once everything was read. */
async function mapAs(explorer: Explorer, login: string, path: string, options?: PageOptions): Promise<Page> {
  const page = await openAs(explorer, login, path, options);
  await settled(page);
  return page;
}
const settled = async (page: Page): Promise<void> => {
  await page.locator('.map').waitFor();
  await page.locator('.map-busy.still').waitFor({ state: 'attached' });
};
const hashOf = (page: Page): string => decodeURIComponent(new URL(page.url()).hash);
const listed = (page: Page): Promise<string[]> =>
  page.locator('.map-objects .map-line > span:first-child').allInnerTexts();
/** What is drawn, once all signs have come. */
const drawn = async (page: Page): Promise<string> => {
  await page.keyboard.press('f');
  await page.waitForTimeout(500);
  return page.evaluate("document.querySelectorAll('.stage canvas')[2].toDataURL()");
};
const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.className');
const pick = async (page: Page, label: string, text: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).fill(text);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
};
/** Waits until something holds on the page; its policy lets no text be evaluated again and again. */
async function until(page: Page, condition: string): Promise<void> {
  for (const began = Date.now(); Date.now() - began < 30_000; await page.waitForTimeout(40))
    if (await page.evaluate(condition)) return;
  throw new Error(`Not within 30 seconds: ${condition}`);
}
const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');

/** Pixels that a key moves the plane. */
const KEY_STEP = 80;
const SCREEN = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** A site, its buildings and what stands in them: 50 to 60 objects. */
const AROUND = 'do=sites.1,!sites.1,!buildings.1.2.3,!bays.1.2,!physical-servers.1';
/** What is shown, where, and the pixels of the smallest letters. In a gate each is shown in one place, and each place shows one. */
const NAMED = [
  ['that an outage takes', '/map?fails=buildings_2', 'on a phone', PHONE, 12],
  ['around a site', `/map#${AROUND}`, 'on a screen', SCREEN, 11],
  ['that an outage takes', '/map?fails=buildings_2', 'on a screen', SCREEN, 11],
  ['around a site', `/map#${AROUND}`, 'on a phone', PHONE, 12],
].slice(0, isWhole() ? 4 : 2) as Array<[string, string, string, typeof SCREEN, number]>;

describeInChromium('front: the map in Chromium', (explorer) => {
  it('explores around an application, hides and drags, and shows the same again from its address', async () => {
    const page = await mapAs(explorer, 'auditor', '/map#way=explore');
    await page
      .getByRole('link', { name: en['map.title'], exact: true })
      .and(page.locator('[aria-current=page]'))
      .waitFor();
    await pick(page, en['map.find'], 'Clarté');
    await page.getByRole('heading', { name: 'Clarté' }).waitFor();
    await page.getByRole('button', { name: en['map.open'], exact: true }).click();
    await page.getByText('36 objects on the page').waitFor();
    const all = await listed(page);
    expect(all).toHaveLength(36);
    expect(await page.locator('.map-needs').innerText()).toContain('Very high');
    // The first object of the list stands in the middle once it is chosen and followed: it is dragged from there.
    await page.getByRole('button', { name: en['map.hide'], exact: true }).click();
    await page.getByText('35 objects on the page').waitFor();
    expect(await focused(page)).toContain('stage');
    const box = (await page.locator('.stage').boundingBox())!;
    await page.keyboard.press('f');
    await page.waitForTimeout(100);
    // Somewhere in a row there is a box: the pointer tells where.
    let at = { x: 0, y: 0 };
    for (let i = 0; i < 400 && !at.x; i++) {
      const point = { x: box.x + box.width / 2 + (i % 3) * 22, y: box.y + 40 + Math.floor(i / 3) * 5 };
      await page.mouse.move(point.x, point.y);
      if (await page.locator('.stage.over-object').count()) at = point;
    }
    await page.mouse.down();
    await page.mouse.move(at.x + 40, at.y + 30, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/at=/);
    expect(hashOf(page)).toMatch(
      /^#do=applications\.1,!applications\.1&hide=applications\.1&at=[a-z-]+\.\d+:-?\d+:-?\d+$/,
    );
    await page.locator('.stage').focus();
    const before = { list: await listed(page), picture: await drawn(page) };
    await page.reload();
    await settled(page);
    await page.getByText('35 objects on the page').waitFor();
    await page.locator('.stage').focus();
    expect({ list: await listed(page), picture: await drawn(page) }).toEqual(before);
  });

  it('says in words what fails with a rack, and how two objects hang together', async () => {
    const page = await mapAs(explorer, 'auditor', '/map?fails=bays_1');
    const down = page.locator('.map-fold', { hasText: en['map.state.down'] }).first();
    expect(await down.innerText()).toContain('BAIE-A1 (Bay) fails → SAN-01 (Storage device) goes down');
    const degraded = page.locator('.map-fold', { hasText: en['map.state.degraded'] }).first();
    expect(await page.locator('.map-sum').innerText()).toMatch(
      /^Down: \d+ objects that you may see \(with what fails\)\. [^]*Logical servers \(13\)[^]*Physical servers \(2\)[^]*Bays \(1\)/,
    );
    // On a narrow screen the words come before the picture.
    const usual = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    const [words, picture] = [page.locator('.map-sum'), page.locator('.map-stage')];
    expect((await words.boundingBox())!.y).toBeLessThan((await picture.boundingBox())!.y);
    await page.setViewportSize(usual);
    await page.waitForURL(/#way=impact&do=bays\.1&fails=bays\.1$/);
    await page.getByRole('button', { name: en['map.fails.remove'].replace('{name}', 'BAIE-A1') }).click();
    await page.getByText(en['map.fails.empty']).first().waitFor();
    await page.getByRole('button', { name: en['map.way.paths'] }).click();
    await pick(page, en['map.paths.from'], 'BAIE-A1');
    await page.locator('.map-end strong', { hasText: 'BAIE-A1' }).waitFor();
    await pick(page, en['map.paths.to'], 'Emergency care');
    await page.getByText('10 paths').waitFor();
    expect(await page.locator('.map-paths .map-list .map-line > span:first-child').allInnerTexts()).toEqual([
      'BAIE-A1',
      'ESX-01',
      'Clarté',
      'Emergency care',
    ]);
    await page.getByRole('button', { name: 'Path 2: 4 steps' }).click();
    expect(await page.locator('.map-paths .map-list li').count()).toBe(5);
    // All servers of an application are needed: it is down although some are left.
    await page.goto('/map?fails=logical-servers_1');
    await page.reload();
    await down.getByText(filled(en['map.why.not-enough'], { standing: 2, of: 3 })).waitFor();
    // A macro-process whose processes all go on, and work worse.
    await page.goto('/map?fails=logical-servers_3');
    await page.reload();
    await degraded.getByText(filled(en['map.why.all-left'], { of: 3 })).waitFor();
  });

  it.each(NAMED)('names 50 to 60 objects %s (%s) %s, in letters that can be read', async (_, path, __, size, least) => {
    const page = await mapAs(explorer, 'auditor', '/map#way=explore');
    await page.setViewportSize(size);
    await page.addInitScript(WRITTEN);
    await page.goto(path);
    await page.reload();
    await settled(page);
    await until(page, "document.querySelectorAll('.map-objects .map-line').length > 49");
    const listedNames = new Set(await listed(page));
    const written = async (): Promise<Array<[string, number]>> => {
      await page.waitForTimeout(500);
      return page.evaluate<Array<[string, number]>>('window.written');
    };
    const seen = new Map<string, number>();
    await page.evaluate('window.written.length = 0');
    await page.getByRole('button', { name: en['map.fit'] }).click();
    await page.locator('.stage').focus();
    // What is beyond the frame is a few screens further down, and to the sides.
    const width = (await page.locator('.stage').boundingBox())!.width;
    const aside = async (arrow: 'ArrowLeft' | 'ArrowRight', times: number): Promise<void> => {
      for (let i = 0; i < times; i++) await page.keyboard.press(`Shift+${arrow}`);
    };
    const steps = Math.floor(width / KEY_STEP);
    for (const side of [0, -steps, steps, 2 * steps]) {
      await page.keyboard.press('f');
      await aside(side < 0 ? 'ArrowLeft' : 'ArrowRight', Math.abs(side));
      for (let screens = 0; screens < 5; screens++) {
        for (const [text, pixels] of await written()) seen.set(text, Math.min(pixels, seen.get(text) ?? Infinity));
        await page.keyboard.press('PageDown');
      }
      if (width > 600) break;
    }
    expect([...seen].filter(([, pixels]) => pixels < least - 0.05)).toEqual([]);
    // Whole, or with both of its ends.
    const isWritten = (name: string): boolean =>
      [...seen.keys()].some((text) => {
        const [start, end] = text.split('…') as [string, string?];
        return end === undefined ? text === name : name.startsWith(start) && name.endsWith(end) && text.length > 6;
      });
    expect([...listedNames].filter((name) => !isWritten(name))).toEqual([]);
  });

  it.each([
    ['on a screen', SCREEN, 11],
    ['on a phone', PHONE, 12],
  ])('shows every picture %s in letters that can be read; all of it at a push', async (_, size, least) => {
    const page = await openAs(explorer, 'auditor', '/map#way=pictures');
    await page.setViewportSize(size);
    const image = page.locator('.map-drawing img');
    // Pixels of the smallest letters, in a drawing that says how large they are.
    const letters = (): Promise<number> =>
      page.evaluate(`(() => {
        const image = document.querySelector('.map-drawing img');
        const sizes = [...decodeURIComponent(image.src).matchAll(/font-size="([\\d.]+)"/g)].map(([, one]) => Number(one));
        return Math.min(...sizes) * image.clientWidth / image.naturalWidth;
      })()`);
    const isNarrow = size.width < 700;
    const names = ['ecosystem', 'information-system', 'application-flows', 'physical-infrastructure'];
    for (const name of names) {
      await page.evaluate(`location.hash = 'way=pictures&picture=${name}'`);
      await until(
        page,
        `document.querySelector('.map-drawing img')?.complete && !document.querySelector('.map-picture .loading')`,
      );
      await page.waitForTimeout(200);
      expect({ name, letters: Math.round((await letters()) * 10) / 10 >= least }).toEqual({ name, letters: true });
    }
    await page.getByRole('button', { name: en['map.pictures.whole'] }).click();
    const frame = (await page.locator('.map-drawing').boundingBox())!;
    expect((await image.boundingBox())!.width).toBeLessThanOrEqual(frame.width);
    if (isNarrow) expect(await letters()).toBeLessThan(least);
  });

  it('opens with a picture, saved maps beside it, and the next time with what was looked at last', async () => {
    const page = await openAs(explorer, ADMIN.login, '/map');
    await page.locator('.map-drawing img').waitFor();
    await page.getByRole('heading', { name: 'Information system' }).waitFor();
    // Exploring is a push away, and stays what it is when it is empty.
    await page.getByRole('button', { name: en['map.way.explore'] }).click();
    await page.waitForURL(/#way=explore$/);
    await pick(page, en['map.find'], 'Clarté');
    await page.waitForURL(/#do=applications\.1$/);
    await page.goto('/home');
    await page.getByRole('link', { name: en['map.title'], exact: true }).click();
    await page.getByRole('heading', { name: 'Clarté' }).waitFor();
    await page.waitForURL(/#do=applications\.1$/);
    const body = { name: 'Ward round', state: { version: 1, map: 'do=applications.2' }, is_public: false };
    const { status, body: saved } = await explorer.server.post('/api/saved-maps', body);
    expect(status).toBe(201);
    await page.getByRole('button', { name: en['map.way.pictures'] }).click();
    await page.locator('.map-choices').getByRole('link', { name: 'Ward round' }).click();
    await page.getByText('1 object on the page').waitFor();
    await explorer.server.delete(`/api/saved-maps/${saved.id}`);
  });

  it('says what is called the same apart: signs on boxes, kinds behind names, and under the pointer', async () => {
    const make = async (kind: string, body: object): Promise<number> =>
      (await explorer.server.post(`/api/${kind}`, body)).body.id;
    const process = await make('processes', { name: 'Mail' });
    const application = await make('applications', { name: 'Mail', processes: [process] });
    const server = await make('logical-servers', { name: 'mail-01', applications: [application] });
    const page = await mapAs(explorer, ADMIN.login, `/map?fails=logical-servers_${server}`);
    await page.getByText('Mail (Process), Mail (Application)').first().waitFor();
    // A sign in each box, and the kind in words under the pointer, also where boxes are small.
    await page.locator('.stage').focus();
    const kinds = new Set<string>();
    for (let i = 0; i < 3; i++) await page.getByRole('button', { name: en['map.zoom-out'] }).click();
    const stage = (await page.locator('.stage').boundingBox())!;
    for (let y = 4; y < stage.height - 60; y += 12) {
      await page.mouse.move(stage.x + stage.width / 2, stage.y + y);
      kinds.add(await page.evaluate("document.querySelector('.stage').title"));
    }
    expect([...kinds].filter(Boolean)).toEqual([
      'Mail · Process · Down',
      'Mail · Application · Down',
      'mail-01 · Logical server · Down',
    ]);
    await page.goto(`/map#way=impact&fails=applications.${application},processes.${process}`);
    await page.reload();
    await settled(page);
    expect(await page.locator('.map-chips li').allInnerTexts()).toEqual([
      expect.stringMatching(/^Mail \(Application\)/),
      expect.stringMatching(/^Mail \(Process\)/),
    ]);
    await page.goto(`/map#way=paths&from=processes.${process}&to=applications.${application}`);
    await page.reload();
    await settled(page);
    expect(await page.locator('.map-end .map-kind').allInnerTexts()).toEqual(['Process', 'Application']);
    await explorer.server.delete(`/api/logical-servers/${server}`);
    await explorer.server.delete(`/api/applications/${application}`);
    await explorer.server.delete(`/api/processes/${process}`);
  });

  it.each([
    ['on a screen', SCREEN],
    ['on a phone', PHONE],
  ])('shows what was chosen in a long list %s where one is', async (_, size) => {
    const page = await mapAs(explorer, 'auditor', '/map?fails=buildings_2');
    await page.setViewportSize(size);
    const line = page.locator('.map-fold .map-line').nth(45);
    await line.click();
    await page.waitForTimeout(300);
    const link = (await page.getByRole('link', { name: en['map.object'], exact: true }).boundingBox())!;
    expect(link.y).toBeGreaterThan(50);
    expect(link.y).toBeLessThan(size.height);
    await page.getByRole('button', { name: en['map.details.close'] }).click();
    expect(await page.locator('.map-details').count()).toBe(0);
  });

  it('finds no path through accounts of people unless asked, and says each step in words', async () => {
    const page = await mapAs(explorer, 'auditor', '/map#way=paths&from=domains.1&to=applications.1');
    const lines = page.locator('.map-paths > li > .map-line');
    const kinds = async (): Promise<string> => {
      const found: string[] = [];
      for (let i = 0; i < (await lines.count()); i++) {
        await lines.nth(i).click();
        found.push(...(await page.locator('.map-paths .map-kind').allInnerTexts()));
      }
      return found.join();
    };
    expect(await kinds()).not.toContain('Administration user');
    await lines.first().click();
    expect(await page.locator('.map-paths .map-list').innerText()).toMatch(/gives access to[^]*\bruns\b/);
    await page.getByLabel(en['map.paths.accounts']).check();
    await page.waitForURL(/accounts=1/);
    await settled(page);
    await lines.first().waitFor();
    expect(await kinds()).toContain('Administration user');
    // What the bar hides of a page that was scrolled is no barrier.
    await page.evaluate('scrollTo(0, 0)');
    expect(await barriers(page)).toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    'prints the outage of a rack on one page, from a %s screen',
    async (colorScheme) => {
      const page = await mapAs(explorer, 'auditor', '/map?fails=bays_1', { colorScheme });
      await page.locator('.map-sum').waitFor();
      // What a browser prints is made while it prints, and is gone afterwards.
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      expect(pdf).toMatch(/\/MediaBox\s*\[\s*0 0 59[45]/);
      expect(await page.locator('.map-print').innerHTML()).toBe('');
      await page.emulateMedia({ media: 'print' });
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      await page.getByRole('heading', { name: 'What if it fails? · BAIE-A1 (Bay)' }).waitFor();
      const words = await page.locator('.map-print').innerText();
      expect(words).toMatch(
        /Down \(\d+\) that you may see\s+Recovery time \(RTO\)\s*1 hour \(Triage at the emergency desk\)\s[^]*\nProcesses: Admissions, [^]*\nBays: BAIE-A1\s+! Works worse \(4\) that you may see/,
      );
      expect(await page.locator('.map-print-drawing svg text').count()).toBeGreaterThan(90);
      expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(19, 32, 51)');
      for (const gone of ['.bar', '.nav', '.map-panel', '.map-stage', '.print-button'])
        expect({ gone, isSeen: await page.locator(gone).first().isVisible() }).toEqual({ gone, isSeen: false });
    },
  );

  it('prints what an outage separates from the network', async () => {
    const page = await mapAs(explorer, 'auditor', '/map?fails=physical-switches_1');
    await page.locator('.map-sum').waitFor();
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    const words = await page.locator('.map-print').textContent();
    expect(words).toContain(`${en['map.parted']}: PC-ADM-01. Workstations (1).`);
    expect(words).toContain(`${en['map.parted']}: TEL-DSI-3333. Phones (1).`);
  });

  it('prints pictures as large as the paper, and tables whole with their headings on every page', async () => {
    const page = await openAs(explorer, 'auditor', '/map#way=pictures&picture=information-system');
    await page.locator('.map-drawing img').waitFor();
    await page.waitForTimeout(300);
    const pagesOf = async (): Promise<string[]> => {
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      return [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 (\d+)/g)].map(([, wide]) => wide!);
    };
    expect(await pagesOf()).toEqual([expect.stringMatching(/^84[12]$/)]);
    await page.goto('/objects/logical-servers');
    await page.getByRole('table').waitFor();
    await page.getByRole('button', { name: en['print'] }).waitFor();
    const sheets = await pagesOf();
    expect(new Set(sheets.map((wide) => wide.slice(0, 2)))).toEqual(new Set(['84']));
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate("getComputedStyle(document.querySelector('.objects thead')).display")).toBe(
      'table-header-group',
    );
    const frame = await page.evaluate<[number, number]>(
      "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('.table-frame'))",
    );
    expect(frame[0]).toBeLessThanOrEqual(frame[1]);
    await page.emulateMedia({ media: null });
    await page.goto('/reports/physicalInventory');
    await page.getByRole('button', { name: en['reports.preview.show'] }).click();
    await page.getByRole('button', { name: en['print'] }).waitFor();
    const rows = page.locator('.objects tbody tr');
    const [all, seen] = [await rows.count(), await rows.filter({ visible: true }).count()];
    expect(seen).toBe(20);
    expect(all).toBeGreaterThan(20);
    await page.emulateMedia({ media: 'print' });
    expect(await rows.filter({ visible: true }).count()).toBe(all);
  });

  it.each(['light', 'dark'] as const)(
    'has the same colours in the menu, on the map and in pictures: %s',
    async (colorScheme) => {
      const page = await mapAs(explorer, ADMIN.login, '/map#way=overview', { colorScheme });
      const { body } = await explorer.server.get('/api/graph/kinds');
      const { body: svg } = await explorer.server.get(
        `/api/graph/pictures/physical-infrastructure?theme=${colorScheme}`,
      );
      const kinds = body.kinds as Array<{ path: string; colour: string; title: string }>;
      const shown = await page.evaluate<
        Record<string, string>
      >(`Object.fromEntries([...document.querySelectorAll('.nav [data-slug]')].map((link) => [
      link.dataset.slug,
      link.querySelector('.dot') ? getComputedStyle(link.querySelector('.dot')).getPropertyValue('--hue') : '',
    ]))`);
      if (colorScheme === 'light')
        expect(Object.fromEntries(kinds.map(({ path }) => [path, shown[path]]))).toEqual(
          Object.fromEntries(kinds.map(({ path, colour }) => [path, colour])),
        );
      for (const kind of ['sites', 'bays', 'physical-servers']) expect(String(svg)).toContain(shown[kind]!);
      // And one word for a thing.
      const bay = kinds.find(({ path }) => path === 'bays')!;
      expect([bay.title, String(svg).includes('>Bay<')]).toEqual(['Bays', true]);
      await page.getByRole('link', { name: 'Bays', exact: true }).waitFor();
    },
  );

  it('folds what stands beside away, and takes the whole screen', async () => {
    const page = await mapAs(explorer, 'auditor', '/map?fails=bays_1');
    await page.setViewportSize({ width: 1440, height: 900 });
    const width = async (): Promise<number> => (await page.locator('.stage').boundingBox())!.width;
    const before = await width();
    await page.getByRole('button', { name: en['map.panel.hide'] }).click();
    expect(await page.locator('.map-panel').isVisible()).toBe(false);
    expect(await width()).toBeGreaterThan(before + 300);
    await page.getByRole('button', { name: en['map.whole'] }).click();
    expect(await width()).toBeGreaterThan(1400);
    expect(await barriers(page)).toEqual([]);
    await page.locator('.stage').focus();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: en['map.panel.show'] }).click();
    expect(await width()).toBe(before);
    // The navigation too, and it stays so on the next page.
    const menu = page.getByRole('button', { name: en['objects.nav'], exact: true });
    await menu.click();
    expect(await width()).toBeGreaterThan(before + 200);
    await page.goto('/home');
    expect(await page.getByRole('navigation', { name: en['objects.nav'] }).isVisible()).toBe(false);
    await menu.click();
    await page.getByRole('navigation', { name: en['objects.nav'] }).waitFor();
  });

  it('takes links of the older explorer, and leaves out what is not there any more', async () => {
    const page = await mapAs(explorer, 'auditor', '/map?node=APP_1,LSERVER_3,APP_9999');
    expect(await listed(page)).toEqual(['Clarté', expect.stringContaining('SRV-')]);
    await page.goto('/map#do=applications.1,bays.9999');
    await page.reload();
    await settled(page);
    await page.getByText('1 object is not there any more').waitFor();
  });

  it.each(['en', 'fr'] as const)(
    'shows ends of flows that are no object, and nothing can be done with them: %s',
    async (language) => {
      const texts = TEXTS[language];
      const page = await mapAs(explorer, 'auditor', '/map?node=peripherals_1', { language });
      expect(await listed(page)).toContain('198.51.100.24');
      // It is no object that is missing.
      expect(await page.locator('.map-notes p').count()).toBe(0);
      await page.locator('.map-objects').getByRole('button', { name: '198.51.100.24' }).click();
      await page.getByRole('heading', { name: '198.51.100.24' }).waitFor();
      const details = page.locator('.map-details');
      await details.getByText(texts['map.outside']).waitFor();
      expect(await details.getByRole('button', { name: texts['map.open'] }).count()).toBe(0);
      expect(await details.locator('a[href*=objects]').count()).toBe(0);
      // The flow that leads there, and the end that is an object.
      expect(await details.innerText()).toContain('Remote maintenance window');
      await details.getByText('SCANNER-01').waitFor();
      const [address, objects] = [page.url(), await listed(page)];
      await page.locator('.stage').focus();
      for (const key of ['+', 'i', 'p', 'Delete']) await page.keyboard.press(key);
      await settled(page);
      expect([page.url(), await listed(page)]).toEqual([address, objects]);
      // Nor is it opened from an address.
      await page.goto('/map#do=peripherals.1,!outside.1');
      await page.reload();
      await settled(page);
      expect(await listed(page)).toEqual(['SCANNER-01']);
    },
  );

  it('filters by direction, link, kind and tag', async () => {
    const page = await mapAs(explorer, 'auditor', '/map?node=applications_1');
    await page.getByRole('button', { name: en['map.filters'] }).click();
    const count = async (): Promise<number> => (await listed(page)).length;
    await page.getByLabel(en['map.direction.up']).check();
    await page.waitForURL(/dir=up/);
    const up = await count();
    expect(up).toBeLessThan(35);
    await page.getByLabel(en['map.direction.both']).check();
    await page.getByLabel(/^runs on 11/).uncheck();
    await page.waitForURL(/no-families=hosting/);
    expect(await count()).toBeLessThan(35);
    await page.getByLabel(/^Entities/).uncheck();
    expect(await listed(page)).not.toContain('Urgences');
    await page.getByRole('button', { name: en['map.filters.reset'] }).click();
    await page.getByLabel(/^critical \d/).check();
    await page.waitForURL(/tags=critical/);
    expect(await listed(page)).toContain('Clarté');
    expect(await count()).toBeLessThan(20);
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Filters (1)');
  });

  it('can be used without a mouse', async () => {
    const page = await mapAs(explorer, 'auditor', '/map#way=explore');
    await page.locator('.stage').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('ESX-01');
    await page
      .getByRole('option', { name: /ESX-01/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'ESX-01' }).waitFor();
    await page.locator('.stage').focus();
    await page.keyboard.press('+');
    await page.waitForURL(/!physical-servers/);
    await until(page, "document.querySelectorAll('.map-objects .map-line').length > 5");
    await settled(page);
    await page.keyboard.press('ArrowUp');
    await until(page, "document.querySelector('#map-chosen').textContent !== 'ESX-01'");
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { name: 'ESX-01' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('map-chosen');
    await page.keyboard.press('Escape');
    expect(await focused(page)).toContain('stage');
    await page.keyboard.press('u');
    await page.waitForURL(/dir=up/);
    await page.keyboard.press('b');
    await page.keyboard.press('i');
    await page.waitForURL(/way=impact/);
    await page.locator('.map-fold', { hasText: en['map.state.down'] }).first().waitFor();
    await page.keyboard.press('p');
    await page.waitForURL(/way=paths.*from=physical-servers/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.hash.includes('way='));
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await focused(page)).toContain('stage');
    await page.keyboard.press('ArrowDown');
    const before = (await listed(page)).length;
    await page.keyboard.press('Delete');
    await until(page, `document.querySelectorAll('.map-objects .map-line').length === ${before - 1}`);
    await page.keyboard.press('ArrowUp');
    await page.waitForURL(/hide=/);
  });

  it('saves a map, opens and deletes it', async () => {
    const page = await mapAs(explorer, ADMIN.login, '/map?node=clusters_1');
    const all = await listed(page);
    await page.getByRole('button', { name: en['map.saved'] }).click();
    await page.getByText(en['map.saved.none']).waitFor();
    await page.getByLabel(en['map.saved.name'], { exact: true }).fill('Cluster');
    await page.keyboard.press('Enter');
    await page.getByText('“Cluster” is saved.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: en['map.clear'] }).click();
    await until(page, "document.querySelectorAll('.map-objects .map-line').length === 0");
    await page.getByRole('button', { name: en['map.saved'] }).click();
    await page.getByRole('link', { name: 'Cluster', exact: true }).click();
    await until(page, `document.querySelectorAll('.map-objects .map-line').length === ${all.length}`);
    expect(await listed(page)).toEqual(all);
    await page.getByRole('button', { name: en['map.saved'] }).click();
    await page.getByRole('button', { name: en['map.saved.delete'].replace('{name}', 'Cluster') }).click();
    await page.getByRole('button', { name: en['map.saved.sure.yes'], exact: true }).click();
    await page.getByText(en['map.saved.none']).waitFor();
  });

  it('gives what is on the page as files', async () => {
    const page = await mapAs(explorer, 'auditor', '/map?node=clusters_1');
    const all = await listed(page);
    const download = async (name: string): Promise<Download> => {
      await page.getByRole('button', { name: en['map.download'], exact: true }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      return file;
    };
    const svg = await textOf(await download('SVG'));
    expect(
      await page.evaluate(
        `new DOMParser().parseFromString(${JSON.stringify(svg)}, 'image/svg+xml').querySelectorAll('parsererror').length`,
      ),
    ).toBe(0);
    expect(svg).toContain('CLU-VIRTUAL');
    const png = await readFile(await (await download('PNG')).path());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const csv = await textOf(await download(en['map.download.list']));
    expect(csv.trim().split('\r\n')).toHaveLength(all.length + 1);
    expect(await textOf(await download('Mermaid'))).toMatch(/^flowchart[^]*clusters_1\["CLU-VIRTUAL"\]/);
    expect(await textOf(await download('GraphML'))).toContain('<graphml');
    expect(await textOf(await download('draw.io'))).toContain('<mxfile');
  });

  it('shows pictures, narrowed to what is chosen, and gives them as files', async () => {
    const page = await mapAs(explorer, 'auditor', '/map#way=explore').then(async (one) => {
      await one.getByRole('button', { name: en['map.way.pictures'] }).click();
      return one;
    });
    await page.getByRole('button', { name: 'Physical infrastructure' }).click();
    await page.getByRole('img', { name: /objects? in|objects/ }).waitFor();
    await pick(page, 'Sites', 'Valmarais');
    await page.waitForURL(/picture=physical-infrastructure%3Fsite%3D\d+/);
    await page.getByRole('img', { name: /Valmarais/ }).waitFor();
    await page.getByLabel(en['map.pictures.show.ip']).check();
    await page.waitForURL(/show%3Dip/);
    const wide = (): Promise<number> => page.evaluate("document.querySelector('.map-drawing img').clientWidth");
    const before = await wide();
    await page.getByRole('button', { name: en['map.zoom-in'] }).click();
    expect(await wide()).toBeGreaterThan(before);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: en['map.pictures.text'], exact: true }).click(),
    ]);
    expect(await textOf(file)).toContain('BAIE-A1');
  });

  it('opens kinds on the overview, and leads from there to exploring', async () => {
    const page = await mapAs(explorer, 'auditor', '/map#way=overview');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByLabel(/^Databases 7/).check();
    await page.waitForURL(/@databases/);
    await until(
      page,
      "[...document.querySelectorAll('.map-objects .map-line')].some((line) => line.textContent.includes('DPI-PROD'))",
    );
    // All objects of a kind come with one request, however many there are.
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(['/api/graph/between']);
    await page
      .locator('.map-objects')
      .getByRole('button', { name: /^DPI-PROD/ })
      .click();
    await page.getByRole('button', { name: en['map.object.explore'] }).click();
    await page.waitForURL(/#do=@databases,databases\.\d+,!databases\.\d+$/);
    expect(await listed(page)).toContain('DPI-PROD');
  });

  it('is not for those who may not explore', async () => {
    const page = await openAs(explorer, 'biomed', '/map', { language: 'fr' });
    await page.getByText(fr['map.not-allowed']).waitFor();
    expect(await page.getByRole('link', { name: fr['map.title'], exact: true }).count()).toBe(0);
  });

  it.each([
    ['light', 1280, 'en'],
    ['dark', 390, 'fr'],
  ] as const)('%s, %i wide, %s: can be read and named, and is no wider than the screen', async (...how) => {
    const [colorScheme, width, language] = how;
    const texts = TEXTS[language];
    const page = await mapAs(explorer, ADMIN.login, '/map?node=applications_1', { colorScheme, width, language });
    const found: Record<string, unknown> = {};
    const look = async (name: string): Promise<void> => {
      found[name] = await barriers(page);
    };
    if (width < 700) await page.getByText(texts['map.tools'], { exact: true }).click();
    for (const popover of ['map.filters', 'map.saved', 'map.download'] as const) {
      await page.getByRole('button', { name: texts[popover], exact: true }).click();
      await page.waitForTimeout(200);
      await look(popover);
      await page.keyboard.press('Escape');
    }
    for (const way of ['overview', 'pictures', 'impact', 'paths'] as const) {
      await page.getByRole('button', { name: texts[`map.way.${way}`] }).click();
      if (way === 'pictures') await page.locator('.map-drawing img').waitFor();
      await page.waitForTimeout(200);
      await look(way);
    }
    await page.locator('.stage').focus();
    await page.keyboard.press('?');
    await look('help');
    expect(Object.values(found).flat()).toEqual([]);
  });

  it('stays fluid with 5,000 objects and 10,000 edges', async () => {
    const page = await openAs(explorer, 'auditor', '/map#way=explore');
    await page.addInitScript(WATCH);
    await page.route('**/api/graph/neighbourhood**', (route) => {
      const query = new URL(route.request().url()).searchParams;
      const isAround = (name: string): boolean => query.get('depth') === '1' && query.get('of') === name;
      const json = isAround('applications_1') ? LARGE : isAround('applications_2') ? SMALL : NONE;
      return route.fulfill({ json });
    });
    await page.reload();
    await settled(page);
    const show = async (hash: string, count: number): Promise<void> => {
      await page.evaluate(`location.hash = '${hash}'`);
      await until(page, `document.querySelector('.map-objects h2').textContent.includes('${count}')`);
      await settled(page);
      // Lines come a moment later.
      await page.waitForTimeout(500);
    };
    const first = await explorer.longestTask(page, () => show('#do=applications.1,!applications.1', 5000));
    const moving = await moved(explorer, page);
    await show('#do=applications.2', 1);
    await page.locator('.map-line', { hasText: 'Object 2 of' }).click();
    const opening = await page.evaluate<number>(`new Promise((done) => {
      const start = performance.now();
      document.querySelector('.stage').dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true }));
      const look = () => document.querySelectorAll('.map-objects .map-line').length > 100 ? done(performance.now() - start) : setTimeout(look, 4);
      look();
    })`);
    console.log(`5,000 objects, 10,000 edges: ${JSON.stringify({ first, ...moving, opening })}`);
    // Work of the page's own thread, whatever the machine is at meanwhile: 50 is wanted, and processors differ by twice.
    expect(first).toBeLessThan(50 * 2);
    expect(moving.longest).toBeLessThan(50);
    // Times of a clock, on a machine that others use as well, and without a graphics card: four times what is wanted.
    expect(moving.panning).toBeLessThan(8 * 4);
    expect(moving.zooming).toBeLessThan(8 * 4);
    expect(moving.hovering).toBeLessThan(8 * 4);
    expect(opening).toBeLessThan(150 * 4);
  });
});

/** Notes what is written on canvases, with the height of its letters on the screen. */
const WRITTEN = `
  window.written = [];
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    const size = parseFloat(/([\\d.]+)px/.exec(this.font)[1]) * this.getTransform().a / Math.min(devicePixelRatio || 1, 2);
    window.written.push([text, size]);
    return write.call(this, text, ...rest);
  };
`;

/** Adds up what scripts take in each frame: everything that runs because of events and frames. */
const WATCH = `
  window.frames_ = [];
  let spent = 0;
  const timed = (run) => function (...all) { const began = performance.now(); try { return run.apply(this, all); } finally { spent += performance.now() - began; } };
  const add = EventTarget.prototype.addEventListener;
  const kept = new WeakMap();
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (typeof listener !== 'function') return add.call(this, type, listener, options);
    if (!kept.has(listener)) kept.set(listener, timed(listener));
    return add.call(this, type, kept.get(listener), options);
  };
  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (run) => frame(timed(run));
  const tick = () => { window.frames_.push(spent); spent = 0; frame(tick); };
  frame(tick);
`;

/** Milliseconds of script in a frame, 95 of 100, while the page is moved about; and the longest task meanwhile. */
async function moved(
  explorer: Explorer,
  page: Page,
): Promise<Record<'panning' | 'zooming' | 'hovering' | 'longest', number>> {
  const box = (await page.locator('.stage').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.getByRole('button', { name: en['map.fit'] }).click();
  await page.waitForTimeout(1500);
  const during = async (act: () => Promise<void>): Promise<number> => {
    await page.evaluate('window.frames_.length = 0');
    await act();
    const frames = (await page.evaluate<number[]>('window.frames_')).filter((time) => time > 0).sort((a, b) => a - b);
    return Math.round((frames[Math.floor(frames.length * 0.95)] ?? 0) * 10) / 10;
  };
  const times = { panning: 0, zooming: 0, hovering: 0 };
  const longest = await explorer.longestTask(page, async () => {
    times.zooming = await during(async () => {
      await page.mouse.move(x, y);
      for (let i = 0; i < 40; i++) await page.mouse.wheel(0, i < 30 ? -120 : 120);
    });
    times.panning = await during(async () => {
      await page.keyboard.down('Shift');
      await page.locator('.stage').focus();
      for (let i = 0; i < 60; i++) await page.keyboard.press(i % 2 ? 'ArrowLeft' : 'ArrowDown');
      await page.keyboard.up('Shift');
    });
    times.hovering = await during(async () => {
      for (let i = 0; i < 60; i++) await page.mouse.move(x - 200 + i * 7, y - 100 + ((i * 37) % 200));
    });
  });
  return { ...times, longest };
}
