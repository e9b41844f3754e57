/** View 6 of the map report. */
import { html, links, number, ref, text, type MapField, type, type MapView } from '../fields.js';

const described = html('description', 'description');
const ofType = text('type', 'type');
const place: MapField[] = [ref('site', 'site_id'), ref('buildingRoom', 'building_id')];
const rack = ref('bay', 'bay_id');

export const physicalInfrastructure: MapView = {
  number: 6,
  title: 'viewOfThePhysicalInfrastructure',
  introduction: 'introPhysicalInfrastructure',
  picture: 'physical-infrastructure',
  types: [
    type('sites', 'sites', [described, links('buildingsRooms', 'buildings')]),
    type('buildings', 'buildings', [
      described,
      text('attributes', 'attributes'),
      links('bays', 'bays'),
      ref('site', 'site_id'),
      ref('parent', 'building_id'),
    ]),
    type('bays', 'bays', [
      described,
      links('physicalServers', 'physical_servers'),
      links('physicalRouters', 'physical_routers'),
      links('physicalSwitches', 'physical_switches'),
      links('storageDevices', 'storage_devices'),
      links('physicalSecurityDevices', 'physical_security_devices'),
      links('peripheralDevices', 'peripherals'),
    ]),
    type('physicalServers', 'physical-servers', [
      described,
      html('configuration', 'configuration'),
      ...place,
      rack,
      text('responsible', 'responsible'),
      links('logicalServersCaps', 'logical_servers'),
    ]),
    type('workstations', 'workstations', [
      ofType,
      described,
      text('operatingSystem', 'operating_system'),
      text('ipAddresses', 'address_ip'),
      links('applications', 'applications'),
      text('cpu', 'cpu'),
      text('memory', 'memory'),
      number('disk', 'disk'),
      ...place,
    ]),
    type('storageInfrastructure', 'storage-devices', [described, ...place, rack]),
    type('peripherals', 'peripherals', [described, ofType, text('responsible', 'responsible'), ...place, rack]),
    type('phones', 'phones', [described, ofType, ...place]),
    type('wifiTerminals', 'wifi-terminals', [described, ofType, ...place]),
    type('physicalSwitches', 'physical-switches', [described, ofType, ...place, rack]),
    type('physicalRouters', 'physical-routers', [described, ofType, ...place, rack]),
    type('physicalSecurityEquipment', 'physical-security-devices', [described, ofType, ...place, rack]),
    type('wan', 'wans', [links('attachedMANs', 'mans'), links('attachedLANs', 'lans')]),
    type('man', 'mans', [links('attachedLANs', 'lans'), described, ref('parentMan', 'parent_man_id')]),
    type('lan', 'lans', [described]),
  ],
};
