import type { NestRule, View } from './view.js';

/** Equipment that may stand in a bay. */
export const IN_BAYS = [
  'physical-servers',
  'storage-devices',
  'peripherals',
  'physical-switches',
  'physical-routers',
  'physical-security-devices',
];

/** Equipment that stands in rooms. */
export const IN_ROOMS = ['workstations', 'phones', 'wifi-terminals'];

const EQUIPMENT = [...IN_BAYS, ...IN_ROOMS];

const inside = (edge: string): NestRule => ({ edge, container: 'from' });

/** The most precise place: bay, else building, else site. */
export const PLACES: readonly NestRule[] = [
  inside('buildings.building_id'),
  inside('buildings.site_id'),
  inside('bays.room_id'),
  inside('bays.site_id'),
  ...IN_BAYS.map((path) => inside(`${path}.bay_id`)),
  inside('wifi-terminals.bays'),
  ...EQUIPMENT.map((path) => inside(`${path}.building_id`)),
  ...EQUIPMENT.map((path) => inside(`${path}.site_id`)),
];

/** Columns with the addresses of equipment. */
export const ADDRESSES_OF_EQUIPMENT = {
  'physical-servers': 'address_ip',
  workstations: 'address_ip',
  'storage-devices': 'address_ip',
  peripherals: 'address_ip',
  phones: 'address_ip',
  'wifi-terminals': 'address_ip',
  'physical-security-devices': 'address_ip',
};

/** Sites, buildings, bays, and the equipment in them. */
export const PHYSICAL_INFRASTRUCTURE: View = {
  name: 'physical-infrastructure',
  kinds: ['sites', 'buildings', 'bays', ...EQUIPMENT],
  nest: PLACES,
  lines: [],
  badges: [{ edge: 'zones.buildings', on: 'to', kind: 'zones' }],
  addresses: ADDRESSES_OF_EQUIPMENT,
  show: ['ip', 'tags', 'kinds'],
  selectors: [
    { name: 'site', kind: 'sites', list: true, keeps: 'within' },
    { name: 'building', kind: 'buildings', list: true, keeps: 'within' },
  ],
};
