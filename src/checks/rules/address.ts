/** Addresses that cannot be: unreadable, there twice, outside every subnetwork; subnetworks that overlap, gateways outside theirs. */
import { addressesIn, hexOf, isRangeOrHost, rangeOf } from '../../core/text/addresses.js';
import { quote } from '../../database/dialect.js';
import { holdsAddresses, registry } from '../../engine/index.js';
import { mapKinds } from '../check.js';
import type { EvidenceObject, Found } from '../findings/said.js';
import { breather, grouped, linked, live, tableOf } from './parts.js';
import { portions, type Rule, type RuleReading } from './rule.js';

const SUBNETWORKS = 'subnetworks';
/** Kinds of machines that have addresses of their own; those of one layer are told apart by them. */
const MACHINES = [
  'logical-servers',
  'physical-servers',
  'workstations',
  'peripherals',
  'phones',
  'storage-devices',
  'wifi-terminals',
];
const KINDS = ['unreadable', 'twice', 'nowhere', 'overlap', 'gateway'] as const;
const MAX_SHOWN = 100;

/** A subnetwork by the first and last of its addresses. */
interface Range {
  id: number;
  network: number | null;
  length: number;
  low: string;
  high: string;
}

/** An address of a machine, as hexadecimal text. */
interface Address {
  machine: EvidenceObject;
  text: string;
  hex: string;
  /** The network of the machine, where it says one itself. */
  network: number | null;
  /** Networks, by id, of the subnetworks that hold the address; 0 for those that belong to none. */
  within: Set<number>;
}

const addressFields = (path: string): string[] =>
  registry.get(path).fields.flatMap((field) => (holdsAddresses(field) && !field.hidden ? [field.name] : []));

export const address: Rule = {
  name: 'address',
  about: {
    en: 'Texts that are no address, range, network or host name (`unreadable`); addresses that two live machines of one network have (`twice`) or that lie in no subnetwork (`nowhere`); subnetworks that overlap without one holding the other (`overlap`); default gateways outside their subnetwork (`gateway`).',
    fr: 'Textes qui ne sont ni adresse, ni plage, ni réseau, ni nom de machine (`unreadable`)\u00a0; adresses que deux machines d’un même réseau portent (`twice`) ou qui ne sont dans aucun sous-réseau (`nowhere`)\u00a0; sous-réseaux qui se chevauchent sans que l’un contienne l’autre (`overlap`)\u00a0; passerelles par défaut hors de leur sous-réseau (`gateway`).',
  },
  options: { kinds: { takes: 'words', allowed: KINDS, default: KINDS } },
  kinds: () => mapKinds().flatMap(({ path }) => (addressFields(path).length ? [path] : [])),
  async *find(reading, { kinds }) {
    const wanted = new Set(kinds as string[]);
    const reported = new Set<string>();
    const { kinds: looked } = reading;
    for await (const found of all(reading, wanted)) {
      const key = `${found.type} ${found.id}`;
      if (reported.has(key) || !looked.includes(found.type)) continue;
      reported.add(key);
      yield found;
    }
  },
};

async function* all(reading: RuleReading, wanted: ReadonlySet<string>): AsyncIterable<Found> {
  if (wanted.has('unreadable')) yield* unreadable(reading);
  const ranges = wanted.size > 1 || !wanted.has('unreadable') ? await rangesIn(reading) : [];
  if (wanted.has('gateway')) yield* gateways(reading);
  if (wanted.has('overlap')) yield* overlaps(ranges);
  if (!wanted.has('twice') && !wanted.has('nowhere')) return;
  const addresses = await addressesOf(reading, ranges);
  if (wanted.has('twice')) yield* twice(reading, addresses);
  // Without any subnetwork nobody keeps a plan of addresses.
  if (wanted.has('nowhere') && ranges.length) {
    for (const { machine, text, within } of addresses) {
      if (!within.size)
        yield { type: machine.type, id: machine.id, sentence: 'addressNowhere', values: { value: text } };
    }
  }
}

