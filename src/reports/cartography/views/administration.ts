/** View 4 of the map report. */
import { html, links, number, ref, text } from '../field.js';
import { type, type MapView } from '../map-type.js';

export const administration: MapView = {
  number: 4,
  title: 'Administration view',
  introduction: 'Where accounts and rights are administered: areas, directories, forests and domains.',
  types: [
    type('Administration areas', 'zone-admins', [
      html('Description', 'description'),
      links('Directories', 'annuaires'),
      links('Forests', 'forest_ads'),
    ]),
    type(
      'Administration Directory Services',
      'annuaires',
      [html('Description', 'description'), text('Solution', 'solution'), ref('Admin Zone', 'zone_admin_id')],
      { sheet: 'Directories' },
    ),
    type(
      'Active Directory / LDAP forests',
      'forest-ads',
      [html('Description', 'description'), ref('Administration area', 'zone_admin_id'), links('Domains', 'domains')],
      { sheet: 'Forests' },
    ),
    type(
      'Active Directory / LDAP domains',
      'domains',
      [
        html('Description', 'description'),
        number('Number of domain controllers', 'domain_ctrl_cnt'),
        number('Number of user accounts', 'user_count'),
        number('Number of machines', 'machine_count'),
        text('Inter Domain Relationship', 'relation_inter_domaine'),
        links('Forests', 'forest_ads'),
      ],
      { sheet: 'Domains' },
    ),
  ],
};
