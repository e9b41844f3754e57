/** What a tool says of the map of the demo: its first run is stored, and a plan of its next one waits to be read. */
import type { RequestContext } from '#meridian/core/http/caller.js';
import { jsonAnswer } from '#meridian/engine/index.js';
import { readJson } from '#meridian/feed/document/reader.js';
import type { Submission } from '#meridian/feed/runs/documents.js';
import { FeedingService } from '#meridian/feed/runs/feeding.service.js';
import { SourcesService } from '#meridian/feed/sources/sources.service.js';
import type { Server } from '#meridian/server.js';
import type { DemoMap, DemoObject } from './rows.js';

const SOURCE = 'VCENTER';
const LIMITS = { maxItems: 1000, maxBytes: 1 << 20 };
/** The fields that the tool knows of a virtual machine. */
const FIELDS = ['name', 'operating_system', 'cpu', 'memory', 'address_ip', 'physical_servers'];

interface MachineItem {
  readonly type: 'logical-servers';
  readonly ref: string;
  readonly set: DemoObject;
}

/**
 * Feeds the virtual machines of `map` as their hypervisors report them, through the services that requests go through. They say
 * what the map holds, but for a memory: what was typed there stays, and the run tells of it. The plan that is left waiting
 * makes a machine and changes two.
 */
export async function feedDemo({ app }: Pick<Server, 'app'>, map: DemoMap, context: RequestContext): Promise<void> {
  const sources = app.get(SourcesService, { strict: false });
  const feeding = app.get(FeedingService, { strict: false });
  await sources.put(SOURCE, {}, context);
  const machines = machinesOf(map);
  const first = changed(machines, { 'SRV-GEST-01': { memory: '24 GB' } });
  await feeding.run(await submitted(first), context, () => jsonAnswer(200));
  const next = changed(first, {
    'SRV-DPI-APP-02': { memory: '48 GB' },
    'SRV-HL7-01': { operating_system: 'Debian 13', physical_servers: ['ESX-02'] },
  });
  const added: MachineItem = {
    type: 'logical-servers',
    ref: 'vm-1099',
    set: {
      name: 'SRV-DPI-APP-03',
      operating_system: 'Debian 13',
      cpu: '8',
      memory: '48 GB',
      physical_servers: ['ESX-01'],
    },
  };
  await feeding.plan(await submitted([...next, added]), context);
}

/** The machines that stand on a hypervisor, each under the reference that the map knows, or one made up. */
function machinesOf(map: DemoMap): MachineItem[] {
  const hosts = map['physical-servers']!.filter(({ type }) => type === 'Hypervisor').map(({ name }) => name);
  return map['logical-servers']!.filter(({ physical_servers: on }) => Array.isArray(on) && hosts.includes(on[0])).map(
    (server, i) => ({
      type: 'logical-servers',
      ref: /\{VCENTER\}([^|]+)/.exec(String(server['ext_refs']))?.[1] ?? `vm-${1030 + i}`,
      set: Object.fromEntries(FIELDS.map((field) => [field, server[field]])),
    }),
  );
}

const changed = (items: readonly MachineItem[], said: Readonly<Record<string, DemoObject>>): MachineItem[] =>
  items.map((item) => ({ ...item, set: { ...item.set, ...said[String(item.set['name'])] } }));

const submitted = (items: readonly MachineItem[]): Promise<Submission> =>
  readJson(Buffer.from(JSON.stringify({ feed: 1, source: SOURCE, mode: 'full', items })), LIMITS, () => undefined);
