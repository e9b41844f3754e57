/** `webhooks …`: programs that are told of changes by requests. */
import { Refused, UsageError } from '../errors.js';
import { defaultFormat, printObject, printRows, type Format, type Row } from '../output.js';
import { note } from '../terminal.js';
import { parseId } from './objects.js';
import { openSession, signal, type CommonOptions } from './session.js';

interface ListOptions extends CommonOptions {
  output?: Format | undefined;
}

interface HookOptions extends ListOptions {
  id: string;
}

interface CreateOptions extends ListOptions {
  name: string;
  address: string;
  events?: readonly string[] | undefined;
  thin?: boolean | undefined;
  batch?: number | undefined;
}

interface Hook extends Row {
  id: number;
  name: string;
}

const COLUMNS = ['id', 'name', 'state', 'paused_reason', 'lag', 'last_error', 'events', 'url'];
const ATTEMPTS = ['at', 'status', 'error', 'ms', 'events', 'delivery'];

async function ask<T>(options: CommonOptions, method: string, path: string, json?: object): Promise<T> {
  const { client } = await openSession(options);
  return client.request<T>(method, `/api/webhooks${path}`, { signal, ...(json && { body: json }) });
}

/** Webhooks with their state, and how many seconds they are behind. */
export async function list({ output: format = defaultFormat(), ...options }: ListOptions): Promise<void> {
  const hooks = await ask<Hook[]>(options, 'GET', '');
  if (format !== 'table') return void (await printRows(hooks, { format }));
  await printRows(
    hooks.map((hook) => ({ ...hook, events: listText(hook['events']) })),
    { format, columns: COLUMNS },
  );
}

/** Makes one; its secret is printed this once. */
export async function create({
  name,
  address,
  events = ['*'],
  thin,
  batch,
  output,
  ...options
}: CreateOptions): Promise<void> {
  const body = { name, url: address, events, ...(thin && { payload: 'thin' }), ...(batch !== undefined && { batch }) };
  const hook = await ask<Hook>(options, 'POST', '', body);
  await printObject(hook, output);
  note('Keep the secret: it is told this once. Receivers verify signatures with it.');
}

/** Sends a test event, and says what became of it. Throws where it was not taken. */
export async function test({ id, output, ...options }: HookOptions): Promise<void> {
  const sent = await ask<Row>(options, 'POST', `/${parseId(id)}/test`);
  await printObject(sent, output);
  if (sent['error']) throw new Refused('The receiver did not take the test event.');
}

export const pause = (options: HookOptions): Promise<void> => step(options, 'pause');
export const resume = (options: HookOptions): Promise<void> => step(options, 'resume');

async function step({ id, output, ...options }: HookOptions, word: 'pause' | 'resume'): Promise<void> {
  const hook = await ask<Hook>(options, 'POST', `/${parseId(id)}/${word}`);
  if (output) return printObject(hook, output);
  note(word === 'pause' ? `${hook.name} is paused; it keeps its place.` : `${hook.name} goes on from its place.`);
}

/** What became of the attempts of the last days, newest first. */
export async function deliveries({
  id,
  limit = 20,
  output: format = defaultFormat(),
  ...options
}: HookOptions & { limit?: number | undefined }): Promise<void> {
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
    throw new UsageError('--limit is a number from 1 to 1000.');
  const attempts = await ask<Row[]>(options, 'GET', `/${parseId(id)}/deliveries?limit=${limit}`);
  await printRows(attempts, { format, ...(format === 'table' && { columns: ATTEMPTS }) });
}

const listText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '');