async function* unreadable(reading: RuleReading): AsyncIterable<Found> {
  for (const path of reading.kinds) {
    for (const name of addressFields(path)) {
      for await (const { id, text } of texts(reading, path, name)) {
        const isRight = isRangeOrHost(text);
        if (!isRight)
          yield { type: path, id, sentence: 'addressUnreadable', fields: [name], values: { value: shown(text) } };
      }
    }
  }
}

async function* texts(
  reading: RuleReading,
  path: string,
  name: string,
  more = '',
  only = '',
): AsyncIterable<{ id: number; text: string; network: number | null }> {
  const column = `t.${quote(name)}`;
  const select =
    `SELECT t.\`id\`, ${column} AS text${more} FROM ${tableOf(path)} t WHERE ${live(registry.get(path), 't')} ` +
    `AND ${column} IS NOT NULL AND ${column} <> ''${only}`;
  for await (const row of portions(reading, select, []))
    yield {
      id: Number(row['id']),
      text: String(row['text']),
      network: row['network'] === null || row['network'] === undefined ? null : Number(row['network']),
    };
}

async function rangesIn(reading: RuleReading): Promise<Range[]> {
  const ranges: Range[] = [];
  for await (const { id, text, network } of texts(reading, SUBNETWORKS, 'address', ', t.`network_id` AS network')) {
    const range = spanOf(text);
    if (range) ranges.push({ id, network, ...range });
  }
  return ranges.sort(byLow);
}

/** The first and last address of a network, or of a range that is written by its ends; undefined for what is none. */
function spanOf(text: string): Omit<Range, 'id' | 'network'> | undefined {
  const trimmed = text.trim();
  const range = rangeOf(trimmed);
  if (range) return range;
  const [low, high, ...rest] = trimmed.split('-').map((end) => hexOf(end.trim()));
  if (low === undefined || high === undefined || rest.length || low.length !== high.length || low > high)
    return undefined;
  return { length: low.length / 2, low, high };
}

/** The larger first where two begin at once. */
const byLow = (a: Range, b: Range): number =>
  a.length - b.length ||
  (a.low < b.low ? -1 : a.low > b.low ? 1 : a.high > b.high ? -1 : a.high < b.high ? 1 : a.id - b.id);

async function* gateways(reading: RuleReading): AsyncIterable<Found> {
  for await (const row of portions(
    reading,
    `SELECT t.\`id\`, t.\`address\` AS address, t.\`default_gateway\` AS gateway FROM ${tableOf(SUBNETWORKS)} t ` +
      `WHERE ${live(registry.get(SUBNETWORKS), 't')} AND t.\`address\` <> '' AND t.\`default_gateway\` <> ''`,
    [],
  )) {
    const range = spanOf(String(row['address']));
    const gateway = String(row['gateway']).trim();
    const hex = hexOf(gateway);
    if (!range || hex === undefined) continue;
    const isInside = hex.length === range.length * 2 && hex >= range.low && hex <= range.high;
    if (!isInside)
      yield {
        type: SUBNETWORKS,
        id: Number(row['id']),
        sentence: 'gatewayOutside',
        fields: ['default_gateway'],
        values: { value: shown(gateway) },
      };
  }
}

async function* overlaps(ranges: readonly Range[]): AsyncIterable<Found> {
  const pairs: Array<readonly [number, number]> = [];
  const pause = breather();
  let open: Range[] = [];
  for (const range of ranges) {
    open = open.filter(({ length, high }) => length === range.length && high >= range.low);
    for (const other of open) {
      await pause();
      const isHeld = other.high >= range.high;
      const areApart = other.network !== null && range.network !== null && other.network !== range.network;
      if (!isHeld && other.low !== range.low && !areApart) pairs.push([range.id, other.id], [other.id, range.id]);
    }
    open.push(range);
  }
  for (const [id, others] of grouped(pairs))
    yield {
      type: SUBNETWORKS,
      id,
      sentence: 'subnetworkOverlap',
      objects: others.map((other) => ({ type: SUBNETWORKS, id: other })),
    };
}

