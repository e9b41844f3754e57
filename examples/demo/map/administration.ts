/** Who administers what: zones of administration, directories, forests, domains and accounts. */
import { table, type DemoMap } from '../rows.js';

export const administration: DemoMap = {
  'zone-admins': table('name description ext_refs', [
    ['Hospital administration', '<p>Servers, workstations, network of the three sites</p>', '{CMDB}ZA-1'],
    ['Biomedical administration', '<p>Medical devices, apart from all others</p>'],
  ]),
  annuaires: table('name solution zone_admin_id description ext_refs application_id', [
    ['Annuaire CHV', 'Active Directory', 'Hospital administration', '<p>Accounts of staff</p>', '{CMDB}DIR-1'],
    [
      'Annuaire patients',
      'Keycloak',
      'Hospital administration',
      '<p>Accounts of the patient portal</p>',
      null,
      'Portail patient',
    ],
  ]),
  'forest-ads': table('name zone_admin_id description domains ext_refs', [
    ['chv.local', 'Hospital administration', '<p>Main forest</p>', ['AD-CHV', 'AD-EHPAD'], '{CMDB}FOR-1'],
    ['biomed.local', 'Biomedical administration', '<p>No trust with the main forest</p>', ['AD-BIOMED']],
  ]),
  domains: table(
    'name domain_ctrl_cnt user_count machine_count relation_inter_domaine description logical_servers ext_refs controllers',
    // prettier-ignore
    [
      ['AD-CHV', 2, 1240, 890, 'Trusted by AD-EHPAD', '<p>Staff and workstations</p>', ['SRV-AD-01', 'SRV-AD-02'],
        '{CMDB}DOM-1', ['SRV-AD-01', 'SRV-AD-02']],
      ['AD-EHPAD', 1, 96, 41, 'Trusts AD-CHV', '<p>Residence Les Tilleuls</p>', []],
      ['AD-BIOMED', 1, 12, 63, 'None', '<p>Modalities and their consoles</p>', ['SRV-PACS-01']],
    ],
  ),
  'admin-users': table(
    'user_id firstname lastname type attributes domain_id description applications zones icon_id ext_refs',
    // prettier-ignore
    [
      ['adm-mquere', 'Maëlle', 'Quéré', 'Application', 'mfa', 'AD-CHV', '<p>Referent of the patient record</p>',
        ['Pharmatrace', 'Portail patient'], [], 'icon-care.svg', '{AD}S-1-5-21-1001'],
      ['adm-yfaure', 'Yannick', 'Faure', 'Domain', 'mfa tier0', 'AD-CHV', '<p>Head of infrastructure</p>', ['Vigie'],
        ['Machine rooms']],
      ['adm-elegoff', 'Erwan', 'Le Goff', 'Application', 'mfa', 'AD-CHV', '<p>Images and gateway</p>',
        ['Imago', 'Passerelle HL7'], []],
      ['adm-icarvalho', 'Inès', 'Carvalho', 'Application', 'mfa', 'AD-CHV', '<p>Management applications</p>',
        ['Facturis'], []],
      ['ext-radiance', 'Support', 'Radiance', 'Supplier', 'bastion', 'AD-BIOMED', '<p>Enabled on request only</p>',
        ['Imago'], []],
      ['svc-backup', null, null, 'Service', 'no-login', 'AD-CHV', '<p>Account of the backup software</p>', [], []],
      ['hkerbrat', 'Hélène', 'Kerbrat', 'User', null, 'AD-CHV', '<p>Head of the emergency ward</p>', [], []],
    ],
  ),
};
