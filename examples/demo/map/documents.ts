/** The files of the demo: icons and short papers, all written here. */
import type { DemoMap } from '../rows.js';

const square = (colour: string, shape: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${colour}"/>` +
  `<path d="${shape}" fill="#fff"/></svg>\n`;

const CONTRACT = `Contract MNT-DPI-07 (summary)
Between the Centre hospitalier de Valmarais and Opaline Santé.
Object: maintenance and telephone support of the patient record "Clarté", day and night.
Intervention within 1 hour, restored service within 4 hours. Security fixes within 15 days.
`;

const CONTINUITY = `Working without the patient record
1. The nurse in charge opens the red cabinet and hands out the paper forms.
2. Prescriptions are written on the blue form and carried to the pharmacy.
3. The last printed care plans (every 2 hours, printer IMP-URG-01) are on the wall.
4. Once the service is back, the medical secretary enters the forms within 24 hours.
`;

const NOTICE = `How your health record is used
The hospital keeps your record to care for you. You may read it, have it corrected and object to its use in research.
Write to the data protection officer: dpo@ch-valmarais.example
`;

const INTERCONNECTION = `Interconnection sheet: remote maintenance of the scanner
Opened on request by the biomedical service, closed after four hours, recorded by the bastion.
`;

const file = (filename: string, mimetype: string, content: string, more: object = {}): Record<string, unknown> => ({
  filename,
  mimetype,
  content: Buffer.from(content).toString('base64'),
  ...more,
});

export const documents: DemoMap = {
  documents: [
    file('icon-care.svg', 'image/svg+xml', square('#c0392b', 'M13 6h6v7h7v6h-7v7h-6v-7H6v-6h7z')),
    file('icon-machine.svg', 'image/svg+xml', square('#2c3e50', 'M7 7h18v5H7zM7 14h18v5H7zM7 21h18v5H7z')),
    file('icon-place.svg', 'image/svg+xml', square('#16a085', 'M16 5l11 9v13h-8v-8h-6v8H5V14z')),
    file('contract-dpi.txt', 'text/plain', CONTRACT, {
      relations: ['Maintenance du DPI'],
      entities: ['Opaline Santé'],
      ext_refs: '{ARCHIVE}2023-MNT-07',
    }),
    file('working-without-the-record.txt', 'text/plain', CONTINUITY, {
      activities: ['Triage at the emergency desk', 'Prescribing'],
      logical_servers: ['SRV-DPI-APP-01'],
    }),
    file('notice-patients.txt', 'text/plain', NOTICE, { data_processings: ['Patient record'] }),
    file('interconnection-scanner.txt', 'text/plain', INTERCONNECTION, {
      external_connected_entities: ['Scanner remote maintenance'],
    }),
  ],
};
