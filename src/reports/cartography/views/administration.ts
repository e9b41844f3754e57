/** View 4 of the map report. */
import { html, links, number, ref, text, type, type MapView } from '../fields.js';

export const administration: MapView = {
  number: 4,
  title: 'administrationView',
  introduction: 'introAdministration',
  picture: 'administration',
  types: [
    type('administrationAreas', 'zone-admins', [
      html('description', 'description'),
      links('directories', 'annuaires'),
      links('forests', 'forest_ads'),
    ]),
    type(
      'administrationDirectoryServices',
      'annuaires',
      [html('description', 'description'), text('solution', 'solution'), ref('adminZone', 'zone_admin_id')],
      { sheet: 'directories' },
    ),
    type(
      'ldapForests',
      'forest-ads',
      [html('description', 'description'), ref('administrationArea', 'zone_admin_id'), links('domains', 'domains')],
      { sheet: 'forests' },
    ),
    type(
      'ldapDomains',
      'domains',
      [
        html('description', 'description'),
        number('numberOfDomainControllers', 'domain_ctrl_cnt'),
        number('numberOfUserAccounts', 'user_count'),
        number('numberOfMachines', 'machine_count'),
        text('interDomainRelationship', 'relation_inter_domaine'),
        links('forests', 'forest_ads'),
      ],
      { sheet: 'domains' },
    ),
  ],
};
