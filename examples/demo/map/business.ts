/** What the hospital does, from macro-processes down to tasks and actors, and the information it uses. */
import { needs, table, type DemoMap } from '../rows.js';

const IMPACTS = (care: number, image: number, money: number): object[] => [
  { impact_type: 'Patient safety', severity: care },
  { impact_type: 'Reputation', severity: image },
  { impact_type: 'Financial', severity: money },
];

/** Minutes. */
const [HOUR, DAY] = [60, 24 * 60];

export const business: DemoMap = {
  'macro-processuses': table(
    'name owner description io_elements + ext_refs',
    // prettier-ignore
    [
      ['Care', 'Medical commission', '<p>All that happens to a patient</p>',
        '<p>In: patients. Out: letters, care paths</p>', needs(4, 4, 4, 3, 3), '{QUALITY}MP-01'],
      ['Medical support', 'Medical commission', '<p>Images, analyses, drugs</p>', '<p>In: requests. Out: results</p>',
        needs(3, 4, 4, 3, 3)],
      ['Administration', 'Direction générale', '<p>Staff, money, information systems</p>',
        '<p>In: orders. Out: pay, invoices</p>', needs(3, 3, 2, 3, 2)],
    ],
  ),
  processes: table(
    'name macroprocess_id owner description in_out + entities informations applications icon_id ext_refs',
    // prettier-ignore
    [
      ['Emergency care', 'Care', 'Dr Hélène Kerbrat', '<p>From the door to the ward or back home</p>',
        '<p>In: calls. Out: stays</p>', needs(4, 4, 4, 3, 3), ['Urgences'], ['Patient identity', 'Medical record'],
        ['Clarté'], 'icon-care.svg', '{QUALITY}P-011'],
      ['Hospital stay', 'Care', 'Head of nursing', '<p>Care in the wards</p>', '<p>In: admissions. Out: letters</p>',
        needs(4, 4, 4, 3, 3), [], ['Medical record', 'Prescriptions'], ['Clarté', 'Pharmatrace']],
      ['Admissions', 'Care', 'Head of admissions', '<p>Identity, cover, appointments</p>',
        '<p>In: persons. Out: identities</p>', needs(3, 4, 3, 3, 4), [], ['Patient identity'],
        ['Portail patient', 'Facturis']],
      ['Medical imaging', 'Medical support', 'Dr Samuel Ortiz', '<p>Making and reading images</p>',
        '<p>In: requests. Out: reports</p>', needs(3, 4, 4, 3, 3), ['Imagerie médicale', 'Radiance Imagerie'],
        ['Medical images'], ['Imago']],
      ['Biology', 'Medical support', 'Dr Chloé Béranger', '<p>Analyses, blood bank</p>',
        '<p>In: tubes. Out: results</p>', needs(3, 4, 4, 4, 3), ['Biologie'], ['Biology results'], ['Labexa LIS']],
      ['Drug circuit', 'Medical support', 'Chief pharmacist', '<p>From prescription to bedside</p>',
        '<p>In: prescriptions. Out: doses</p>', needs(2, 4, 4, 4, 3), ['Pharmacie'], ['Prescriptions'],
        ['Pharmatrace']],
      ['Human resources', 'Administration', 'Head of human resources', '<p>Careers, rosters, pay</p>',
        '<p>In: contracts. Out: pay</p>', needs(3, 3, 2, 3, 2), ['Ressources humaines'], ['Staff file'],
        ['Ariane RH']],
      ['Information systems', 'Administration', 'Yannick Faure', '<p>Running and protecting systems</p>',
        '<p>In: requests. Out: services</p>', needs(3, 3, 3, 3, 3), ['DSI'], ['Technical secrets'], ['Vigie']],
    ],
  ),
  activities: table(
    `name processes applications recovery_time_objective maximum_tolerable_downtime recovery_point_objective
     maximum_tolerable_data_loss impacts description drp drp_link ext_refs`,
    // prettier-ignore
    [
      ['Triage at the emergency desk', ['Emergency care'], ['Clarté'], HOUR, 4 * HOUR, 15, HOUR, IMPACTS(4, 3, 2),
        '<p>Sorting by severity within ten minutes</p>',
        'Paper forms of the red cabinet, then entry within 24 hours.',
        'https://intranet.ch-valmarais.example/pca/urgences', '{PCA}A-01'],
      ['Prescribing', ['Emergency care', 'Hospital stay'], ['Clarté', 'Pharmatrace'], 2 * HOUR, 4 * HOUR, 15, HOUR,
        IMPACTS(4, 3, 2)],
      ['Giving drugs', ['Hospital stay', 'Drug circuit'], ['Pharmatrace'], 4 * HOUR, 8 * HOUR, HOUR, 2 * HOUR,
        IMPACTS(4, 2, 1)],
      ['Identifying the patient', ['Admissions'], ['Clarté'], 4 * HOUR, 8 * HOUR, HOUR, 4 * HOUR, IMPACTS(3, 2, 2)],
      ['Reading images', ['Medical imaging'], ['Imago'], 4 * HOUR, 12 * HOUR, HOUR, 4 * HOUR, IMPACTS(3, 2, 2)],
      ['Urgent analyses', ['Biology'], ['Labexa LIS'], 2 * HOUR, 6 * HOUR, 30, 2 * HOUR, IMPACTS(4, 2, 2)],
      ['Invoicing stays', ['Admissions'], ['Facturis'], 3 * DAY, 10 * DAY, DAY, 2 * DAY, IMPACTS(0, 1, 3)],
      ['Paying staff', ['Human resources'], ['Ariane RH'], 2 * DAY, 5 * DAY, DAY, 2 * DAY, IMPACTS(0, 2, 2)],
      ['Watching the systems', ['Information systems'], ['Vigie'], 8 * HOUR, DAY, DAY, 2 * DAY, IMPACTS(1, 1, 1)],
    ],
  ),
  operations: table(
    'name process_id activities tasks actors description ext_refs',
    // prettier-ignore
    [
      ['Welcome at the desk', 'Emergency care', ['Triage at the emergency desk'], ['Check identity'],
        ['Triage nurse'], '<p>First contact, bracelet</p>', '{QUALITY}OP-3'],
      ['Assess severity', 'Emergency care', ['Triage at the emergency desk'], ['Measure vital signs'],
        ['Triage nurse', 'Physician']],
      ['Sign a prescription', 'Hospital stay', ['Prescribing'], ['Check interactions'], ['Physician']],
      ['Prepare doses', 'Drug circuit', ['Giving drugs'], ['Check interactions', 'Scan the box'], ['Pharmacist']],
      ['Merge double identities', 'Admissions', ['Identifying the patient'], ['Check identity'], ['Identity cell']],
      ['Acquire an image', 'Medical imaging', ['Reading images'], ['Choose the protocol'], ['Radiographer']],
      ['Validate a result', 'Biology', ['Urgent analyses'], ['Read the control chart'], ['Biologist']],
      ['Close the pay', 'Human resources', ['Paying staff'], ['Send the bank file'], ['Payroll officer']],
      ['Answer an alert', 'Information systems', ['Watching the systems'], ['Open a ticket'], ['On-call engineer']],
    ],
  ),
  tasks: table('name description ext_refs', [
    ['Check identity', '<p>Name, first name, date of birth, document seen</p>', '{QUALITY}T-1'],
    ['Measure vital signs', '<p>Pulse, pressure, saturation, pain</p>'],
    ['Check interactions', '<p>Alerts of the prescription software</p>'],
    ['Scan the box', '<p>Batch and expiry</p>'],
    ['Choose the protocol', '<p>Dose as low as the question allows</p>'],
    ['Read the control chart', '<p>Two levels a day</p>'],
    ['Send the bank file', '<p>Signed by two people</p>'],
    ['Open a ticket', '<p>With priority and owner</p>'],
  ]),
  actors: table('name nature type contact ext_refs', [
    ['Triage nurse', 'Group', 'Internal', 'Urgences, 4015', '{HR}IDE-U'],
    ['Physician', 'Group', 'Internal', 'Medical secretariat, 4001'],
    ['Pharmacist', 'Group', 'Internal', '4405'],
    ['Identity cell', 'Group', 'Internal', 'identito@ch-valmarais.example'],
    ['Radiographer', 'Group', 'Internal', '4200'],
    ['Biologist', 'Group', 'Internal', '4300'],
    ['Payroll officer', 'Person', 'Internal', '1204'],
    ['On-call engineer', 'Group', 'External', 'On call with Arvor Télécom, 3333'],
  ]),
  information: table(
    'name owner administrator storage + sensitivity retention description constraints databases children ext_refs',
    // prettier-ignore
    [
      ['Medical record', 'Medical commission', 'Opaline Santé', 'Database Clarté', needs(4, 4, 4, 4, 3),
        'Health data', '20 years', '<p>Observations, letters, care plans</p>',
        '<p>Medical secrecy; certified hosting</p>', ['DPI-PROD'],
        ['Prescriptions', 'Biology results', 'Medical images'], '{DPO}I-01'],
      ['Patient identity', 'Identity cell', 'DSI', 'Database Clarté', needs(3, 4, 4, 3, 4), 'Personal data',
        '20 years', '<p>Identity features and national number</p>', '<p>National reference of identities</p>',
        ['DPI-PROD', 'PORTAIL']],
      ['Prescriptions', 'Chief pharmacist', 'DSI', 'Database Pharmatrace', needs(3, 4, 4, 4, 4), 'Health data',
        '10 years', '<p>Drugs, doses, times</p>', null, ['PHARMA']],
      ['Medical images', 'Dr Samuel Ortiz', 'Radiance Imagerie', 'Image archive', needs(3, 4, 4, 3, 3), 'Health data',
        '20 years', '<p>DICOM studies</p>', null, ['IMAGO-INDEX']],
      ['Biology results', 'Dr Chloé Béranger', 'Labexa', 'Database LIS', needs(3, 4, 4, 4, 3), 'Health data',
        '5 years', '<p>Results and controls</p>', null, ['LIS-PROD']],
      ['Staff file', 'Head of human resources', 'DSI', 'Database RH', needs(3, 3, 2, 3, 2), 'Personal data',
        '5 years', '<p>Careers, bank accounts</p>', null, ['RH-PROD']],
      ['Invoices', 'Head of finances', 'DSI', 'Database Facturis', needs(2, 4, 2, 3, 2), 'Internal', '10 years',
        '<p>Stays, tariffs</p>', null, ['FACTU']],
      ['Technical secrets', 'Yannick Faure', 'DSI', 'Password safe', needs(4, 4, 3, 4, 4), 'Secret', 'While in use',
        '<p>Passwords, keys, plans of the network</p>'],
    ],
  ),
};
