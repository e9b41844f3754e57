import type { View } from './view.js';

/** Who administers what: zones, directories, forests, domains, and the accounts in them. */
export const ADMINISTRATION: View = {
  name: 'administration',
  kinds: ['zone-admins', 'annuaires', 'forest-ads', 'domains', 'admin-users'],
  nest: [
    { edge: 'annuaires.zone_admin_id', container: 'from' },
    { edge: 'forest-ads.zone_admin_id', container: 'from' },
  ],
  lines: [
    { edge: 'forest-ads.domains', means: 'holds' },
    { edge: 'admin-users.domain_id', means: 'holds' },
  ],
  badges: [],
  show: ['tags', 'kinds'],
  selectors: [
    {
      ...{ name: 'zone', kind: 'zone-admins', list: true, keeps: 'follow' },
      edges: [
        ['annuaires.zone_admin_id', 'to'],
        ['forest-ads.zone_admin_id', 'to'],
        ['forest-ads.domains', 'to'],
        ['admin-users.domain_id', 'to'],
      ],
    },
  ],
};
