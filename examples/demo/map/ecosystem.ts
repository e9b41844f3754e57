/** The organisation, its departments, its suppliers and the authorities, and what binds them. */
import { needs, table, type Calendar, type DemoMap } from '../rows.js';

/** The organisation of the demo. */
export const ORGANISATION = 'Centre hospitalier de Valmarais';

const entities = [
  {
    name: ORGANISATION,
    icon_id: 'icon-care.svg',
    description: '<p>Public hospital of 420 beds on three sites, 1 150 people, 31 000 emergencies a year.</p>',
    security_level: '<p>Operator of an essential service; certified for hosting its own health data.</p>',
    contact_point: '<p>Standard: 02 99 00 00 00</p>',
    is_external: false,
    entity_type: 'Organisation',
    attributes: 'public hospital',
    reference: 'FINESS 990000001',
    ext_refs: '{FINESS}990000001',
  },
  ...table(
    'name parent_entity_id entity_type is_external contact_point description',
    // prettier-ignore
    [
      ['Direction générale', ORGANISATION, 'Department', false, '<p>Secretariat: 1001</p>',
        '<p>Management and crisis unit</p>'],
      ['DSI', ORGANISATION, 'Department', false, '<p>Help desk: 3333, day and night</p>',
        '<p>14 people, on call</p>'],
      ['Urgences', ORGANISATION, 'Department', false, '<p>Head nurse: 4015</p>',
        '<p>Emergency ward and ambulance service</p>'],
      ['Imagerie médicale', ORGANISATION, 'Department', false, '<p>Desk: 4200</p>', '<p>Scanner, MRI, radiology</p>'],
      ['Biologie', ORGANISATION, 'Department', false, '<p>Desk: 4300</p>', '<p>Laboratory, blood bank</p>'],
      ['Pharmacie', ORGANISATION, 'Department', false, '<p>On call: 4405</p>', '<p>Drugs, sterile preparation</p>'],
      ['Ressources humaines', ORGANISATION, 'Department', false, '<p>Desk: 1200</p>', '<p>Staff and payroll</p>'],
      ['Biomédical', 'DSI', 'Department', false, '<p>Workshop: 3350</p>',
        '<p>Medical devices and their networks</p>'],
      ['Groupement des Deux Rives', null, 'Partner', true, '<p>cellule-ssi@deux-rives.example</p>',
        '<p>Six hospitals</p>'],
      ['Autorité sanitaire régionale', null, 'Authority', true, '<p>Alerts: 0 800 000 000</p>',
        '<p>Receives incident reports</p>'],
    ],
  ),
  ...table(
    'name entity_type security_level contact_point external_ref_id is_external description',
    // prettier-ignore
    [
      ['Opaline Santé', 'Supplier', '<p>ISO 27001, HDS</p>', '<p>support@opaline.example, 24/7</p>', 'F-1042', true,
        '<p>Publisher of the patient record</p>'],
      ['Radiance Imagerie', 'Supplier', '<p>ISO 27001</p>', '<p>Hot line: 01 70 00 00 21</p>', 'F-1187', true,
        '<p>Image archive, remote maintenance of the scanner</p>'],
      ['Labexa', 'Supplier', '<p>Security clauses of 2021</p>', '<p>hotline@labexa.example</p>', 'F-0761', true,
        '<p>Laboratory system</p>'],
      ['Arvor Télécom', 'Supplier', '<p>Questionnaire answered</p>', '<p>Supervision: 0 805 000 000</p>', 'F-0310',
        true, '<p>Fibre between the sites, access to the Internet</p>'],
      ['Nordlys Hébergement', 'Supplier', '<p>HDS, ISO 27001, SecNum candidate</p>', '<p>noc@nordlys.example</p>',
        'F-1290', true, '<p>Second site for backups, patient portal</p>'],
      ['Kermadec Énergie', 'Supplier', '<p>None asked for</p>', '<p>Jean-Loïc Kermadec: 06 00 00 00 17</p>', 'F-0099',
        true, '<p>Generators, cooling of the machine rooms</p>'],
    ],
  ),
];

export const ecosystem = ({ day }: Calendar): DemoMap => ({
  entities,
  relations: [
    {
      name: 'Maintenance du DPI',
      type: 'Maintenance contract',
      importance: 4,
      source_id: 'Opaline Santé',
      destination_id: ORGANISATION,
      description: '<p>Corrective and legal maintenance, support day and night.</p>',
      attributes: 'critical 24/7',
      reference: 'MNT-DPI-07',
      responsible: 'Maëlle Quéré',
      order_number: 'BC-2024-0118',
      active: true,
      start_date: day(-640),
      end_date: day(455),
      comments: 'Renewal to be prepared nine months before the end.',
      ...needs(4, 4, 4, 3, 3),
      applications: ['Clarté'],
      ext_refs: '{ERP}BC-2024-0118|{ARCHIVE}2023-MNT-07',
      values: [
        { price: 184000, date_price: day(-640) },
        { price: 189520.5, date_price: day(-275) },
      ],
    },
    ...table(
      `name type importance source_id destination_id reference responsible active start_date end_date values
       comments applications wans`,
      // prettier-ignore
      [
        ['Archive d’imagerie', 'Maintenance contract', 3, 'Radiance Imagerie', ORGANISATION, 'MNT-IMG-02',
          'Erwan Le Goff', true, day(-300), day(65), [{ price: 92500, date_price: day(-300) }],
          'Ends within three months.', ['Imago']],
        ['Maintenance du laboratoire', 'Maintenance contract', 3, 'Labexa', ORGANISATION, 'MNT-LAB-11',
          'Inès Carvalho', true, day(-1000), day(95), [{ price: 41300, date_price: day(-1000) }], null,
          ['Labexa LIS']],
        ['Fibre entre les sites', 'Lease', 4, 'Arvor Télécom', ORGANISATION, 'TEL-2022-3', 'Yannick Faure', true,
          day(-900), day(560), [{ price: 2870, date_price: day(-30) }], 'Price a month.', [],
          ['WAN Deux Rives']],
        ['Hébergement de secours', 'Hosting', 3, 'Nordlys Hébergement', ORGANISATION, 'HEB-2023-1', 'Yannick Faure',
          true, day(-420), day(310), [{ price: 36400, date_price: day(-420) }], null, ['Portail patient']],
        ['Groupes électrogènes', 'Maintenance contract', 2, 'Kermadec Énergie', ORGANISATION, 'TEC-2019-8',
          'Services techniques', false, day(-2100), day(-12), [{ price: 12750.25, date_price: day(-2100) }],
          'Expired: renewal under way.'],
      ],
    ),
    ...table(
      'name type importance source_id destination_id active description applications',
      // prettier-ignore
      [
        ['Signalement des incidents', 'Legal duty', 3, ORGANISATION, 'Autorité sanitaire régionale', true,
          '<p>Within 72 hours</p>'],
        ['Messagerie du groupement', 'Shared service', 2, 'Groupement des Deux Rives', ORGANISATION, true,
          '<p>Mail relay</p>', ['Messagerie']],
        ['Support aux utilisateurs', 'Internal service', 2, 'DSI', 'Urgences', true,
          '<p>Help desk day and night</p>'],
        ['Résultats urgents', 'Internal service', 3, 'Biologie', 'Urgences', true, '<p>Within 45 minutes</p>'],
      ],
    ),
  ],
});
