/** Perimeters by names and filters, and what changed between two moments, in a real Chromium. @seconds 20 */
import { readFileSync } from 'node:fs';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ENGINES } from '../support/engines.js';
import { ADMIN } from '../support/server.js';
import { filled } from './form-page.js';
import { openAs } from './people.js';

const { en, fr } = TEXTS;

describe.each(ENGINES)('front: perimeters and differences on %s', (engine) => {
  describeInChromium(
    'in Chromium',
    (explorer) => {
      it('a perimeter is made of a place and a rule, says what it holds and why, and limits whoever has its role', async () => {
        const page = await openAs(explorer, ADMIN.login, '/admin/perimeters', { language: 'fr' });
        await page.getByRole('link', { name: fr['perimeters.new'] }).click();
        await page.locator('#field-name').fill('Centre');
        await page.getByRole('combobox', { name: fr['perimeters.roots.add'] }).fill('Valmarais');
        await page.locator('[role=option]', { hasText: 'Valmarais centre' }).first().click();
        await page
          .getByLabel(filled(fr['perimeters.depth'], { name: 'Valmarais centre' }))
          .selectOption({ label: fr['perimeters.depth.place'] });
        await page.getByLabel(fr['perimeters.rules.add']).selectOption('applications');
        const rule = page.getByRole('group', { name: 'Applications' });
        await rule.getByRole('button', { name: fr['builder.add'] }).click();
        await rule.getByLabel(fr['builder.column']).selectOption({ label: 'Nom' });
        await rule.getByLabel(fr['builder.value']).fill('Clar');
        await rule.getByRole('button', { name: fr['table.apply'] }).click();
        await page.getByRole('checkbox', { name: 'Auditor' }).check();
        expect(await barriers(page)).toEqual([]);
        await page.getByRole('button', { name: fr['perimeters.make'] }).click();
        await page.getByRole('heading', { name: fr['perimeters.holds'] }).waitFor();
        await page.getByRole('button', { name: 'Applications 1' }).click();
        await page.getByRole('link', { name: 'Clarté' }).waitFor();
        await page.getByRole('combobox', { name: fr['perimeters.check.object'] }).fill('Clarté');
        await page.locator('[role=option]', { hasText: 'Clarté' }).first().click();
        await page.getByText(filled(fr['perimeters.check.rule'], { number: 1, kind: 'Applications' })).waitFor();
        expect(await barriers(page)).toEqual([]);
        const [stored] = (await explorer.server.get('/api/perimeters?filter[name]=Centre')).body as Array<{
          id: number;
        }>;
        expect((await explorer.server.get(`/api/perimeters/${stored!.id}`)).body.data).toMatchObject({
          roots: [{ resource: 'sites', id: 1, depth: 'place' }],
          rules: [{ resource: 'applications', filter: { name: 'Clar' } }],
          roles: [3],
        });
        // Whoever has the role sees that it is a part, and which.
        const other = await openAs(explorer, 'auditor', '/objects/applications', { language: 'fr', width: 390 });
        await other.getByText(filled(fr['perimeters.limited'], { names: 'Centre' })).waitFor();
        await other.locator('tbody tr').first().waitFor();
        expect(await other.locator('tbody tr').count()).toBe(1);
        expect(await barriers(other)).toEqual([]);
        // The role says it by name, and is freed there.
        await page.goto('/admin/roles/3');
        await page.getByText(fr['perimeters.of-role.people']).waitFor();
        await page.getByRole('checkbox', { name: 'Centre' }).uncheck();
        expect(await page.getByText(fr['perimeters.of-role.people']).count()).toBe(0);
        await page.getByRole('button', { name: fr['admin.save'] }).click();
        await page.getByText(fr['admin.saved']).waitFor();
        await other.reload();
        await other.locator('tbody tr').nth(1).waitFor();
        expect(await other.locator('.limited').count()).toBe(0);
      });

      it('a perimeter that holds nothing and keeps a role is stored only once that was asked', async () => {
        const page = await openAs(explorer, ADMIN.login, '/admin/perimeters/new');
        const question = page.getByRole('group', {
          name: filled(en['perimeters.empty.ask'], { roles: 'User, Auditor' }),
        });
        const make = page.getByRole('button', { name: en['perimeters.make'] });
        await page.locator('#field-name').fill('Empty');
        await page.getByRole('checkbox', { name: 'Auditor' }).check();
        await page.getByRole('checkbox', { name: 'User', exact: true }).check();
        // The key asks as the button does, and asks again.
        await page.locator('#field-name').press('Enter');
        await question.waitFor();
        expect(await barriers(page)).toEqual([]);
        await page.locator('#field-name').press('Enter');
        await question.getByRole('button', { name: en['cancel'] }).click();
        expect(await question.count()).toBe(0);
        await make.click();
        await question.waitFor();
        await page.keyboard.press('Escape');
        expect((await explorer.server.get('/api/perimeters?filter[name]=Empty')).body).toEqual([]);
        // Without a role it limits nobody, and nothing is asked.
        await page.getByRole('checkbox', { name: 'Auditor' }).uncheck();
        await page.getByRole('checkbox', { name: 'User', exact: true }).uncheck();
        await make.click();
        await page.getByText(en['perimeters.holds.nothing']).waitFor();
        await page.getByRole('checkbox', { name: 'Auditor' }).check();
        await page.getByRole('button', { name: en['admin.save'] }).click();
        const own = page.getByRole('group', { name: filled(en['perimeters.empty.ask'], { roles: 'Auditor' }) });
        await own.getByRole('button', { name: en['admin.save'] }).click();
        await page.getByText(en['admin.saved']).waitFor();
        const [{ id }] = (await explorer.server.get('/api/perimeters?filter[name]=Empty')).body as [{ id: number }];
        expect((await explorer.server.get(`/api/perimeters/${id}`)).body.data).toMatchObject({ roles: [3] });
        expect((await explorer.server.patch(`/api/perimeters/${id}`, { roles: [] })).status).toBe(200);
      });

      it('a token is kept to a perimeter', async () => {
        const page = await openAs(explorer, ADMIN.login, '/account');
        await page.goto('/admin/tokens');
        await page.getByLabel(en['admin.tokens.name']).fill('centre alone');
        await page.getByRole('checkbox', { name: 'Centre' }).check();
        await page.getByRole('button', { name: en['admin.tokens.make'] }).click();
        await page.getByRole('row', { name: /centre alone.*Centre/ }).waitFor();
        const token = await page.locator('.admin-token').innerText();
        const seen = await explorer.server.get('/api/applications?fields=name', { token });
        expect(seen.body).toEqual([{ id: expect.any(Number) as number, name: 'Clarté' }]);
      });

      it('what differs between two moments is told by kind and object, with who and why', async () => {
        const { server } = explorer;
        const cursor = new Date().toISOString();
        await new Promise((wake) => setTimeout(wake, 1100));
        const { id } = (await server.post('/api/sites', { name: 'Annexe' })).body as { id: number };
        await server.patch(
          `/api/sites/${id}`,
          { name: 'Annexe sud' },
          { headers: { 'x-change-reason': 'Nouveau%20nom' } },
        );
        await server
          .post('/api/sites', { name: 'Éphémère' })
          .then(({ body }) => server.delete(`/api/sites/${body.id}`));
        const page = await openAs(explorer, ADMIN.login, '/reports', { language: 'fr', width: 390 });
        await page.getByRole('link', { name: fr['changes.title'] }).click();
        await page.getByRole('button', { name: fr['changes.show'] }).waitFor();
        expect(await barriers(page)).toEqual([]);
        await page.goto(`/changes?from=${encodeURIComponent(cursor)}`);
        const entry = page.locator('.entry').filter({ hasText: 'Annexe sud' });
        await entry.getByText('Nouveau nom').waitFor();
        expect(await entry.innerText()).toContain(filled(fr['changes.by'], { names: fr['feed.you'] }));
        expect(await page.locator('.entry').allInnerTexts()).not.toContain('Éphémère');
        expect(await page.getByRole('row', { name: /^Sites/ }).innerText()).toMatch(/^Sites\s+1$/);
        expect(await barriers(page)).toEqual([]);
      });

      it('files of a query have the words of the page, as a spreadsheet of its language reads them', async () => {
        const page = await openAs(explorer, ADMIN.login, '/queries/1', { language: 'fr' });
        const [{ query_text: text }] = (await explorer.server.get('/api/queries?filter[id]=1')).body as [
          { query_text: string },
        ];
        expect(text).toContain('FROM');
        await page.locator('main table thead th').first().waitFor();
        const heads = await page.locator('main table thead th').allInnerTexts();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'CSV', exact: true }).click(),
        ]);
        const [first] = readFileSync((await file.path())!, 'utf8').split('\n');
        expect(first!.replaceAll('"', '')).toBe(`\ufeff${heads.join(';')}`);
      });

      it('the journal is folded on a phone, and the table of its entries leads to it', async () => {
        const page = await openAs(explorer, ADMIN.login, '/admin/journal', { language: 'fr', width: 390 });
        await page.locator('.entry').first().waitFor();
        expect(await page.getByLabel(fr['admin.journal.action'], { exact: true }).isVisible()).toBe(false);
        await page.locator('summary', { hasText: fr['admin.journal.narrow'] }).first().click();
        await page.getByLabel(fr['admin.journal.action'], { exact: true }).selectOption('created');
        await page.getByText(filled(fr['admin.journal.narrow.count'].one, { count: 1 })).waitFor();
        await page.goto('/objects/audit-logs');
        await page.waitForURL('**/admin/journal');
        await page.getByRole('heading', { level: 1, name: fr['admin.journal'] }).waitFor();
      });
    },
    { engine },
  );
});
