/**
 * Takes the pictures of the pages for the documentation from the running example map, into docs/images.
 * `npm run picture`. Needs Chromium (CHROMIUM names it where it is elsewhere).
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const FOLDER = 'docs/images';
const MOST_BYTES = 400_000;
const FOUND = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
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

/** Keeps what the page shows as a picture. Throws if that is too large. */
async function keep(page, name) {
  const file = join(FOLDER, `${name}.png`);
  await page.screenshot({ path: file });
  const { size } = statSync(file);
  if (size > MOST_BYTES) throw new Error(`${file} has ${size} bytes, more than ${MOST_BYTES}.`);
  console.log(`${file}: ${size} bytes`);
}

/** The explorer with a list that was put together, and its answer. */
async function explorer(page, url) {
  await page.goto(`${url}/docs#/applications`);
  const builder = page.locator('.card');
  await builder.getByLabel('Column or relation').selectOption('security_need_a');
  await builder.getByLabel('Operator').selectOption('_gte');
  await builder.getByLabel('Value').fill('4');
  await builder.getByLabel('logical_servers', { exact: true }).check();
  await builder.getByRole('button', { name: /^Run/ }).click();
  await builder.locator('.status.good').waitFor();
  await builder.evaluate((card) => scrollTo(0, card.getBoundingClientRect().top + scrollY - 130));
  await keep(page, 'explorer');
}

/** The first page, once its parts are there, of a map that was looked at. */
async function home(page, url) {
  await page.goto(`${url}/home`);
  await page.getByRole('button', { name: 'Look at the map now' }).click();
  await page.getByText('No check of the map has run yet.').waitFor({ state: 'detached' });
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await keep(page, 'home');
}

/** The table of the applications, one of them, and its form. */
async function objects(page, url) {
  await page.goto(`${url}/objects/applications?sort=-security_need_a`);
  await page.getByRole('table').waitFor();
  await page.getByText('12 objects').waitFor();
  await keep(page, 'table');
  await page.getByRole('link', { name: 'Clarté' }).click();
  await page.getByRole('heading', { name: 'Linked objects' }).waitFor();
  await keep(page, 'object');
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Save' }).first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await keep(page, 'form');
}

/** What fails with a rack. */
async function map(page, url) {
  await page.goto(`${url}/map?fails=bays_1`);
  await page.locator('canvas').first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  // What was read is drawn with the next frames.
  await page.waitForTimeout(1500);
  await keep(page, 'map');
}

/** The rights of a role. */
async function role(page, url) {
  await page.goto(`${url}/admin/roles`);
  await page.getByRole('table').getByRole('link').last().click();
  await page.getByRole('checkbox').first().waitFor();
  await keep(page, 'role');
}

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
    executablePath: process.env.CHROMIUM ?? FOUND,
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ viewport: { width: 1320, height: 860 }, colorScheme: 'light' });
  await page.goto(`${url}/login?next=/docs`);
  await page.getByLabel('Login or e-mail').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  mkdirSync(FOLDER, { recursive: true });
  await explorer(page, url);
  await home(page, url);
  await objects(page, url);
  await map(page, url);
  await role(page, url);
  await browser.close();
} finally {
  server.removeAllListeners('exit');
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
