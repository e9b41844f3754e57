/** Pictures in a real Chromium: by themselves and set into a page, under its policy, without a word in the console. @seconds 16 */
import type { Page } from 'playwright-core';
import { VIEWS } from '../../src/pictures/index.js';
import { describeInChromium } from '../openapi/explorer/browser.js';

const OF: Readonly<Record<string, string>> = {
  object: 'of=bays_1&',
  path: 'from=bays_1&to=applications_1&',
  impact: 'of=bays_1&',
  dependencies: 'of=applications_1&',
};
const NAMES = VIEWS.map(({ name }) => name);

/** Runs inside of a page, on the picture in it. */
const MEASURE = `(() => {
  const picture = document.querySelector('svg[role="graphics-document"]');
  const frame = picture.getBoundingClientRect();
  const shown = (one) => { const { width, height } = one.getBoundingClientRect(); return width > 0 && height > 0; };
  const inside = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left >= frame.left - 1 && right <= frame.right + 1 && top >= frame.top - 1 && bottom <= frame.bottom + 1;
  };
  const texts = [...picture.querySelectorAll('text')];
  // What a box says must end inside of it, with whatever font there is.
  const overrun = [...picture.querySelectorAll('a, g[role="img"]')].flatMap((box) => {
    const outline = box.querySelector('rect, path');
    const frames = [...box.querySelectorAll('rect')].map((one) => one.getBoundingClientRect().right);
    const right = Math.max(outline.getBoundingClientRect().right, ...frames);
    return [...box.querySelectorAll('text')].filter((text) => text.getBoundingClientRect().right > right + 1).map(({ textContent }) => textContent);
  });
  return {
    hidden: texts.filter((one) => !shown(one)).map(({ textContent }) => textContent),
    outside: texts.filter((one) => !inside(one)).map(({ textContent }) => textContent),
    overrun,
    unnamed: [...picture.querySelectorAll('a, [role="img"]')].filter((one) => !one.getAttribute('aria-label')).length,
    texts: texts.length > 1,
    title: document.querySelector('svg > title').textContent.length > 1,
  };
})()`;
const RIGHT = { hidden: [], outside: [], overrun: [], unnamed: 0, texts: true, title: true };

describeInChromium('pictures in Chromium', (explorer) => {
  /** All that a page says in its console, and all that its policy refuses. */
  function heard(page: Page): string[] {
    const words: string[] = [];
    // Browsers ask for a sign of the site by themselves.
    page.on('console', (message) => {
      if (!message.location().url.endsWith('/favicon.ico')) words.push(message.text());
    });
    page.on('pageerror', ({ message }) => words.push(message));
    return words;
  }

  it('each is shown by itself', async () => {
    const page = await explorer.open();
    const words = heard(page);
    await page.setExtraHTTPHeaders({ authorization: `Bearer ${explorer.server.token}` });
    for (const name of NAMES) {
      const answer = await page.goto(`/api/graph/pictures/${name}?${OF[name] ?? ''}theme=dark`);
      expect([name, answer!.status()]).toEqual([name, 200]);
      expect(await page.evaluate('document.documentElement.tagName')).toBe('svg');
      expect([name, await page.evaluate(MEASURE)]).toEqual([name, RIGHT]);
      expect([name, words]).toEqual([name, []]);
    }
  });

  it('all are shown in a page that allows its own scripts and styles alone', async () => {
    const page = await explorer.open();
    const words = heard(page);
    for (const name of NAMES) {
      const { body } = await explorer.server.get(`/api/graph/pictures/${name}?${OF[name] ?? ''}`);
      await page.evaluate(
        `document.body.replaceChildren(new DOMParser().parseFromString(${JSON.stringify(body)}, 'image/svg+xml').documentElement)`,
      );
      expect([name, await page.evaluate(MEASURE)]).toEqual([name, RIGHT]);
    }
    expect(words).toEqual([]);
  });

  it('names of the map are words, never parts of the page', async () => {
    const name = '"><script>document.title="hit"</script><img src=x onerror=document.title="hit">&lt;b&gt;';
    const { body: site } = await explorer.server.post('/api/sites', { name });
    const page = await explorer.open();
    const { body } = await explorer.server.get(`/api/graph/pictures/physical-infrastructure?site=${site.id}`);
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(body)}`);
    expect(await page.evaluate("document.body.querySelectorAll('script, img, b').length")).toBe(0);
    expect(await page.title()).not.toBe('hit');
    await explorer.server.delete(`/api/sites/${site.id}`);
  });
});
