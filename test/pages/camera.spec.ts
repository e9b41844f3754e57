/** What of the map is in view: everything, above the buttons at the bottom. @seconds 1 */
import { fitted, toScreen } from '../../web/src/map/camera.js';

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
  it('stays as it was where there is nothing', () => {
    const camera = { x: 4, y: 5, scale: 0.5 };
    expect(fitted(camera, { width: 100, height: 100 }, null)).toBe(camera);
  });
});
