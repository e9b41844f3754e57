/** Which kind of object a device of NetBox is: its role says it, which every installation names as it likes. */
import { ApiError } from '../../core/http/errors.js';
import type { ReadOptions } from './connector.js';
import { member, textOf } from './values.js';

/** What a device becomes, and what the kind has columns for. */
export const DEVICE_KINDS = {
  'physical-servers': { bay: 'bay', addresses: true, product: true, system: true, clusters: true },
  'physical-switches': { bay: 'bay', product: true },
  'physical-routers': { bay: 'bay', product: true },
  'physical-security-devices': { bay: 'bay', addresses: true, attributes: true },
  'storage-devices': { bay: 'bay', addresses: true, product: true },
  'wifi-terminals': { bay: 'bays', addresses: true, product: true },
  phones: { addresses: true, product: true },
  workstations: { addresses: true, product: true, system: true },
  peripherals: { bay: 'bay', addresses: true, product: true },
} as const satisfies Readonly<Record<string, KindColumns>>;

interface KindColumns {
  /** The column that names its rack. */
  bay?: 'bay' | 'bays';
  addresses?: true;
  /** Vendor and product. */
  product?: true;
  system?: true;
  clusters?: true;
  attributes?: true;
}

export type DeviceKind = keyof typeof DEVICE_KINDS;

export const columnsOf = (kind: DeviceKind): KindColumns => DEVICE_KINDS[kind];

/** Words of roles, of which the first that fits decides. */
const WORDS: ReadonlyArray<readonly [words: RegExp, kind: DeviceKind]> = [
  [/\b(?:console|terminal) server|\bkvm\b|\bpdu\b|\bpatch/, 'peripherals'],
  [/firewall|\bids\b|\bips\b|\bwaf\b|\bvpn\b|security/, 'physical-security-devices'],
  [/wireless|wi ?fi|access point|\bap\b/, 'wifi-terminals'],
  [/router|gateway/, 'physical-routers'],
  [/switch|\bspine\b|\bleaf\b|\btor\b/, 'physical-switches'],
  [/storage|\bnas\b|\bsan\b|\btape\b|disk/, 'storage-devices'],
  [/phone|voip/, 'phones'],
  [/workstation|desktop|laptop|\bpc\b/, 'workstations'],
  [/server|hypervisor|\bhost\b|\besxi?\b|compute|\bnode\b/, 'physical-servers'],
];

/** What stands in place of a kind for devices that are left out. */
const NONE = '-';

/** Kinds by the slugs of roles, in lower case. */
export type Roles = ReadonlyMap<string, DeviceKind | typeof NONE>;

/** `opt[roles]`: `pdu=-,core=physical-switches`. Throws 422 for a kind that devices cannot be. */
export function rolesOf({ opt }: ReadOptions): Roles {
  const roles = new Map<string, DeviceKind | typeof NONE>();
  for (const pair of (opt.get('roles') ?? '').split(',').filter((text) => text.trim())) {
    const [role, kind] = pair.split('=').map((text) => text.trim()) as [string, string?];
    if (kind === undefined || !(kind === NONE || Object.hasOwn(DEVICE_KINDS, kind))) {
      const allowed = [...Object.keys(DEVICE_KINDS), NONE].map((one) => `${role || 'role'}=${one}`).join(', ');
      throw new ApiError(422, 'feedOptionValue', { option: 'opt[roles]', allowed });
    }
    roles.set(role.toLowerCase(), kind as DeviceKind | typeof NONE);
  }
  return roles;
}

/** What a device becomes: as the option says of its role, otherwise by words of it; undefined for one that is left out. */
export function kindOf(device: unknown, roles: Roles): DeviceKind | undefined {
  const role = member(device, 'role');
  const slug = textOf(member(role, 'slug'))?.toLowerCase() ?? '';
  const asked = roles.get(slug);
  if (asked !== undefined) return asked === NONE ? undefined : asked;
  const words = `${slug} ${textOf(member(role, 'name'))?.toLowerCase() ?? ''}`.replace(/[-_]+/g, ' ');
  return WORDS.find(([fits]) => fits.test(words))?.[1] ?? 'peripherals';
}
