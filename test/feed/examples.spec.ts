/** The plans of the specification: what they create, fed as items, gives the same plan, and nothing when said again. @seconds 1 */
import type { Item } from '../../src/feed/document/model.js';
import { describeWithSpecification, sharedJson } from '../engine/model/shared.js';
import { MemoryMap } from './support/memory-map.js';

const NAMES = [
  'app.cyclonedx',
  'cluster.k8s',
  'cluster.proxmox',
  'directory',
  'facts.ansible',
  'scan.nmap',
  'server.glpi',
  'vms',
];

type Shown = { name: string };
interface Example {
  request: string;
  changes: Array<{
    type: string;
    ref: string;
    name: string;
    set: Record<string, [null, unknown]>;
    links?: Record<string, { add: Shown[] }>;
  }>;
}

const isShown = (value: unknown): value is Shown => typeof value === 'object' && value !== null && 'name' in value;

describeWithSpecification('plans of the specification', () => {
  it.each(NAMES)('%s', async (name) => {
    const { request, changes } = sharedJson<Example>(`spec/examples/feeding/${name}.plan.json`);
    const items = changes.map(({ type, ref, set, links }): Item => {
      const said = Object.entries(set).filter(([field]) => field !== 'ext_refs');
      const values = said.map(([field, [, value]]) => [field, isShown(value) ? { name: value.name } : value]);
      const sets = Object.entries(links ?? {}).map(([link, { add }]) => [link, add.map((one) => one.name)]);
      return { type, ref, set: Object.fromEntries([...values, ...sets]) as Item['set'] };
    });
    const source = /source=(\w+)/.exec(request)![1]!;
    const ext_refs = changes.some(({ set }) => 'ext_refs' in set);
    const map = new MemoryMap();
    const document = { source, options: { names: 'fit' as const, ext_refs }, items: [...items].reverse() };
    const plan = await map.run(document);
    expect([plan.state, plan.findings]).toEqual(['ready', []]);
    expect(plan.changes.map(({ n: _, ...change }) => change)).toEqual(changes);
    expect((await map.run(document)).changes).toEqual([]);
    const verified = await map.run({ ...document, options: { ...document.options, verify: true } });
    expect([verified.changes, verified.counts.unchanged]).toEqual([[], items.length]);
  });
});
