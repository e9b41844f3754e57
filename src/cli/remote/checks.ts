/** `checks`, `findings`: what in the map needs attention. */
import { setTimeout as sleep } from 'node:timers/promises';
import { OverThreshold, UsageError } from '../errors.js';
import { defaultFormat, printObject, printRows, type Format, type Row } from '../output.js';
import { note } from '../terminal.js';
import { SEVERITIES } from '../severities.js';
import { openSession, signal, type CommonOptions } from './session.js';

type Severity = (typeof SEVERITIES)[number];

interface ListOptions extends CommonOptions {
  failOn?: Severity | undefined;
  output?: Format | undefined;
}

interface RunOptions extends CommonOptions {
  keys?: readonly string[] | undefined;
  output?: Format | undefined;
}

interface FindingOptions extends CommonOptions {
  check?: string | undefined;
  severity?: Severity | undefined;
  type?: string | undefined;
  state?: 'open' | 'accepted' | 'gone' | 'all' | undefined;
  output?: Format | undefined;
}

/** As far as it is printed. */
interface Check extends Row {
  key: string;
  severity: Severity;
  enabled: boolean;
  open: number | null;
}

interface Run extends Row {
  state: 'waiting' | 'running' | 'done' | 'failed';
  done: number;
  total: number;
  failed: number;
}

const COLUMNS = ['key', 'severity', 'enabled', 'open', 'accepted', 'last_run_at', 'last_error'];
const FINDINGS = ['check', 'severity', 'type', 'object_id', 'name', 'message', 'state', 'first_seen'];
/** Milliseconds between two looks at a run. */
const LOOK = 500;

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);

/** Prints the checks; throws where one of a severity or a higher one has open findings. */
export async function list({ failOn, output: format = defaultFormat(), ...options }: ListOptions): Promise<void> {
  const { client } = await openSession(options);
  const checks = await client.request<Check[]>('GET', '/api/checks', { query: { sort: '-severity,key' }, signal });
  const isTable = format === 'table';
  // An empty place in a table would be read as "nothing found".
  const shown = checks.map((check) => ({ ...check, last_run_at: check['last_run_at'] ?? 'never' }));
  await printRows(isTable ? shown : checks, { format, ...(isTable && { columns: COLUMNS }) });
  if (failOn === undefined) return;
  if (checks.some(({ open }) => open === null)) throw new UsageError('--fail-on needs the right finding_access.');
  const failing = checks.filter(({ severity, open }) => rank(severity) >= rank(failOn) && open! > 0);
  if (!failing.length) return;
  const count = failing.reduce((sum, { open }) => sum + open!, 0);
  throw new OverThreshold(
    `${count} open findings of severity ${failOn} or higher, of ${failing.map(({ key }) => key).join(', ')}.`,
  );
}

/** Looks at the map now, and waits for the end of it. */
export async function run({ keys = [], output, ...options }: RunOptions): Promise<void> {
  const { client } = await openSession(options);
  const body = keys.length ? { checks: keys } : {};
  const { run: id } = await client.request<{ run: number }>('POST', '/api/checks/run', { body, signal });
  for (;;) {
    const { data } = await client.request<{ data: Run }>('GET', `/api/checks/runs/${id}`, { signal });
    if (data.state === 'waiting' || data.state === 'running') {
      await sleep(LOOK, undefined, { signal });
      continue;
    }
    await printObject(data, output);
    if (data.state === 'failed') throw new Error('The run was broken off: run it again.');
    if (data.failed) note(`${data.failed} checks could not be looked at: meridian checks says why.`);
    return;
  }
}

/** Prints findings, open ones unless said otherwise. */
export async function findings(options: FindingOptions): Promise<void> {
  const { check, severity, type, state = 'open', output: format = defaultFormat() } = options;
  const { client } = await openSession(options);
  const query = {
    'filter[state]': state,
    ...(check !== undefined && { 'filter[check]': check }),
    ...(severity !== undefined && { 'filter[severity_gte]': severity }),
    ...(type !== undefined && { 'filter[type]': type }),
  };
  const found = await client.request<Row[]>('GET', '/api/findings', { query, signal });
  await printRows(found, { format, ...(format !== 'json' && format !== 'jsonl' && { columns: FINDINGS }) });
  if (!found.length) note('There are none.');
}
