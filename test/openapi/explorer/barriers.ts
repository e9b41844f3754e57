/** What keeps people from using a page: what axe finds of WCAG 2.2 AA, what it does not look for, and what is too wide. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** Placeholders, texts that styles bring along, ids, names of controls: see there. */
const OWN = readFileSync(join(__dirname, 'accessibility.js'), 'utf8');

/** Levels A and AA of all versions of WCAG, as axe calls them. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Windows in which nobody is to scroll sideways: 320 points (WCAG 1.4.10), and 1280 at 200 %. A narrow page is tried in both. */
const NARROW = [320, 640];

/** Rules that axe itself calls experimental: this one takes the sign of a button, such as “1.”, for a word of its name. */
const UNSURE = { 'label-content-name-mismatch': { enabled: false } };

/** Text in the very colour behind it: axe only calls it undecided, since it may be hidden on purpose. Here nothing is. */
const SAME_COLOUR = 'equalRatio';

/** Half of a control is under a bar that stays in sight, as the page happens to be scrolled: no small target. */
const COVERED = 'partiallyObscured';

const RUN = `
  axe.run(document, ${JSON.stringify({ runOnly: RULES, rules: UNSURE, resultTypes: ['violations', 'incomplete'] })}).then(
    ({ violations, incomplete }) => {
      const isUnread = ({ any }) => any.some(({ data }) => data?.messageKey === '${SAME_COLOUR}');
      const undecided = incomplete.map(({ id, nodes }) => ({ id, nodes: nodes.filter(isUnread) }));
      const isSeen = ({ any }) => !any.some(({ data }) => data?.messageKey === '${COVERED}');
      return [...violations, ...undecided].flatMap(({ id, nodes }) => nodes.filter(isSeen).map(({ target, any, all, none }) =>
        [id, target.join(' '), ...[...any, ...all, ...none].map(({ message }) => message)].join(': ')));
    })`;

/** Each barrier in a line; none is what a page is to have. */
export async function barriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${AXE};0`);
  const found = [...(await page.evaluate<string[]>(OWN)), ...(await page.evaluate<string[]>(RUN))];
  const usual = page.viewportSize()!;
  const widths = usual.width < NARROW[1]! ? [usual.width, ...NARROW] : [usual.width];
  for (const width of widths) {
    await page.setViewportSize({ ...usual, width });
    const wide = await page.evaluate<number>(SCROLLED);
    if (wide > width) found.push(`${wide} wide in a window of ${width}`);
  }
  await page.setViewportSize(usual);
  return found;
}

/** How wide the page is, once what watches its size has had its turn. */
const SCROLLED =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.documentElement.scrollWidth))))';
