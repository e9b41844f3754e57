/** View 6 of the map report. */
import { html, links, number, ref, text, type MapField } from '../field.js';
import { type, type MapView } from '../map-type.js';

const described = html('Description', 'description');
const ofType = text('Type', 'type');
const place: MapField[] = [ref('Site', 'site_id'), ref('Building / Room', 'building_id')];
const rack = ref('Bay', 'bay_id');

export const physicalInfrastructure: MapView = {
  number: 6,
  title: 'View of the physical infrastructure',
  introduction: 'The places of the organisation, the equipment in them, and the networks between them.',
  types: [
    type('Sites', 'sites', [described, links('Buildings / Rooms', 'buildings')]),
    type('Buildings', 'buildings', [
      described,
      text('Attributes', 'attributes'),
      links('Bays', 'bays'),
      ref('Site', 'site_id'),
      ref('Parent', 'building_id'),
    ]),
    type('Bays', 'bays', [
      described,
      links('Physical servers', 'physical_servers'),
      links('Physical routers', 'physical_routers'),
      links('Physical switches', 'physical_switches'),
      links('Storage devices', 'storage_devices'),
      links('Physical security devices', 'physical_security_devices'),
      links('Peripheral devices', 'peripherals'),
    ]),
    type('Physical servers', 'physical-servers', [
      described,
      html('Configuration', 'configuration'),
      ...place,
      rack,
      text('Responsible', 'responsible'),
      links('Logical Servers', 'logical_servers'),
    ]),
    type('Workstations', 'workstations', [
      ofType,
      described,
      text('Operating system', 'operating_system'),
      text('IP addresses', 'address_ip'),
      links('Applications', 'applications'),
      text('CPU', 'cpu'),
      text('Memory', 'memory'),
      number('Disk', 'disk'),
      ...place,
    ]),
    type('Storage infrastructure', 'storage-devices', [described, ...place, rack]),
    type('Peripherals', 'peripherals', [described, ofType, text('Responsible', 'responsible'), ...place, rack]),
    type('Phones', 'phones', [described, ofType, ...place]),
    type('Wifi terminals', 'wifi-terminals', [described, ofType, ...place]),
    type('Physical switches', 'physical-switches', [described, ofType, ...place, rack]),
    type('Physical routers', 'physical-routers', [described, ofType, ...place, rack]),
    type('Physical security equipment', 'physical-security-devices', [described, ofType, ...place, rack]),
    type('WAN', 'wans', [links('Attached MANs', 'mans'), links('Attached LANs', 'lans')]),
    type('MAN', 'mans', [links('Attached LANs', 'lans'), described, ref('Parent MAN', 'parent_man_id')]),
    type('LAN', 'lans', [described]),
  ],
};
