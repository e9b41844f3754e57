/** Sites, buildings and rooms, bays, security zones, and the lines between the sites. */
import { table, type DemoMap } from '../rows.js';

export const places: DemoMap = {
  sites: table('name description icon_id ext_refs', [
    ['Valmarais centre', '<p>Main site: emergency, surgery, laboratory</p>', 'icon-place.svg', '{FINESS}990000019'],
    ['Les Tilleuls', '<p>Residence for the elderly, 80 beds</p>', 'icon-place.svg'],
    ['Maison de santé du Port', '<p>Consultations, radiology</p>', 'icon-place.svg'],
  ]),
  buildings: table(
    'name type attributes site_id building_id description icon_id ext_refs',
    // prettier-ignore
    [
      ['Pavillon Broussais', 'Building', 'care', 'Valmarais centre', null, '<p>Wards and emergency</p>',
        'icon-place.svg', '{BIM}B1'],
      ['Plateau technique', 'Building', 'care', 'Valmarais centre', null,
        '<p>Imaging, laboratory, operating rooms</p>'],
      ['Administration', 'Building', 'offices', 'Valmarais centre', null, '<p>Direction, DSI</p>'],
      ['Tilleuls, bâtiment A', 'Building', 'residence', 'Les Tilleuls', null, '<p>Rooms and offices</p>'],
      ['Port, rez-de-chaussée', 'Floor', 'care', 'Maison de santé du Port', null, '<p>Consultations</p>'],
      ['Urgences, accueil', 'Room', 'public', 'Valmarais centre', 'Pavillon Broussais', '<p>Desk and triage</p>'],
      ['Salle machine A', 'Room', 'cooled locked', 'Valmarais centre', 'Administration', '<p>First machine room</p>'],
      ['Salle machine B', 'Room', 'cooled locked', 'Valmarais centre', 'Plateau technique',
        '<p>Second one, 180 m away</p>'],
      ['Salle scanner', 'Room', 'shielded', 'Valmarais centre', 'Plateau technique', '<p>Scanner and console</p>'],
      ['Laboratoire', 'Room', 'locked', 'Valmarais centre', 'Plateau technique', '<p>Analysers</p>'],
      ['Bureau DSI', 'Room', 'locked', 'Valmarais centre', 'Administration', '<p>Administrators</p>'],
    ],
  ),
  bays: table('name room_id description ext_refs', [
    ['BAIE-A1', 'Salle machine A', '<p>Servers</p>', '{BIM}R1'],
    ['BAIE-A2', 'Salle machine A', '<p>Network</p>'],
    ['BAIE-B1', 'Salle machine B', '<p>Servers and backups</p>'],
    ['BAIE-URG', 'Urgences, accueil', '<p>Access switch</p>'],
  ]),
  zones: table(
    'name type attributes description buildings child_zones ext_refs',
    // prettier-ignore
    [
      ['Hospital grounds', 'Public', 'guards cameras', '<p>Free entry by day</p>', [],
        ['Care areas', 'Technical areas'], '{SECU}Z0'],
      ['Care areas', 'Restricted', 'badge', '<p>Staff and patients</p>', ['Urgences, accueil', 'Salle scanner'], []],
      ['Technical areas', 'Restricted', 'badge', '<p>Technical staff</p>', ['Plateau technique'], ['Machine rooms']],
      ['Machine rooms', 'Locked', 'badge code cameras', '<p>Named people only</p>',
        ['Salle machine A', 'Salle machine B'], []],
    ],
  ),
  wans: table('name mans lans ext_refs physical_routers sites needs', [
    [
      'WAN Deux Rives',
      ['MAN Valmarais'],
      ['LAN Port'],
      '{ARVOR}VPN-1',
      ['RTR-ARVOR'],
      ['Valmarais centre', 'Maison de santé du Port'],
      { contracts: 1 },
    ],
    ['WAN santé', [], []],
  ]),
  mans: table('name description parent_man_id lans ext_refs', [
    ['MAN Valmarais', '<p>Fibre of the town</p>', null, ['LAN centre', 'LAN Tilleuls'], '{ARVOR}MAN-1'],
    ['MAN Tilleuls', '<p>Branch to the residence</p>', 'MAN Valmarais', ['LAN Tilleuls']],
  ]),
  lans: table('name description ext_refs', [
    ['LAN centre', 'Main site', '{CMDB}LAN-1'],
    ['LAN Tilleuls', 'Residence'],
    ['LAN Port', 'Consultations'],
  ]),
};
