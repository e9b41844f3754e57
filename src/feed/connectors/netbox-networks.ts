/** Addresses and networks of NetBox: which machine has which, and which network lies in which. */
import { isIP } from 'node:net';
import { rangeOf } from '../../core/text/addresses.js';
import type { Turns } from '../../core/turns.js';
import type { LeftOut } from './connector.js';
import { pointerTo, textIn, type Answers } from './netbox-answers.js';
import { macOf, textOf, unique } from './values.js';

/** What is said of the adapters of one machine. */
interface OfMachine {
  addresses: string[];
  names: string[];
  macs: string[];
}

/** An address without the length of its network. */
export const bare = (address: unknown): string | undefined => textOf(address)?.split('/')[0];

/** What addresses and interfaces say of devices and virtual machines, by the references of these. */
export class Adapters {
  private readonly machines = new Map<string, OfMachine>();

  /** What is known of a machine, each value once. */
  of(ref: string): OfMachine {
    const { addresses, names, macs } = this.machines.get(ref) ?? { addresses: [], names: [], macs: [] };
    return { addresses: unique(addresses), names: unique(names), macs: unique(macs) };
  }

  async take(answers: Answers, turns: Turns, leftOut: LeftOut | undefined): Promise<void> {
    await turns.each(answers.of('ipam/ip-addresses').values(), (address) => {
      if (pointerTo(address, 'tenant')) leftOut?.add('tenant', 'ipam/ip-addresses');
      const ref = ownerOf(address, 'assigned_object');
      if (ref === undefined) return leftOut?.add('address');
      const [machine, text] = [this.machineAt(ref), textIn(address, 'address') ?? ''];
      if (isIP(bare(text) ?? '')) machine.addresses.push(bare(text)!);
      else leftOut?.add('noAddress', text);
      machine.names.push(textIn(address, 'dns_name') ?? '');
    });
    for (const list of ['dcim/interfaces', 'virtualization/interfaces'] as const)
      await turns.each(answers.of(list).values(), (adapter) => {
        const [ref, mac] = [ownerOf(adapter), macOf(textIn(adapter, 'mac_address'))];
        if (ref !== undefined && mac !== undefined) this.machineAt(ref).macs.push(mac);
      });
  }

  private machineAt(ref: string): OfMachine {
    const known = this.machines.get(ref);
    if (known) return known;
    const machine: OfMachine = { addresses: [], names: [], macs: [] };
    this.machines.set(ref, machine);
    return machine;
  }
}

/** The device or virtual machine that an adapter is of. */
const ownerOf = (object: unknown, ...names: string[]): string | undefined =>
  (pointerTo(object, ...names, 'device') ?? pointerTo(object, ...names, 'virtual_machine'))?.ref;

interface Network {
  ref: string;
  /** The routing table, and the version of the protocol: networks of others lie in none of these. */
  space: string;
  low: string;
  high: string;
}

/** The smallest network in which each network lies, by their references. */
export async function nestedIn(prefixes: ReadonlyMap<string, unknown>, turns: Turns): Promise<Map<string, string>> {
  const networks: Network[] = [];
  await turns.each(prefixes, ([ref, prefix]) => {
    const range = rangeOf(textIn(prefix, 'prefix') ?? '');
    const space = `${range?.length} ${pointerTo(prefix, 'vrf')?.ref ?? ''}`;
    if (range) networks.push({ ref, space, low: range.low, high: range.high });
  });
  const inOrder = await turns.sorted(
    networks,
    (a, b) => order(a.space, b.space) || order(a.low, b.low) || order(b.high, a.high),
  );
  const nested = new Map<string, string>();
  const open: Network[] = [];
  await turns.each(inOrder, (network) => {
    while (open.length && !holds(open.at(-1)!, network)) open.pop();
    const around = open.at(-1);
    if (around) nested.set(network.ref, around.ref);
    open.push(network);
  });
  return nested;
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Of networks of the same range none lies in the other. */
const holds = (outer: Network, inner: Network): boolean =>
  outer.space === inner.space && outer.high >= inner.high && (outer.low !== inner.low || outer.high !== inner.high);
