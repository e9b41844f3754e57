/** Pages in a real Chromium, where the machine has one, on a server with the example map. */
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { startDemo } from '../../support/demo.js';
import type { Engine } from '../../support/engines.js';
import { ADMIN, type TestServer } from '../../support/server.js';
import { en } from '../../../web/src/i18n/en.js';
import { fr } from '../../../web/src/i18n/fr.js';

/** The first is the same browser without its own windows: it takes a third of the time of the processor. */
const PLACES = [
  ...['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
];
export const CHROMIUM = PLACES.find((place) => existsSync(place));
if (!CHROMIUM)
  console.log('No Chromium here (apt-get install chromium): what the explorer does in a browser is not tested.');

/** The texts of the pages by language. */
export const TEXTS = { en, fr } as const;

export interface PageOptions {
  /** The language of the browser. */
  language?: keyof typeof TEXTS;
  colorScheme?: 'light' | 'dark';
  width?: number;
  /** A phone: it has no keys and no mouse. */
  touch?: boolean;
  /** Where the reader is, as an IANA name. */
  timeZone?: string;
  /** What the browser keeps of somebody who has signed in. */
  session?: Exclude<BrowserContextOptions['storageState'], string>;
}

/** An event of a trace; `tdur` is in microseconds of work of the thread. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
}

/** A server with the example map, and a browser. Whatever pages do that they should not have, fails the test. */
export class Explorer {
  server!: TestServer;
  private browser!: Browser;
  private pages: Page[] = [];
  /** Addresses outside of the server. */
  private outside: string[] = [];
  /** Errors of scripts and whatever the console says; answers that are errors, and files that changed, are none: tests provoke them. */
  private errors: string[] = [];

  /** `settings` of the server as in the environment. */
  constructor(
    private readonly engine: Engine,
    private readonly settings: Record<string, string>,
  ) {}

  async start(): Promise<void> {
    [this.server, this.browser] = await Promise.all([
      startDemo(this.engine, this.settings),
      chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-dev-shm-usage'] }),
    ]);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
  }

  /** A page at `path`, for somebody who was not here before. */
  async open(
    path = '/docs',
    { language = 'en', colorScheme, width = 1280, touch, session, timeZone }: PageOptions = {},
  ): Promise<Page> {
    const context = await this.browser.newContext({
      baseURL: this.server.url,
      locale: { en: 'en-GB', fr: 'fr-FR' }[language],
      viewport: { width, height: 900 },
      ...(colorScheme && { colorScheme }),
      ...(timeZone && { timezoneId: timeZone }),
      ...(touch && { hasTouch: true, isMobile: true }),
      ...(session && { storageState: session }),
    });
    const page = await context.newPage();
    this.pages.push(page);
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== this.server.url)
        this.outside.push(request.url());
    });
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      const expected =
        /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_UPLOAD_FILE_CHANGED)/.test(
          message.text(),
        );
      if (!expected) this.errors.push(message.text());
    });
    // Opening an operation takes a second or two of the processor, which others may be at as well.
    page.setDefaultTimeout(60_000);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  /** The longest task of a page while something is done, as `tasksOf`. */
  async longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
    return Math.max(...(await this.tasksOf(page, work)));
  }

  /**
   * The tasks of a page while something is done, in milliseconds of work of its main thread: what else the machine is at
   * meanwhile does not count.
   */
  async tasksOf(page: Page, work: () => Promise<unknown>): Promise<number[]> {
    await this.browser.startTracing(page, { categories: ['toplevel'] });
    let trace: Buffer;
    try {
      await work();
    } finally {
      trace = await this.browser.stopTracing();
    }
    const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
    const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
    const tasks = traceEvents.filter(
      ({ name, pid, tid, tdur }) =>
        /RunTask$/.test(name) && tdur !== undefined && threads.some((one) => one.pid === pid && one.tid === tid),
    );
    if (!tasks.length) throw new Error('The browser tells of no task.');
    return tasks.map(({ tdur }) => tdur! / 1000);
  }

  /** Closes what was opened, and tells what went wrong there. */
  async close(): Promise<{ outside: string[]; errors: string[] }> {
    for (const page of this.pages) await page.context().close();
    const { outside, errors } = this;
    [this.pages, this.outside, this.errors] = [[], [], []];
    return { outside, errors };
  }
}

/** A suite that needs a browser; it is skipped, and that is said, where there is none. On SQLite unless the pages' requests are what is new. */
export function describeInChromium(
  title: string,
  suite: (explorer: Explorer) => void,
  { engine = 'sqlite', settings = {} }: { engine?: Engine; settings?: Record<string, string> } = {},
): void {
  (CHROMIUM ? describe : describe.skip)(title, () => {
    const explorer = new Explorer(engine, settings);
    beforeAll(() => explorer.start());
    afterAll(() => explorer.stop());
    afterEach(async () => {
      expect(await explorer.close()).toEqual({ outside: [], errors: [] });
    });
    suite(explorer);
  });
}

/** Signs in through the form. */
export async function signIn(
  page: Page,
  { login, password }: { login: string; password: string } = ADMIN,
  language: keyof typeof TEXTS = 'en',
): Promise<void> {
  const texts = TEXTS[language];
  await page.getByRole('button', { name: texts['sign-in'] }).first().click();
  await page.getByLabel(texts['sign-in.login']).fill(login);
  await page.getByLabel(texts['sign-in.password']).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: texts['sign-in'] }).click();
}

/** An operation of the page of a resource, opened, with a body of this type. */
export async function openOperation(page: Page, title: string, type?: string): Promise<Locator> {
  const operation = page.locator('.opblock', { hasText: title }).first();
  await operation.locator('.opblock-summary-control').click();
  const types = operation.locator('.body-param-content-type select');
  if (type && (await types.inputValue()) !== type) await types.selectOption(type);
  await operation.locator('.execute').waitFor();
  return operation;
}

/** Runs the three examples of the first page; the last one is refused. */
export async function runExamples(page: Page, language: keyof typeof TEXTS): Promise<void> {
  const examples = page.locator('.example');
  const run = { name: TEXTS[language]['example.run'] };
  for (let i = 0; i < 3; i++) await examples.nth(i).getByRole('button', run).click();
  await examples.nth(2).locator('.problem').waitFor();
}

/** On the page of the sites: lists them, sends a creation that is refused, and opens the form of a change. */
export async function runOperations(page: Page): Promise<void> {
  const list = await openOperation(page, 'List sites');
  await list.locator('.execute').click();
  await list.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  const creation = await openOperation(page, 'Create a site', 'application/json');
  await creation.locator('.execute').click();
  await creation.locator('.explained .problem').waitFor();
  await openOperation(page, 'Change a site', 'multipart/form-data');
}
