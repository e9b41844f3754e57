/** What the applications send each other. */
import { table, type DemoMap } from '../rows.js';

export const applicationFlows: DemoMap = {
  'application-flows': [
    ...table(
      `name application_source_id application_dest_id nature attributes crypted bidirectional description
       informations ext_refs`,
      // prettier-ignore
      [
        ['Identities to the gateway', 'Clarté', 'Passerelle HL7', 'Message', 'HL7 ADT', true, false,
          '<p>At every admission</p>', ['Patient identity'], '{EAI}F-001'],
        ['Identities to the laboratory', 'Passerelle HL7', 'Labexa LIS', 'Message', 'HL7 ADT', false, false,
          '<p>Not encrypted yet</p>', ['Patient identity']],
        ['Identities to the images', 'Passerelle HL7', 'Imago', 'Message', 'HL7 ADT', true, false, null,
          ['Patient identity']],
        ['Results to the record', 'Labexa LIS', 'Passerelle HL7', 'Message', 'HL7 ORU', false, false, null,
          ['Biology results']],
        ['Prescriptions to the pharmacy', 'Clarté', 'Pharmatrace', 'API', 'FHIR', true, true, null,
          ['Prescriptions']],
        ['Stays to be invoiced', 'Clarté', 'Facturis', 'File', 'nightly', true, false, null, ['Invoices']],
        ['Alerts by mail', 'Vigie', 'Messagerie', 'Message', 'SMTP', true, false, null, []],
      ],
    ),
    ...table(
      `name service_source_id service_dest_id module_source_id module_dest_id application_dest_id database_dest_id
       nature`,
      // prettier-ignore
      [
        ['Slots to the identity service', 'Appointment booking', 'Patient identity service', null, null, null, null,
          'API'],
        ['Router to the results inbox', null, null, 'HL7 router', 'Results inbox', null, null, 'Message'],
        ['Viewer asks for images', 'Results viewer', null, null, null, 'Imago', null, 'API'],
        ['Identity register writes', null, null, 'Identity register', null, null, 'DPI-PROD', 'SQL'],
      ],
    ),
    ...table('name database_source_id database_dest_id application_dest_id nature crypted', [
      ['Nightly extract for invoices', 'DPI-PROD', 'FACTU', null, 'File', true],
      ['Activity figures', 'FACTU', null, 'Bureautique', 'File', false],
    ]),
  ],
};
