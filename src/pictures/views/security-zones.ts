import type { View } from './view.js';

/** Security zones, the buildings in them, and who may enter. */
export const SECURITY_ZONES: View = {
  name: 'security-zones',
  kinds: ['zones', 'buildings', 'admin-users'],
  linkedOnly: ['buildings', 'admin-users'],
  nest: [{ edge: 'zones.child_zones', container: 'from', only: true }],
  lines: [
    { edge: 'zones.child_zones', means: 'holds', further: true },
    { edge: 'zones.buildings', means: 'zoneOf' },
    { edge: 'zones.admin_users', means: 'opensTo' },
  ],
  badges: [],
  show: ['tags', 'kinds'],
  selectors: [{ name: 'zone', kind: 'zones', list: true, keeps: 'touching', edges: [['zones.child_zones', 'to']] }],
};
