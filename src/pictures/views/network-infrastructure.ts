import { ADDRESSES_OF_EQUIPMENT, IN_BAYS, IN_ROOMS, PLACES } from './physical-infrastructure.js';
import type { LineRule, View } from './view.js';

const EQUIPMENT = [...IN_BAYS, ...IN_ROOMS];

/** What is logical and may be at an end of a cable all the same. */
const LOGICAL = ['network-switches', 'routers', 'logical-servers'];

/** Where there is a cable, that says it. */
const plugged = (path: string): LineRule => ({
  ...{
    edge: `${path}.physical_switch_id`,
    means: 'plugged',
    arrow: 'none',
    pattern: 'dashed',
    unless: ['physical-links'],
  },
});

/** Cables between equipment, in the places where it stands. */
export const NETWORK_INFRASTRUCTURE: View = {
  name: 'network-infrastructure',
  kinds: ['sites', 'buildings', 'bays', ...EQUIPMENT, ...LOGICAL],
  linkedOnly: ['sites', 'buildings', 'bays', ...EQUIPMENT, ...LOGICAL],
  unlinked: { kinds: EQUIPMENT, one: 'uncabledOne', several: 'uncabled' },
  leadsOut: 'leadsOut',
  shown: { logical: LOGICAL },
  nest: PLACES,
  packed: 'page',
  byPlace: { devices: EQUIPMENT, most: 60, selectors: { sites: 'site', buildings: 'building' } },
  lines: [
    {
      edge: 'physical-links',
      means: 'cable',
      arrow: 'none',
      label: 'ports',
      colour: 'color',
      sort: 'type',
      parallel: true,
    },
    plugged('physical-servers'),
    plugged('workstations'),
    plugged('phones'),
  ],
  badges: [],
  addresses: ADDRESSES_OF_EQUIPMENT,
  show: ['ip', 'ports', 'logical', 'tags', 'kinds'],
  selectors: [
    { name: 'site', kind: 'sites', list: true, keeps: 'within' },
    { name: 'building', kind: 'buildings', list: true, keeps: 'within' },
  ],
};
