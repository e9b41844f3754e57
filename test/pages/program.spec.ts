/** The command line signs in by a real Chromium: on the same machine, and with a code that a person types (identity 6). @seconds 20 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { buildProgram, CommandLine, type Program } from '../cli/command-line.js';
import { describeInChromium, TEXTS } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';
import { openAs } from './people.js';

let program: Program;
beforeAll(() => {
  program = buildProgram();
});
afterAll(() => program.remove());

/** What a command says beside its answer, and how it ends. */
class Running {
  private said = '';
  private readonly ended: Promise<number>;

  constructor(private readonly child: ChildProcessWithoutNullStreams) {
    this.ended = once(child, 'close').then(([code]) => code as number);
    child.stderr.on('data', (chunk) => (this.said += String(chunk)));
  }

  /** The first part of what it has said that fits, once it is there. */
  async says(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.said);
      if (found) return found[1] ?? found[0];
      await Promise.race([once(this.child.stderr, 'data'), this.ended]);
    }
  }

  async end(): Promise<[code: number, said: string]> {
    return [await this.ended, this.said];
  }
}

describeInChromium('identity 6: the command line signs in by Chromium', (explorer) => {
  const shells: CommandLine[] = [];
  const start = (...args: string[]): [Running, CommandLine] => {
    const shell = new CommandLine(program, explorer.server.url);
    shells.push(shell);
    return [new Running(shell.start(args)), shell];
  };
  afterAll(() => shells.forEach((shell) => shell.remove()));

  it('on the same machine, whoever is signed in lets it in with one click', async () => {
    const [running, shell] = start('login', '--address-only');
    const address = await running.says(/(http:\S+\/login\/cli\?\S+)/);
    const page = await openAs(explorer, ADMIN.login, '/home');
    await page.goto(address);
    await page.getByText('The command line on this machine').waitFor();
    await page.locator('#program-allow').click();
    await page.getByText('You are signed in on the command line.').waitFor();
    const [code, said] = await running.end();
    expect([code, said]).toEqual([0, expect.stringContaining(`You are signed in at ${explorer.server.url} as admin`)]);
    expect((await shell.run(['whoami', '-o', 'json'])).out).toContain('"login": "admin"');
    // The page leads to the port of the program, and nowhere else.
    const { outside, errors } = await explorer.close();
    expect([new Set(outside.map((one) => new URL(one).hostname)), errors]).toEqual([new Set(['127.0.0.1']), []]);
  });

  it('who is not signed in signs in first, on the same page, in French too, and may refuse', async () => {
    const [running] = start('login', '--address-only');
    const address = await running.says(/(http:\S+\/login\/cli\?\S+)/);
    const page = await explorer.open(address.slice(explorer.server.url.length), { language: 'fr' });
    const texts = TEXTS.fr;
    await page.getByLabel(texts['sign-in.login']).fill(ADMIN.login);
    await page.getByLabel(texts['sign-in.password']).fill(ADMIN.password);
    await page.getByRole('button', { name: texts['sign-in'] }).click();
    await page.getByRole('button', { name: texts['program.refuse'] }).click();
    await page.getByText('La ligne de commande n’a pas été admise.').waitFor();
    expect(await running.end()).toEqual([3, expect.stringContaining('Nobody has let this program in')]);
    await explorer.close();
  });

  it('with a code that a person types in any browser', async () => {
    const [running, shell] = start('login', '--device');
    const code = await running.says(/^ {2}([A-Z]{4}-[A-Z]{4})$/m);
    const page = await openAs(explorer, ADMIN.login, '/home');
    await page.goto('/login/device');
    await page.getByLabel('Code').fill('BCDF-BCDF');
    await page.getByRole('button', { name: TEXTS.en['program.go-on'] }).click();
    await page.getByText('No program waits with this code').waitFor();
    await page.getByLabel('Code').fill(code.toLowerCase());
    await page.getByRole('button', { name: TEXTS.en['program.go-on'] }).click();
    await page.getByText(/“meridian on .*” at 127\.0\.0\.1 wants to work/).waitFor();
    await page.locator('#program-allow').click();
    await page.getByText('The program is signed in as you.').waitFor();
    expect((await running.end())[0]).toBe(0);
    expect((await shell.run(['whoami', '-o', 'json'])).out).toContain('"login": "admin"');
  });
});
