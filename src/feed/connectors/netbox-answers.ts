/** Answers of the REST API of NetBox: which lists of it are read, and the objects that they hold. */
import type { InParts } from '../../core/turns.js';
import { lacks, notWhole, type LeftOut } from './connector.js';
import { isObject, listOf, member, textOf, within } from './values.js';

export const KIND = 'netbox';
/** The first version that is read: answers of earlier ones call the role of a device by another name. */
export const OLDEST = '4.0';

/** The lists that are read, by their place below `/api/`, and the members of their objects that are: no other is asked for. */
export const LISTS = {
  'tenancy/tenants': ['name', 'group', 'description'],
  'tenancy/contacts': ['name', 'title', 'phone', 'email'],
  'dcim/sites': ['name', 'description', 'physical_address'],
  'dcim/locations': ['name', 'site', 'parent', 'description'],
  'dcim/racks': ['name', 'site', 'location', 'description'],
  'dcim/devices': [
    ...['name', 'display', 'device_type', 'role', 'tenant', 'platform', 'serial', 'asset_tag', 'site', 'location'],
    ...['rack', 'primary_ip4', 'primary_ip6', 'oob_ip', 'cluster', 'description', 'tags'],
  ],
  'dcim/interfaces': ['device', 'mac_address'],
  'dcim/cables': ['type', 'color', 'a_terminations', 'b_terminations'],
  'virtualization/clusters': ['name', 'type', 'group', 'description', 'tags'],
  'virtualization/virtual-machines': [
    ...['name', 'status', 'cluster', 'device', 'serial', 'role', 'platform', 'primary_ip4', 'primary_ip6', 'vcpus'],
    ...['memory', 'disk', 'description', 'tags'],
  ],
  'virtualization/interfaces': ['virtual_machine', 'mac_address'],
  'ipam/vlans': ['name', 'vid', 'group', 'site', 'description'],
  'ipam/prefixes': ['prefix', 'vrf', 'vlan', 'description'],
  'ipam/ip-addresses': ['address', 'dns_name', 'assigned_object'],
  'circuits/providers': ['name', 'description'],
  'circuits/circuits': ['cid', 'provider', 'termination_a', 'termination_z'],
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

/** The objects of all answers, by their lists and in the order in which they come. Of one that comes twice the last counts. */
export class Answers {
  private readonly lists = new Map<List, Map<string, unknown>>();

  constructor(private readonly leftOut: LeftOut | undefined) {}

  /** Takes an answer, a list of answers, or objects alone. Throws 400 for what NetBox 4 does not write. */
  *take(value: unknown): InParts<void> {
    // A file may be a list of answers, and stand in a list of files.
    for (const answer of [value].flat(2)) {
      const results = member(answer, 'results');
      if (results === undefined) this.add(answer);
      else if (!Array.isArray(results)) throw lacks(KIND, 'results');
      for (const object of listOf(results)) {
        this.add(object);
        yield;
      }
      yield;
    }
  }

  /** The objects of a list by their places. */
  of(list: List): ReadonlyMap<string, unknown> {
    return this.lists.get(list) ?? new Map<string, unknown>();
  }

  private add(object: unknown): void {
    if (!isObject(object)) throw notWhole(KIND);
    const place = placeOf(object);
    if (place === undefined) throw lacks(KIND, 'url');
    const list = place.slice(0, place.lastIndexOf('/'));
    if (!isRead(list)) return this.leftOut?.add('kind', list);
    // Up to NetBox 3 the role of a device had another name.
    if (list === 'dcim/devices' && member(object, 'role') === undefined && member(object, 'device_role') !== undefined)
      throw notWhole(KIND, 'feedVersionOld', { name: 'NetBox', version: '3', min: OLDEST });
    const known = this.lists.get(list);
    if (known) known.set(place, object);
    else this.lists.set(list, new Map([[place, object]]));
  }
}
