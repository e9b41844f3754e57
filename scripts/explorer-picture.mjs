/**
 * Takes the picture of the explorer for the README from the running example map, into docs/images/explorer.png:
 * `npm run build && node scripts/explorer-picture.mjs`. Needs Chromium (CHROMIUM names it where it is elsewhere).
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const TARGET = 'docs/images/explorer.png';
const MOST_BYTES = 300_000;
const PASSWORD = 'Picture-of-the-map-9';

const folder = mkdtempSync(join(tmpdir(), 'meridian-picture-'));
const server = spawn('node', ['dist/examples/demo/main.js'], {
  env: {
    ...process.env,
    PORT: '0',
    DATABASE_URL: `sqlite:${join(folder, 'map.sqlite')}`,
    DOCUMENTS_DIR: join(folder, 'documents'),
    ADMIN_PASSWORD: PASSWORD,
    BCRYPT_COST: '4',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});

/** The address that the server prints. */
const listening = () =>
  new Promise((found, failed) => {
    server.once('exit', (code) => failed(new Error(`The server ended with ${code}.`)));
    let output = '';
    server.stdout.on('data', (chunk) => {
      output += chunk;
      const match = /(http:\S+)\/api$/m.exec(output);
      if (match) found(match[1]);
    });
  });

try {
  const url = await listening();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ viewport: { width: 1320, height: 860 }, colorScheme: 'light' });
  await page.goto(`${url}/docs#/applications`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Login or e-mail').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  const builder = page.locator('.card');
  await builder.getByLabel('Column or relation').selectOption('security_need_a');
  await builder.getByLabel('Operator').selectOption('_gte');
  await builder.getByLabel('Value').fill('4');
  await builder.getByLabel('logical_servers', { exact: true }).check();
  await builder.getByRole('button', { name: /^Run/ }).click();
  await builder.locator('.status.good').waitFor();
  await builder.evaluate((card) => scrollTo(0, card.getBoundingClientRect().top + scrollY - 130));
  mkdirSync('docs/images', { recursive: true });
  await page.screenshot({ path: TARGET });
  await browser.close();
  const { size } = statSync(TARGET);
  if (size > MOST_BYTES) throw new Error(`${TARGET} has ${size} bytes, more than ${MOST_BYTES}.`);
  console.log(`${TARGET}: ${size} bytes`);
} finally {
  server.removeAllListeners('exit');
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
