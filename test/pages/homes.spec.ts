/** The pages of perimeters where every object belongs to one, in a real Chromium. @seconds 30 */
import { readConfig } from '../../src/config.js';
import { makeHomesOn } from '../../src/database/admin-connection.js';
import { registry } from '../../src/engine/index.js';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { filled } from './form-page.js';
import { openAs } from './people.js';

const { en } = TEXTS;

describeInChromium('front: homes', (explorer) => {
  let perimeter: number;

  beforeAll(async () => {
    const { server: before } = explorer;
    await before.stop(true);
    const config = readConfig({
      DATABASE_URL: before.databaseUrl,
      TOKEN_SECRET: 'a secret of the tests, 32 characters',
    });
    expect(await makeHomesOn(config, () => undefined, false)).toBe(true);
    const server = await before.another();
    explorer.server = server;
    perimeter = (await server.post('/api/perimeters', { name: 'North' })).body.id as number;
    const [clarte] = (await server.get('/api/applications?filter[name]=Clarté')).body as [{ id: number }];
    const moved = await server.patch(`/api/applications/${clarte.id}`, { perimeter_id: perimeter });
    expect([moved.status, moved.body.perimeter_id]).toEqual([200, perimeter]);
    // The role of auditors is at home in the north.
    expect((await server.patch('/api/roles/3', { perimeter_id: perimeter })).status).toBe(200);
  });
  // The next file of tests has a map without.
  afterAll(() => registry.fit(new Map()));

  it('are switched on after a question, and whoever is limited reads by what', async () => {
    const page = await openAs(explorer, ADMIN.login, '/admin/perimeters');
    await page.getByText(en['perimeters.homes.off']).waitFor();
    await page.getByRole('button', { name: en['perimeters.homes.switch-on'] }).click();
    await page.getByText(en['perimeters.homes.ask-on']).waitFor();
    expect((await explorer.server.get('/api/perimeters/switch')).body.enabled).toBe(false);
    await page.getByRole('button', { name: en['perimeters.homes.switch-on'] }).click();
    await page.getByText(en['perimeters.homes.on']).waitFor();
    expect(await barriers(page)).toEqual([]);
    const auditor = await openAs(explorer, 'auditor', '/objects/applications?columns=name,perimeter_id');
    await auditor.getByText(filled(en['perimeters.limited'], { names: 'North' }), { exact: true }).waitFor();
    expect(await auditor.locator('tbody tr').allInnerTexts()).toEqual([expect.stringMatching(/^Clarté\s+North$/)]);
    // Kept to another part besides: of that only what is at home in the north.
    const rules = [{ resource: 'applications', all: true }];
    const { id } = (await explorer.server.post('/api/perimeters', { name: 'Applications', rules })).body;
    expect((await explorer.server.patch('/api/roles/3', { perimeters: [id] })).status).toBe(200);
    await auditor.reload();
    const both = filled(en['perimeters.limited.at-home'], { names: 'Applications', homes: 'North' });
    await auditor.getByText(both, { exact: true }).waitFor();
    expect(await barriers(auditor)).toEqual([]);
    await page.getByRole('button', { name: en['perimeters.homes.switch-off'] }).click();
    await page.getByText(en['perimeters.homes.ask-off']).waitFor();
    await page.getByRole('button', { name: en['perimeters.homes.switch-off'] }).click();
    await page.getByText(en['perimeters.homes.off']).waitFor();
  });
});