/** All addresses of machines in order, each with the networks in which it lies. */
async function addressesOf(reading: RuleReading, ranges: readonly Range[]): Promise<Address[]> {
  const addresses: Address[] = [];
  for (const path of MACHINES) {
    const { fields } = registry.get(path);
    const name = fields.find((field) => holdsAddresses(field))?.name;
    if (!name) continue;
    const more = fields.some((field) => field.name === 'network_id') ? ', t.`network_id` AS network' : '';
    // What is no longer in use has no address.
    const inUse = fields.some((field) => field.name === 'active') ? ' AND (t.`active` IS NULL OR t.`active` <> 0)' : '';
    for await (const { id, text, network } of texts(reading, path, name, more, inUse)) {
      const machine = { type: path, id };
      const words = text.split(/[,;\s]+/).filter(Boolean);
      for (const hex of addressesIn(words.filter((word) => !/[-/]/.test(word)).join(' '))) {
        const written = words.find((word) => hexOf(word) === hex) ?? text;
        if (!isEverywhere(hex)) addresses.push({ machine, text: shown(written), hex, network, within: new Set() });
      }
    }
  }
  addresses.sort((a, b) => a.hex.length - b.hex.length || (a.hex < b.hex ? -1 : a.hex > b.hex ? 1 : 0));
  const pause = breather();
  let open: Range[] = [];
  let next = 0;
  for (const one of addresses) {
    await pause();
    const size = one.hex.length / 2;
    while (
      next < ranges.length &&
      (ranges[next]!.length < size || (ranges[next]!.length === size && ranges[next]!.low <= one.hex))
    )
      open.push(ranges[next++]!);
    open = open.filter(({ length, high }) => length === size && high >= one.hex);
    for (const { network } of open) one.within.add(network ?? 0);
  }
  return addresses;
}

/** Addresses that every machine has: loopback, link-local, and none at all. */
const isEverywhere = (hex: string): boolean =>
  hex.length === 8 ? /^(00|7f|a9fe)/.test(hex) : /^(0{31}[01]|fe[89ab])/.test(hex);

async function* twice(reading: RuleReading, addresses: readonly Address[]): AsyncIterable<Found> {
  const layers = new Set(
    (await linked(reading, 'logical-servers', 'physical_servers')).map(([own, other]) => `${own} ${other}`),
  );
  const pause = breather();
  for (let i = 0; i < addresses.length;) {
    let end = i + 1;
    while (end < addresses.length && addresses[end]!.hex === addresses[i]!.hex) end++;
    const group = addresses.slice(i, end);
    i = end;
    await pause();
    if (group.length < 2) continue;
    for (const one of group) {
      const others = group.filter((other) => other !== one && areRivals(one, other, layers));
      if (!others.length) continue;
      const { type, id } = one.machine;
      yield {
        type,
        id,
        sentence: 'addressTwice',
        values: { value: one.text },
        objects: others.map(({ machine }) => machine),
      };
    }
  }
}

/** Both machines are in one network, or in none that the map holds, and are not one machine in two layers. */
function areRivals(one: Address, other: Address, layers: ReadonlySet<string>): boolean {
  const [a, b] = [one.machine, other.machine];
  if (a.type === b.type && a.id === b.id) return false;
  if (a.type === 'logical-servers' && b.type === 'physical-servers' && layers.has(`${a.id} ${b.id}`)) return false;
  if (b.type === 'logical-servers' && a.type === 'physical-servers' && layers.has(`${b.id} ${a.id}`)) return false;
  if (one.network !== null && other.network !== null && one.network !== other.network) return false;
  // In several networks at once: nobody can tell which of them is meant.
  return one.within.size <= 1;
}

const shown = (text: string): string => [...text].slice(0, MAX_SHOWN).join('');
