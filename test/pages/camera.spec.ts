/** What of the map is in view: everything, above the buttons at the bottom. @seconds 1 */
import { beyond, fitted, toScreen } from '../../web/src/map/camera.js';

/** Pixels at the bottom where buttons stand. */
const BUTTONS = 48;

describe('front: a map that is opened', () => {
  it.each([
    ['one box on a phone', { width: 366, height: 502 }, { left: 0, top: 0, right: 200, bottom: 42 }],
    ['a long row on a phone', { width: 366, height: 502 }, { left: -900, top: 0, right: 900, bottom: 42 }],
    ['a high column', { width: 630, height: 690 }, { left: 10, top: -3000, right: 210, bottom: 500 }],
    ['very many', { width: 1200, height: 700 }, { left: 0, top: 0, right: 9000, bottom: 6000 }],
  ])('%s: has all of it in view, and nothing below buttons', (_, size, area) => {
    const camera = fitted({ x: 0, y: 0, scale: 1 }, size, area);
    const from = toScreen(camera, size, { x: area.left, y: area.top });
    const to = toScreen(camera, size, { x: area.right, y: area.bottom });
    expect(camera.scale).toBeLessThanOrEqual(1);
    expect(Math.min(from.x, from.y, size.width - to.x)).toBeGreaterThanOrEqual(0);
    expect(size.height - to.y).toBeGreaterThanOrEqual(BUTTONS);
  });
  it.each([
    ['a screen', { width: 760, height: 690 }, 0.6],
    ['a phone', { width: 366, height: 470 }, 0.6],
  ])('stays large enough to be read on %s: the rest is below, and can be scrolled to', (_, size, least) => {
    const area = { left: 0, top: 0, right: 422, bottom: 4000 };
    const camera = fitted({ x: 0, y: 0, scale: 1 }, size, area, least);
    expect(camera.scale).toBeGreaterThanOrEqual(least);
    const top = toScreen(camera, size, { x: 211, y: 0 });
    expect(top.x).toBeCloseTo(size.width / 2);
    expect([top.y > 0, top.y < 40]).toEqual([true, true]);
    const { left, top: above, bottom } = beyond(camera, size, area);
    expect([left, above]).toEqual([0, 0]);
    expect(bottom).toBeGreaterThan(1000);
  });
  it('stays as it was where there is nothing', () => {
    const camera = { x: 4, y: 5, scale: 0.5 };
    expect(fitted(camera, { width: 100, height: 100 }, null)).toBe(camera);
  });
});
