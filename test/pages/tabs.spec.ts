/** One session for all tabs of a browser, and what pages of others can do with it: nothing. In a real Chromium. @seconds 25 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { ask, field, filled, form, save } from './form-page.js';
import { openAs, signInAt } from './people.js';

const { en } = TEXTS;

const isSignedIn = (page: Page): Promise<void> =>
  page.getByRole('button', { name: en['sign-out'] }).waitFor({ timeout: 20_000 });

/** The window that opened by itself above a page. */
const windowOf = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('dialog');

async function signInAbove(page: Page, login: string): Promise<void> {
  const dialog = windowOf(page);
  await dialog.getByLabel(en['sign-in.login']).fill(login);
  await dialog.getByLabel(en['sign-in.password']).fill(ADMIN.password);
  await dialog.getByRole('button', { name: en['sign-in'], exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Serves one page on a port of its own: as `127.0.0.1` the same site as ours, as `localhost` another one. */
async function serve(html: string): Promise<{ port: number; server: Server }> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, server };
}

describeInChromium('front: one session for all tabs, in Chromium', (explorer) => {
  it('identity 5a: new tabs, pasted addresses and links of mails are signed in', async () => {
    const page = await openAs(explorer, 'nadia', '/objects/sites');
    const context = page.context();
    const link = page.locator('tbody th a').first();
    const [middle] = await Promise.all([context.waitForEvent('page'), link.click({ button: 'middle' })]);
    await isSignedIn(middle);
    expect(new URL(middle.url()).pathname).toMatch(/^\/objects\/sites\/\d+$/);
    const pasted = await context.newPage();
    await pasted.goto('/objects/applications/1');
    await isSignedIn(pasted);
    const { port, server } = await serve(`<a href="${explorer.server.url}/objects/applications/1">Look at this</a>`);
    try {
      const mail = await context.newPage();
      await mail.goto(`http://localhost:${port}/`);
      await mail.getByRole('link').click();
      await isSignedIn(mail);
      expect(new URL(mail.url()).pathname).toBe('/objects/applications/1');
    } finally {
      server.close();
    }
    // What tells of the session in the browser holds no secret; without it the server is asked.
    const storage = JSON.stringify(
      await page.evaluate('[{ ...localStorage }, { ...sessionStorage }, document.cookie]'),
    );
    const [cookie] = await context.cookies();
    expect(storage).toContain('nadia');
    expect(storage).not.toContain(cookie!.value);
    await page.evaluate('localStorage.clear()');
    await pasted.goto('/objects/sites');
    await pasted.waitForURL('**/objects/sites');
    await isSignedIn(pasted);
  });

  it('identity 5a: signing out in one tab signs out all within a second, and what was typed stays in each', async () => {
    const first = await openAs(explorer, 'nadia', '/objects/applications/1/edit');
    await form(first).waitFor();
    await field(first, 'vendor').getByRole('textbox').fill('Typed in the first');
    const second = await first.context().newPage();
    await second.goto('/objects/sites/1/edit');
    await field(second, 'name').getByRole('textbox').fill('Typed in the second');
    const third = await first.context().newPage();
    await third.goto('/objects/sites');
    await third.getByRole('table').waitFor();
    await third.getByRole('button', { name: en['sign-out'] }).click();
    const asked = Date.now();
    await windowOf(first).getByText(en['sign-in.ended']).waitFor();
    await windowOf(second).getByText(en['sign-in.ended']).waitFor();
    // A second for the tabs; the rest is the browser's own, on a machine that is busy.
    expect(Date.now() - asked).toBeLessThan(3000);
    await third.waitForURL('**/login?next=**');
    expect(await first.context().cookies()).toEqual([]);
    // Signing in once is enough for all.
    await signInAbove(second, 'nadia');
    await windowOf(first).waitFor({ state: 'hidden' });
    await isSignedIn(third);
    expect(await field(first, 'vendor').getByRole('textbox').inputValue()).toBe('Typed in the first');
    expect(await field(second, 'name').getByRole('textbox').inputValue()).toBe('Typed in the second');
    await save(first);
    await first.waitForURL('**/objects/applications/1');
    expect((await ask(explorer, first, 'GET', '/api/applications/1')).data['vendor']).toBe('Typed in the first');
  });

  it('identity 5a: a tab in which another person signed in says so, and sends nothing until somebody has chosen', async () => {
    const first = await openAs(explorer, 'nadia', '/objects/applications/2/edit');
    await field(first, 'vendor').getByRole('textbox').fill('Typed by Nadia');
    const before = (await ask(explorer, first, 'GET', '/api/applications/2')).data['vendor'];
    const second = await first.context().newPage();
    await second.goto('/home');
    await second.getByRole('button', { name: en['sign-out'] }).click();
    await second.getByLabel(en['sign-in.login']).waitFor();
    const sent: Array<Promise<Record<string, string>>> = [];
    first.on('request', (request) => void sent.push(request.allHeaders().catch(() => ({}))));
    await signInAt(second, ADMIN.login);
    const dialog = windowOf(first);
    await dialog.getByText(filled(en['sign-in.another'], { name: ADMIN.login })).waitFor();
    // Whoever sends the window away is no further.
    await first.keyboard.press('Escape');
    await save(first);
    await first.getByText(en['form.ended']).first().waitFor();
    // What a page sends all the same is sent as nobody.
    expect(sent.length).toBeGreaterThan(0);
    expect((await Promise.all(sent)).filter(({ cookie }) => cookie !== undefined)).toEqual([]);
    const stored = await explorer.server.get('/api/applications/2');
    expect(stored.body.data.vendor).toBe(before);
    await first.getByRole('button', { name: en['sign-in'] }).first().click();
    await dialog.getByText(filled(en['sign-in.another'], { name: ADMIN.login })).waitFor();
    await signInAbove(first, 'nadia');
    await save(first);
    await first.waitForURL('**/objects/applications/2');
    expect((await ask(explorer, first, 'GET', '/api/applications/2')).data['vendor']).toBe('Typed by Nadia');
    // Now it is the other tab that is of somebody else.
    const other = windowOf(second);
    const nadia = (await ask(explorer, first, 'GET', '/api/me'))['name'] as string;
    await other.getByRole('button', { name: filled(en['sign-in.another.go-on'], { name: nadia }) }).click();
    await other.waitFor({ state: 'hidden' });
    await isSignedIn(second);
    await second.locator('.person').getByText('nadia').waitFor();
  });

  it('identity 5a: a page that missed it all is refused by the server, and then says who is signed in', async () => {
    const page = await openAs(explorer, 'nadia', '/objects/applications/3/edit');
    await field(page, 'vendor').getByRole('textbox').fill('Typed by Nadia');
    // As if another browser window had changed the cookie behind this one.
    const headers = { 'x-meridian-session': 'cookie', 'sec-fetch-site': 'same-origin' };
    const answer = await explorer.server.post('/api/login', ADMIN, { token: null, headers });
    const value = /=([^;]+)/.exec(answer.headers.get('set-cookie')!)![1]!;
    const [cookie] = await page.context().cookies();
    await page.context().addCookies([{ ...cookie!, value }]);
    await save(page);
    await windowOf(page)
      .getByText(filled(en['sign-in.another'], { name: ADMIN.login }))
      .waitFor();
    expect((await explorer.server.get('/api/applications/3')).body.data.vendor).not.toBe('Typed by Nadia');
  });

  it.each(['127.0.0.1', 'localhost'])(
    'identity 5a: a page of another port at %s makes nothing done and reads nothing',
    async (host) => {
      const page = await openAs(explorer, ADMIN.login, '/objects/sites');
      const { url } = explorer.server;
      const count = async (): Promise<number> => (await explorer.server.get('/api/sites')).body.length as number;
      const before = await count();
      const { port, server } = await serve(`
        <form id="form" method="post" action="${url}/api/sites" target="into"><input name="name" value="Forged"></form>
        <iframe name="into"></iframe>
        <form id="json" method="post" action="${url}/api/sites" target="into" enctype="text/plain">
          <input name='{"name": "Forged", "x": "' value='"}'>
        </form>
        <iframe id="frame" src="${url}/home"></iframe>`);
      try {
        const hostile = await page.context().newPage();
        const [asked, statuses]: [string[], number[]] = [[], []];
        hostile.on('request', (request) => {
          if (request.url().startsWith(`${url}/api/`)) asked.push(request.method());
        });
        hostile.on('response', (answer) => {
          if (answer.url().startsWith(`${url}/api/`)) statuses.push(answer.status());
        });
        await hostile.goto(`http://${host}:${port}/`);
        const told = await hostile.evaluate(async (target) => {
          const tries = [
            fetch(`${target}/api/sites`, { credentials: 'include' }),
            fetch(`${target}/api/sites`, { credentials: 'include', mode: 'no-cors' }),
            fetch(`${target}/api/sites`, {
              credentials: 'include',
              mode: 'no-cors',
              method: 'POST',
              body: 'name=Forged',
            }),
            fetch(`${target}/api/sites`, {
              credentials: 'include',
              method: 'POST',
              headers: { 'content-type': 'application/json', 'x-meridian-page': '1' },
              body: '{"name":"Forged"}',
            }),
          ];
          const read = tries.map((one) =>
            one.then(
              async (answer) => (await answer.text()) || answer.type,
              () => 'failed',
            ),
          );
          const image = new Promise<string>((done) => {
            const shown = document.createElement('img');
            shown.onload = () => done('shown');
            shown.onerror = () => done('failed');
            shown.src = `${target}/api/graph/pictures/object?of=sites_1&depth=1`;
          });
          (document.getElementById('form') as HTMLFormElement).submit();
          await new Promise((wake) => setTimeout(wake, 500));
          (document.getElementById('json') as HTMLFormElement).submit();
          await new Promise((wake) => setTimeout(wake, 500));
          let frame: string;
          try {
            frame = (document.getElementById('frame') as HTMLIFrameElement).contentWindow!.document.body.innerText;
          } catch {
            frame = 'failed';
          }
          return [...(await Promise.all([...read, image])), frame];
        }, url);
        // An opaque answer holds nothing that a page could read; resource policies keep even that away.
        expect(told.filter((one) => one !== 'failed' && one !== 'opaque')).toEqual([]);
        expect(asked.sort().slice(-4)).toEqual(['POST', 'POST', 'POST', 'POST']);
        expect(asked.filter((method) => method === 'GET').length).toBeGreaterThanOrEqual(3);
        // Of what it may not read the browser tells no status.
        expect(statuses.length).toBeGreaterThanOrEqual(2);
        // The question of a browser whether it may is answered without saying yes.
        expect(statuses.filter((status) => status !== 401 && status !== 204)).toEqual([]);
        expect(await count()).toBe(before);
        // Nobody was signed out by it.
        await page.reload();
        await isSignedIn(page);
        await hostile.close();
      } finally {
        server.close();
      }
    },
  );

  it('identity 5a: the account ends other sessions, and a new password keeps this browser signed in', async () => {
    const page = await openAs(explorer, 'biomed', '/account');
    await explorer.server.login('biomed', ADMIN.password);
    await page.reload();
    const table = page.getByRole('region', { name: en['account.sessions'] });
    await table.getByText(`(${en['account.sessions.this']})`).waitFor();
    expect(await table.locator('tbody tr').count()).toBeGreaterThan(1);
    await page.getByRole('button', { name: en['account.sessions.end-others'] }).click();
    await page.getByRole('button', { name: en['account.sessions.end-others'] }).click();
    await page.getByText(en['account.sessions.all-ended']).waitFor();
    await table.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
    expect(await table.locator('tbody tr').count()).toBe(1);
    const next = 'Another-horse-9';
    const fill = async (old: string, again: string): Promise<void> => {
      await page.getByLabel(en['account.password.old']).fill(old);
      await page.getByLabel(en['account.password.new'], { exact: true }).fill(next);
      await page.getByLabel(en['account.password.again']).fill(again);
      await page.getByRole('button', { name: en['account.password.change'] }).click();
    };
    await fill(ADMIN.password, 'not the same');
    await page.getByText(en['account.password.differs']).waitFor();
    await fill('not the old one', next);
    await page.locator('#field-old_password-wrong').waitFor();
    await fill(ADMIN.password, next);
    await page.getByText(en['account.password.done']).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByLabel(en['account.theme']).selectOption('dark');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.reload();
    await isSignedIn(page);
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.getByLabel(en['account.language']).selectOption('fr');
    await page.getByRole('heading', { level: 1, name: TEXTS.fr['account.title'] }).waitFor();
  });
});
