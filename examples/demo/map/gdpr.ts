/** The register of processing activities, and the security controls that apply to them. */
import { table, type Calendar, type DemoMap } from '../rows.js';

export const gdpr = ({ day }: Calendar): DemoMap => ({
  'security-controls': table(
    'name description applications processes',
    // prettier-ignore
    [
      ['Two-factor sign-in', '<p>A card or a telephone besides the password.</p>', ['Clarté', 'Portail patient'], []],
      ['Access reviewed every six months', '<p>Heads of service confirm who still needs access.</p>', ['Clarté'],
        ['Hospital stay']],
      ['Encrypted backups', '<p>Keys are kept by two people of the DSI.</p>', ['Clarté', 'Imago'],
        ['Medical imaging']],
      ['Break-glass access with justification', '<p>Read afterwards by the DPO.</p>', ['Clarté'], ['Emergency care']],
      ['Remote maintenance through the bastion', '<p>Every session is recorded.</p>', ['Imago'],
        ['Information systems']],
    ],
  ).map((control, i) => (i ? control : { ...control, ext_refs: '{ISO27002}8.5' })),
  'data-processings': [
    {
      name: 'Patient record',
      legal_basis: 'Public interest, health care',
      description: '<p>Record of every patient, from admission to the letter to their doctor.</p>',
      responsible: '<p>Centre hospitalier de Valmarais, its director</p>',
      purpose: '<ul><li>Care</li><li>Continuity of care</li><li>Medical evidence</li></ul>',
      lawfulness: '<p>Article 6(1)(e) and 9(2)(h) of the GDPR</p>',
      lawfulness_consent: false,
      lawfulness_contract: false,
      lawfulness_legal_obligation: true,
      lawfulness_vital_interest: true,
      lawfulness_public_interest: true,
      lawfulness_legitimate_interest: false,
      categories: '<p>Patients: identity, health, family, way of life</p>',
      data_source: 'The patient, their relatives, their doctor, the medical devices',
      data_collection_obligation: 'Identity and health are needed for care; the rest is optional.',
      recipients: '<p>Care teams, the patient’s doctor, the health insurance</p>',
      transfert: '<p>None outside the European Union</p>',
      automated_decision_making: 'None; alerts on interactions of drugs are advice to the prescriber.',
      retention: '<p>20 years after the last stay</p>',
      data_subject_rights: 'Access, correction, objection to research: dpo@ch-valmarais.example',
      update_date: day(-45),
      controls: 'Two-factor sign-in, break-glass access with justification, encrypted backups',
      ext_refs: '{DPO}REG-001',
      processes: ['Emergency care', 'Hospital stay'],
      applications: ['Clarté', 'Portail patient'],
      informations: ['Patient identity', 'Medical record'],
      documents: ['notice-patients.txt'],
    },
    ...table(
      `name legal_basis purpose responsible lawfulness_legal_obligation lawfulness_contract lawfulness_consent
       lawfulness_legitimate_interest retention categories update_date processes applications informations`,
      // prettier-ignore
      [
        ['Medical images', 'Public interest, health care', '<p>Making, reading and keeping images</p>',
          'Chief radiologist', true, false, false, false, '<p>20 years</p>', '<p>Patients: images, reports</p>',
          day(-200), ['Medical imaging'], ['Imago'], ['Medical images']],
        ['Laboratory results', 'Public interest, health care', '<p>Analyses for wards and town doctors</p>',
          'Chief biologist', true, false, false, false, '<p>5 years</p>', '<p>Patients: results</p>', day(-380),
          ['Biology'], ['Labexa LIS'], ['Biology results']],
        ['Staff and payroll', 'Legal obligation', '<p>Careers, working time and pay</p>', 'Head of human resources',
          true, true, false, false, '<p>5 years after leaving</p>', '<p>Staff: identity, bank account</p>', day(-90),
          ['Human resources'], ['Ariane RH'], ['Staff file']],
        ['Appointments on line', 'Consent', '<p>Booking and reminders by SMS</p>', 'Head of admissions', false, false,
          true, false, '<p>13 months</p>', '<p>Patients: contact, date</p>', day(-20), ['Admissions'],
          ['Portail patient'], ['Patient identity']],
        ['Video surveillance', 'Legitimate interest', '<p>Safety of people and goods</p>', 'Head of security', false,
          false, false, true, '<p>30 days</p>', '<p>Visitors, staff: image</p>', day(-500), ['Information systems'],
          [], []],
      ],
    ),
  ],
});
