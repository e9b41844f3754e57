/** Webhooks by tasks of somebody who is no programmer, in a real Chromium. @seconds 20 */
import type { Page } from 'playwright-core';
import { Receiver, until } from '../events/webhooks/receiver.js';
import { barriers } from '../openapi/explorer/barriers.js';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ENGINES } from '../support/engines.js';
import { ADMIN } from '../support/server.js';
import { filled } from './form-page.js';
import { openAs } from './people.js';

const SETTINGS = { WEBHOOK_TARGETS: '127.0.0.1' };

describe.each(ENGINES)('front: webhooks on %s', (engine) => {
  describeInChromium(
    'in Chromium',
    (explorer) => {
      let receiver: Receiver;
      beforeAll(async () => void (receiver = await Receiver.start()));
      afterAll(() => receiver.stop());

      const rename = async (name: string): Promise<void> => {
        expect((await explorer.server.patch('/api/sites/1', { name })).status).toBe(200);
      };
      const stateOf = async (): Promise<string> =>
        ((await explorer.server.get('/api/webhooks')).body as Array<{ state: string }>)[0]!.state;
      const confirmed = async (page: Page, label: string, question: string): Promise<void> => {
        await page.getByRole('button', { name: label, exact: true }).click();
        await page.getByRole('group', { name: question }).getByRole('button', { name: label, exact: true }).click();
      };

      it('is made for one kind, tells its secret once, and is tested; what it refuses is mended from its page', async () => {
        const fr = TEXTS.fr;
        const page = await openAs(explorer, ADMIN.login, '/admin/hooks', { language: 'fr' });
        await page.getByText(fr['hooks.none']).waitFor();
        await page.getByRole('link', { name: fr['hooks.new'] }).click();
        await page.getByLabel(fr['hooks.name'], { exact: true }).fill('Tickets');
        await page.getByLabel(fr['hooks.url'], { exact: true }).fill('http://10.0.0.1/');
        await page.getByLabel(fr['admin.journal.kind'], { exact: true }).selectOption('sites');
        await page.locator('summary', { hasText: fr['hooks.narrow'] }).click();
        await page.getByRole('combobox', { name: fr['hooks.fields.add'] }).fill('nom');
        await page.locator('[role=option]', { hasText: /^Nom/ }).first().click();
        await page.getByRole('button', { name: fr['hooks.make'] }).click();
        // What is wrong stands at its field.
        await page.locator('#field-url-wrong').waitFor();
        expect(await barriers(page)).toEqual([]);
        await page.getByLabel(fr['hooks.url'], { exact: true }).fill(receiver.url);
        await page.getByRole('button', { name: fr['hooks.make'] }).click();
        await page.getByRole('heading', { name: fr['hooks.secret'], exact: true }).waitFor();
        expect(await page.locator('.admin-token').innerText()).toMatch(/^whsec_.{40,}$/);
        expect(await barriers(page)).toEqual([]);
        await page.getByRole('button', { name: fr['hooks.test'] }).click();
        await page.getByText(fr['hooks.test.done']).waitFor();
        expect(receiver.requests.map(({ events }) => events[0].type)).toEqual(['meridian.webhook.test']);
        await page.reload();
        await page.getByText(fr['hooks.state.ok.about']).waitFor();
        expect(await page.locator('.admin-token').count()).toBe(0);
        await rename('Nord');
        await until(() =>
          receiver.taken.some(({ subject, data }) => subject === 'sites/1' && data.changes.name[1] === 'Nord'),
        );
        // Its receiver takes the next one not, and what blocks is given up, and sent again.
        receiver.reply = () => 422;
        await rename('Sud');
        await until(async () => (await stateOf()) === 'failing');
        await page.reload();
        await confirmed(page, fr['hooks.skip'], fr['hooks.skip.ask']);
        await page.getByText(fr['hooks.skipped']).waitFor();
        receiver.reply = () => 204;
        await page
          .getByRole('button', { name: filled(fr['hooks.dead.again.of'], { what: 'Sud modification' }) })
          .click();
        await page.getByText(filled(fr['hooks.dead.done'], { result: 'accepté (2xx)' })).waitFor();
        expect(receiver.taken.at(-1).data.changes.name[1]).toBe('Sud');
        await page.getByText(fr['hooks.dead.about']).waitFor({ state: 'detached' });
      });

      it('is paused, goes on where it was, has a new secret, and is deleted; on a phone as well', async () => {
        const en = TEXTS.en;
        const page = await openAs(explorer, ADMIN.login, '/admin/hooks', { width: 390, touch: true });
        expect(await page.locator('tbody tr').innerText()).toContain(en['hooks.state.ok']);
        expect(await barriers(page)).toEqual([]);
        await page.getByRole('link', { name: 'Tickets' }).tap();
        await page.getByRole('button', { name: en['hooks.pause'] }).tap();
        await page.getByText(en['hooks.paused.hand']).waitFor();
        const before = receiver.taken.length;
        await rename('West');
        await page.getByRole('button', { name: en['hooks.resume'] }).tap();
        await page.getByText(en['hooks.resumed']).waitFor();
        await until(() => receiver.taken.slice(before).some(({ data }) => data.changes?.name?.[1] === 'West'));
        await confirmed(page, en['hooks.rotate'], en['hooks.rotate.ask']);
        await page.getByText(en['hooks.secret.once']).waitFor();
        expect(await barriers(page)).toEqual([]);
        // What it tells is folded, and can be changed.
        await page.locator('summary', { hasText: en['hooks.what'] }).tap();
        await page.getByLabel(en['hooks.name'], { exact: true }).fill('Desk');
        await page.getByRole('button', { name: en['admin.save'] }).tap();
        await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
        await page.getByRole('button', { name: 'Delete Desk' }).tap();
        await page
          .getByRole('group', { name: filled(en['hooks.delete.ask'], { name: 'Desk' }) })
          .getByRole('button', { name: en['admin.delete'] })
          .tap();
        await page.getByText(en['hooks.none']).waitFor();
      });

      it('tells new vulnerabilities, where that is asked for, with what there is of them alone', async () => {
        const { fr } = TEXTS;
        const page = await openAs(explorer, ADMIN.login, '/admin/hooks/new', {
          language: 'fr',
          width: 390,
          colorScheme: 'dark',
        });
        const [kind, action] = ['admin.journal.kind', 'admin.journal.action'] as const;
        await page.getByLabel(fr[action], { exact: true }).selectOption('deleted');
        await page.getByLabel(fr[kind], { exact: true }).selectOption({ label: fr['hooks.events.vulnerabilities'] });
        const actions = page.getByLabel(fr[action], { exact: true });
        expect(await actions.locator('option').allInnerTexts()).toEqual([
          fr['hooks.events.any'],
          fr['hooks.events.opened'],
        ]);
        await actions.selectOption('opened');
        await page.getByLabel(fr['hooks.name'], { exact: true }).fill('Veille');
        await page.getByLabel(fr['hooks.url'], { exact: true }).fill(receiver.url);
        expect(await barriers(page)).toEqual([]);
        if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/hook-${engine}.png` });
        await page.getByRole('button', { name: fr['hooks.make'] }).click();
        await page.getByRole('heading', { name: fr['hooks.secret'], exact: true }).waitFor();
        const [hook] = (await explorer.server.get('/api/webhooks')).body as Array<{ id: number; events: string[] }>;
        expect(hook!.events).toEqual(['vulnerabilities.opened']);
        await page.reload();
        await page.locator('summary', { hasText: fr['hooks.what'] }).click();
        expect(await page.getByLabel(fr[kind], { exact: true }).inputValue()).toBe('vulnerabilities');
        await explorer.server.delete(`/api/webhooks/${hook!.id}`);
      });

      it('is no page for whoever has no right to webhooks', async () => {
        const page = await openAs(explorer, 'nadia', '/admin/hooks');
        await page.getByText(TEXTS.en['admin.not-allowed']).waitFor();
      });
    },
    { engine, settings: SETTINGS },
  );
});
