/** Example files of the specification, where it is there: items say what the plans beside them show. @seconds 3 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Item } from '../../../src/feed/document/model.js';
import { SINCE } from '../support/since.js';
import { read } from './support.js';

const FOLDER = process.env['FEED_EXAMPLES'] ?? resolve(__dirname, '../../../../shared/spec/examples/feeding');
const PLANS = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.plan.json')) : [];

interface Change {
  type: string;
  ref: string;
  name: string;
  set: Record<string, [null, unknown]>;
  links?: Record<string, { add: Array<{ name: string }> }>;
}
interface Plan {
  request: string;
  counts: { items: number };
  changes: Change[];
  findings?: Array<{ ref: string; field: string }>;
}

/** What an item says of its fields, as plans show it. */
function saidOf(items: readonly Item[], nameOf: (type: unknown) => string): Record<string, unknown> {
  const said: Record<string, unknown> = {};
  const all = [...items.map(({ initial }) => initial ?? {}), ...items.map(({ set }) => set)];
  // That there is none is not shown of what is new.
  for (const fields of all)
    for (const [field, value] of Object.entries(fields)) if (value !== null) said[field] = shown(value, nameOf);
  return said;
}

function shown(value: unknown, nameOf: (pointer: unknown) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => shown(one, nameOf)).join(', ');
  if (typeof value === 'object') return nameOf(value);
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
}

const run = PLANS.length ? it.each(PLANS) : it.skip.each(['the examples of the specification']);
run('%s', async (file) => {
  const plan = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Plan;
  const [, query, body] = /plans\?(\S+) +body: (\S+)/.exec(plan.request)!;
  const parameters = new URLSearchParams(query);
  const opt = new Map(
    [...parameters].flatMap(
      ([key, value]) => (/^opt\[/.test(key) ? [[key.slice(4, -1), value]] : []) as Array<[string, string]>,
    ),
  );
  const map = join(FOLDER, body!.replace('.csv', '.map.json'));
  const mapping = body!.endsWith('.csv') ? (JSON.parse(readFileSync(map, 'utf8')) as unknown) : undefined;
  const { items } = await read(parameters.get('as')!, readFileSync(join(FOLDER, body!)), { opt, mapping });
  expect(items).toHaveLength(plan.counts.items);
  const nameOf = (pointer: unknown): string => {
    const { ref, name } = pointer as { ref?: string; name?: string };
    return name ?? plan.changes.find((change) => change.ref === ref)?.name ?? `nothing has ${ref}`;
  };
  const found = new Map<string, Item[]>();
  for (const item of items)
    found.set(`${item.type} ${item.ref}`, [...(found.get(`${item.type} ${item.ref}`) ?? []), item]);
  for (const { type, ref, set, links = {} } of plan.changes) {
    const said = saidOf(found.get(`${type} ${ref}`) ?? [], nameOf);
    const expected: Record<string, unknown> = { ...SINCE[ref] };
    for (const [field, [, value]] of Object.entries(set)) {
      if (field === 'ext_refs') continue;
      expected[field.replace(/_id$/, (end) => (field === 'user_id' ? end : ''))] = shown(value, nameOf);
    }
    for (const [field, { add }] of Object.entries(links)) expected[field] = add.map(({ name }) => name).join(', ');
    for (const finding of plan.findings ?? []) if (finding.ref === ref) delete said[finding.field];
    // The plans were written before objects had it.
    delete said['products'];
    expect({ type, ref, said }).toEqual({ type, ref, said: expected });
  }
  expect(found.size).toBe(plan.changes.length);
  expect(JSON.stringify(items)).not.toContain('must-never-be-read');
});
