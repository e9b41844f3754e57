/** View 5 of the map report. */
import type { LabelKey } from '../../locales/index.js';
import { day, html, links, needs, number, range, ref, text, worked, type, type MapView } from '../fields.js';

const described = html('description', 'description');
const characteristics = html('technicalCharacteristics', 'description');

/** What stands at an end of an external connection, and its address. */
const end = (label: LabelKey, description: string, address: string) =>
  worked(label, [description, address], (row) => [row[description], row[address]].filter(Boolean).join(' ') || null);

export const logicalInfrastructure: MapView = {
  number: 5,
  title: 'viewOfLogicalInfrastructures',
  introduction: 'introLogicalInfrastructure',
  picture: 'logical-infrastructure',
  types: [
    type('networks', 'networks', [
      described,
      text('protocolType', 'protocol_type'),
      text('operationsManager', 'responsible'),
      text('ssiManager', 'responsible_sec'),
      ...needs(),
      links('subnets', 'subnetworks'),
      links('connectedExternalEntities', 'external_connected_entities'),
    ]),
    type('subnets', 'subnetworks', [
      described,
      range('ipRange', 'address'),
      text('defaultGateway', 'default_gateway'),
      text('zone', 'zone'),
      text('typeOfIpAddressAllocation', 'ip_allocation_type'),
      text('dmz', 'dmz'),
      text('wireless', 'wifi'),
      ref('vlan', 'vlan_id'),
      ref('gateway', 'gateway_id'),
      text('operationsManager', 'responsible_exp'),
    ]),
    type('networkSwitches', 'network-switches', [described, text('ipAddressCaps', 'ip')]),
    type('routers', 'routers', [
      described,
      text('ipAddresses', 'ip_addresses'),
      html('networkFilteringRules', 'rules'),
    ]),
    type('logicalSecurityDevices', 'security-devices', [characteristics]),
    type('gateways', 'gateways', [
      characteristics,
      text('authenticationType', 'authentification'),
      text('publicAndPrivateIp', 'ip'),
      links('connectedSubnets', 'subnetworks'),
    ]),
    type('connectedExternalEntities', 'external-connected-entities', [
      ref('entity', 'entity_id'),
      text('type', 'type'),
      text('contacts', 'contacts'),
      ref('connectedNetwork', 'network_id'),
      end('source', 'src_desc', 'src'),
      end('destination', 'dest_desc', 'dest'),
    ]),
    type('clusters', 'clusters', [
      text('type', 'type'),
      described,
      text('ipAddresses', 'address_ip'),
      links('logicalServers', 'logical_servers'),
      links('physicalServers', 'physical_servers'),
    ]),
    type('logicalServersCaps', 'logical-servers', [
      described,
      text('operatingSystemCaps', 'operating_system'),
      day('installationDate', 'install_date'),
      day('updateDate', 'update_date'),
      text('cpu', 'cpu'),
      text('memory', 'memory'),
      number('diskSize', 'disk'),
      text('ipAddresses', 'address_ip'),
      text('environment', 'environment'),
      text('activeNetworkServices', 'net_services'),
      html('configuration', 'configuration'),
      links('applications', 'applications'),
      links('physicalServers', 'physical_servers'),
      links('certificates', 'certificates'),
    ]),
    type('containers', 'containers', [
      text('type', 'type'),
      described,
      links('logicalServers', 'logical_servers'),
      links('applications', 'applications'),
    ]),
    type('dhcpServers', 'dhcp-servers', [described, text('ipAddress', 'address_ip')]),
    type('dnsServers', 'dnsservers', [described, text('ipAddress', 'address_ip')]),
    type('certificates', 'certificates', [
      text('type', 'type'),
      described,
      day('startDate', 'start_validity'),
      day('endDate', 'end_validity'),
      links('logicalServersCaps', 'logical_servers'),
      links('applications', 'applications'),
    ]),
    type('vlans', 'vlans', [number('vlanId', 'vlan_id'), described, links('subnets', 'subnetworks')]),
  ],
};
