/** What is plugged into what. */
import type { DemoMap } from '../rows.js';

const [COPPER, FIBRE] = ['#2980b9', '#f39c12'];

/** [type, colour, end, object, port, end, object, port] */
const CABLES: ReadonlyArray<readonly [string, string, string, string, string, string, string, string]> = [
  ['Copper cat. 6', COPPER, 'workstation', 'PC-URG-001', 'eth0', 'physical_switch', 'SW-URG-01', '1/0/12'],
  ['Copper cat. 6', COPPER, 'peripheral', 'SCANNER-01', 'lan', 'physical_switch', 'SW-BIO-01', '1/0/3'],
  ['Copper cat. 6', COPPER, 'phone', 'TEL-URG-4015', 'lan', 'physical_switch', 'SW-URG-01', '1/0/31'],
  ['Copper cat. 6', COPPER, 'wifi_terminal', 'WIFI-URG-01', 'e0', 'physical_switch', 'SW-URG-01', '1/0/44'],
  ['Fibre OM4', FIBRE, 'physical_switch', 'SW-URG-01', '1/1/1', 'physical_switch', 'SW-CORE-A', '1/0/5'],
  ['Fibre OM4', FIBRE, 'physical_switch', 'SW-CORE-A', '1/0/48', 'physical_router', 'RTR-CHV', 'xe-0/1/0'],
  ['Fibre OM4', FIBRE, 'physical_server', 'ESX-01', 'vmnic2', 'storage_device', 'SAN-01', 'e0c'],
  ['Fibre OM4', FIBRE, 'storage_device', 'NAS-SAUV-01', 'eth4', 'physical_server', 'SRV-PHY-SAUV', 'eth1'],
  [
    'Copper cat. 6',
    '#c0392b',
    'physical_security_device',
    'FW-BOX-A',
    'sync',
    'physical_security_device',
    'FW-BOX-B',
    'sync',
  ],
  [
    'Single-mode fibre',
    '#f1c40f',
    'physical_router',
    'RTR-ARVOR',
    'ge-0/0/0',
    'physical_security_device',
    'FW-BOX-A',
    'wan',
  ],
  ['Copper cat. 6', COPPER, 'physical_switch', 'SW-BIO-01', '1/0/7', 'peripheral', 'AUTOMATE-BIOCHIMIE', 'lan'],
  ['Copper cat. 6', COPPER, 'physical_switch', 'SW-CORE-A', '1/0/9', 'phone', 'TEL-DSI-3333', 'lan'],
  ['Copper cat. 6', COPPER, 'physical_switch', 'SW-CORE-A', '1/0/10', 'workstation', 'PC-ADM-01', 'eth0'],
  ['Radio', '#8e44ad', 'workstation', 'PC-URG-CHARIOT', 'wlan0', 'wifi_terminal', 'WIFI-URG-01', 'ssid-care'],
  ['Virtual', '#7f8c8d', 'logical_server', 'SRV-VIGIE-01', 'ens192', 'network_switch', 'CORE', 'mirror'],
  ['Virtual', '#7f8c8d', 'network_switch', 'CORE', 'trunk', 'router', 'RT-SITES', 'vrrp1'],
  ['Virtual', '#7f8c8d', 'router', 'RT-SITES', 'tun1', 'logical_server', 'SRV-HL7-01', 'ens160'],
];

export const cables: DemoMap = {
  'physical-links': CABLES.map(([type, color, source, from, src_port, dest, to, dest_port], i) => ({
    type,
    color,
    src_port,
    dest_port,
    [`${source}_src_id`]: from,
    [`${dest}_dest_id`]: to,
    ...(i === 0 && { ext_refs: '{BIM}C-0001' }),
  })),
};
