/** Answers of the REST API of NetBox: which lists of it are read, and the objects that they hold. */
import { isDeepStrictEqual } from 'node:util';
import type { InParts } from '../../core/turns.js';
import { inFile, lacks, notWhole, type ReadOptions } from './connector.js';
import { isObject, MAX_TOLD, member, numberOf, textOf, within } from './values.js';

export const KIND = 'netbox';
/** The first version that is read: answers of earlier ones call the role of a device by another name. */
export const OLDEST = '4.0';

/** The lists that are read, by their place below `/api/`, and the members of their objects that are: no other is asked for. */
export const LISTS = {
  'tenancy/tenants': ['name', 'group', 'description'],
  'tenancy/contacts': ['name', 'title', 'phone', 'email'],
  'dcim/sites': ['name', 'description', 'physical_address', 'tenant'],
  'dcim/locations': ['name', 'site', 'parent', 'description', 'tenant'],
  'dcim/racks': ['name', 'site', 'location', 'description', 'tenant'],
  'dcim/devices': [
    ...['name', 'display', 'device_type', 'role', 'tenant', 'platform', 'serial', 'asset_tag', 'site', 'location'],
    ...['rack', 'primary_ip4', 'primary_ip6', 'oob_ip', 'cluster', 'description', 'tags'],
  ],
  'dcim/interfaces': ['device', 'mac_address'],
  'dcim/cables': ['type', 'color', 'a_terminations', 'b_terminations', 'tenant'],
  'virtualization/clusters': ['name', 'type', 'group', 'description', 'tags', 'tenant'],
  'virtualization/virtual-machines': [
    ...['name', 'status', 'cluster', 'device', 'serial', 'role', 'platform', 'primary_ip4', 'primary_ip6', 'vcpus'],
    ...['memory', 'disk', 'tenant', 'description', 'tags'],
  ],
  'virtualization/interfaces': ['virtual_machine', 'mac_address'],
  'ipam/vlans': ['name', 'vid', 'group', 'site', 'description', 'tenant'],
  'ipam/prefixes': ['prefix', 'vrf', 'vlan', 'description', 'tenant'],
  'ipam/ip-addresses': ['address', 'dns_name', 'assigned_object', 'tenant'],
  'circuits/providers': ['name', 'description'],
  'circuits/circuits': ['cid', 'provider', 'termination_a', 'termination_z', 'tenant'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type List = keyof typeof LISTS;

const isRead = (list: string): list is List => Object.hasOwn(LISTS, list);

/** The list and the id in the address of an object, whatever stands before it. */
const PLACE = /\/api\/([a-z-]{1,40}\/[a-z-]{1,60})\/(\d{1,15})\/?$/;

/** Where an object stands: `dcim/devices/7`, which is its reference; undefined for what is no object of NetBox. */
function placeOf(object: unknown): string | undefined {
  const [, list, id] = PLACE.exec(textOf(member(object, 'url')) ?? '') ?? [];
  return list === undefined ? undefined : `${list}/${id}`;
}

export const textIn = (object: unknown, ...names: string[]): string | undefined => textOf(within(object, ...names));

/** A pointer to another object that an object names. Of one that no answer has told of yet nothing is said. */
export function pointerTo(object: unknown, ...names: string[]): { ref: string; else: 'drop' } | undefined {
  const ref = placeOf(within(object, ...names));
  return ref === undefined ? undefined : { ref, else: 'drop' };
}

/** Where a page of a list begins, and how long it is: what else an address asks for is the same on all its pages. */
const PAGING = ['limit', 'offset', 'start'];

/** What is known of a list of which some pages came. */
interface Pages {
  /** The file of the first of them that came. */
  file: string | undefined;
  list: string;
  places: Set<string>;
  /** The greatest number of objects that a page says there are. */
  count: number;
  /** One of them has no next page. */
  ends: boolean;
}

/** The objects of all answers, by their lists and in the order in which they come. */
export class Answers {
  private readonly lists = new Map<List, Map<string, unknown>>();
  /** Objects that came before, and say something else. */
  private readonly others: Array<readonly [list: List, place: string, object: unknown]> = [];
  private readonly pages = new Map<string, Pages>();

  constructor(private readonly asked: Pick<ReadOptions, 'leftOut' | 'names'>) {}

  /**
   * Takes an answer, a list of answers, or objects alone. Throws 400 for what NetBox 4 does not write, and for a list of which a
   * page is not there.
   */
  *take(value: unknown): InParts<void> {
    // A file may be a list of answers, and stand in a list of files.
    for (const [i, file] of (Array.isArray(value) ? (value as unknown[]) : [value]).entries())
      for (const answer of Array.isArray(file) ? (file as unknown[]) : [file]) {
        yield* inFile(this.asked.names?.[i], KIND, this.answer(answer, this.asked.names?.[i]));
        yield;
      }
    for (const pages of this.pages.values()) yield* inFile(pages.file, KIND, requireWhole(pages, pages.places.size));
  }

  /** The objects of a list by their places. */
  of(list: List): ReadonlyMap<string, unknown> {
    return this.lists.get(list) ?? new Map<string, unknown>();
  }

  /** The same, and behind them those that say something else of an object than it says of itself. */
  *all(list: List): Generator<readonly [place: string, object: unknown]> {
    yield* this.of(list);
    for (const [of, place, object] of this.others) if (of === list) yield [place, object];
  }

  private *answer(answer: unknown, file: string | undefined): InParts<void> {
    const results = member(answer, 'results');
    const refused = textOf(member(answer, 'detail'));
    if (results === undefined && refused !== undefined && member(answer, 'url') === undefined)
      throw notWhole(KIND, 'feedToolRefused', { name: 'NetBox', text: refused.slice(0, MAX_TOLD) });
    if (results === undefined) return void this.add(answer);
    if (!Array.isArray(results)) throw lacks(KIND, 'results');
    const pages = pagesOf(answer, file);
    const known = this.pages.get(pages.key) ?? pages;
    known.count = Math.max(known.count, pages.count);
    known.ends ||= pages.ends;
    for (const object of results as unknown[]) {
      const place = this.add(object);
      known.list ||= listAt(place);
      known.places.add(place);
      yield;
    }
    // An answer that names no other page is all of its list.
    if (pages.key) this.pages.set(pages.key, known);
    else yield* requireWhole(known, results.length);
  }

  /** Takes an object; returns its place. */
  private add(object: unknown): string {
    if (!isObject(object)) throw notWhole(KIND);
    const place = placeOf(object);
    if (place === undefined) throw lacks(KIND, 'url');
    const list = listAt(place);
    if (!isRead(list)) {
      this.asked.leftOut?.add('kind', list);
      return place;
    }
    // Up to NetBox 3 the role of a device had another name.
    if (list === 'dcim/devices' && member(object, 'role') === undefined && member(object, 'device_role') !== undefined)
      throw notWhole(KIND, 'feedVersionOld', { name: 'NetBox', version: '3', min: OLDEST });
    const known = this.lists.get(list);
    if (!known) this.lists.set(list, new Map([[place, object]]));
    else if (!known.has(place)) known.set(place, object);
    else if (!isDeepStrictEqual(known.get(place), object)) this.others.push([list, place, object]);
    return place;
  }
}

const listAt = (place: string): string => place.slice(0, place.lastIndexOf('/'));

/** What an answer says of its list. `key`: the same on all pages of one list, and empty where it says of no other page. */
function pagesOf(answer: unknown, file: string | undefined): Pages & { key: string } {
  const [next, other] = ['next', 'previous'].map((name) => textOf(member(answer, name)));
  const page = next ?? other ?? '';
  const count = numberOf(member(answer, 'count')) ?? 0;
  const pages = { file, list: '', places: new Set<string>(), count, ends: next === undefined };
  if (!URL.canParse(page)) return { key: page, ...pages };
  const { pathname, searchParams } = new URL(page);
  for (const name of PAGING) searchParams.delete(name);
  const list = /\/api\/([a-z-]{1,40}\/[a-z-]{1,60})\/$/.exec(pathname)?.[1] ?? '';
  return { key: `${pathname}?${searchParams}`, ...pages, list };
}

/** Throws 400 for a list of which fewer objects came than there are. */
function* requireWhole({ list, count: of, ends }: Pages, count: number): InParts<void> {
  if (ends && count >= of) return;
  yield;
  throw notWhole(KIND, of > count ? 'feedPageCount' : 'feedPageNext', { list: list || 'results', count, of });
}
