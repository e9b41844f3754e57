import { Dest, Html, MapObject, Resource, Source, Str } from '../../engine/index.js';
import type { LogicalServer } from '../logical-infrastructure/logical-server.entity.js';
import type { NetworkSwitch } from '../logical-infrastructure/network-switch.entity.js';
import type { Peripheral } from './peripheral.entity.js';
import type { Phone } from './phone.entity.js';
import type { PhysicalRouter } from './physical-router.entity.js';
import type { PhysicalSecurityDevice } from './physical-security-device.entity.js';
import type { PhysicalServer } from './physical-server.entity.js';
import type { PhysicalSwitch } from './physical-switch.entity.js';
import type { Router } from '../logical-infrastructure/router.entity.js';
import type { StorageDevice } from './storage-device.entity.js';
import type { WifiTerminal } from './wifi-terminal.entity.js';
import type { Workstation } from './workstation.entity.js';

/** A cable between two pieces of equipment. */
@Resource('physical-links', {
  titles: { fr: ['Lien physique', 'Liens physiques'] },
  view: 'physical',
  key: 'physical_link',
  label: null,
  identity: ['cable'],
  connector: {
    label: ['src_port', 'dest_port'],
    both: true,
    rank: {
      'physical-routers': 1,
      'physical-switches': 1,
      'physical-security-devices': 1,
      'network-switches': 1,
      routers: 1,
      'wifi-terminals': 2,
      'storage-devices': 2,
      'physical-servers': 3,
      workstations: 3,
      peripherals: 3,
      phones: 3,
      'logical-servers': 3,
    },
    family: 'cables',
    plugs: {
      column: 'type',
      words: [
        ...['fibre channel', 'fiber channel', 'fc', 'san', 'management', 'mgmt', 'gestion', 'administration'],
        ...['ilo', 'idrac', 'ipmi', 'oob', 'out of band', 'console'],
      ],
    },
    down: 'any',
    group: 'storage',
    partly: 'mirror',
    passes: true,
    only: { from: ['storage-devices'] },
  },
  about: 'A cable between two pieces of equipment.',
})
export class PhysicalLink extends MapObject {
  @Str({ about: 'Kind, free text' }) type!: string | null;
  @Str({ format: 'hex-colour', about: 'Cable colour as #rrggbb' }) color!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Html({ later: true, search: true, about: 'Description of the link' }) description!: string | null;
  @Str({ about: 'Port on the source device' }) src_port!: string | null;
  @Str({ about: 'Port on the destination device' }) dest_port!: string | null;
  @Source('peripherals') peripheral_src_id!: number | null;
  peripheral_src!: Peripheral | null;
  @Source('phones') phone_src_id!: number | null;
  phone_src!: Phone | null;
  @Source('physical-routers') physical_router_src_id!: number | null;
  physical_router_src!: PhysicalRouter | null;
  @Source('physical-security-devices') physical_security_device_src_id!: number | null;
  physical_security_device_src!: PhysicalSecurityDevice | null;
  @Source('physical-servers') physical_server_src_id!: number | null;
  physical_server_src!: PhysicalServer | null;
  @Source('physical-switches') physical_switch_src_id!: number | null;
  physical_switch_src!: PhysicalSwitch | null;
  @Source('storage-devices') storage_device_src_id!: number | null;
  storage_device_src!: StorageDevice | null;
  @Source('wifi-terminals') wifi_terminal_src_id!: number | null;
  wifi_terminal_src!: WifiTerminal | null;
  @Source('workstations') workstation_src_id!: number | null;
  workstation_src!: Workstation | null;
  @Source('logical-servers') logical_server_src_id!: number | null;
  logical_server_src!: LogicalServer | null;
  @Source('network-switches') network_switch_src_id!: number | null;
  network_switch_src!: NetworkSwitch | null;
  @Source('routers') router_src_id!: number | null;
  router_src!: Router | null;
  @Dest('peripherals') peripheral_dest_id!: number | null;
  peripheral_dest!: Peripheral | null;
  @Dest('phones') phone_dest_id!: number | null;
  phone_dest!: Phone | null;
  @Dest('physical-routers') physical_router_dest_id!: number | null;
  physical_router_dest!: PhysicalRouter | null;
  @Dest('physical-security-devices') physical_security_device_dest_id!: number | null;
  physical_security_device_dest!: PhysicalSecurityDevice | null;
  @Dest('physical-servers') physical_server_dest_id!: number | null;
  physical_server_dest!: PhysicalServer | null;
  @Dest('physical-switches') physical_switch_dest_id!: number | null;
  physical_switch_dest!: PhysicalSwitch | null;
  @Dest('storage-devices') storage_device_dest_id!: number | null;
  storage_device_dest!: StorageDevice | null;
  @Dest('wifi-terminals') wifi_terminal_dest_id!: number | null;
  wifi_terminal_dest!: WifiTerminal | null;
  @Dest('workstations') workstation_dest_id!: number | null;
  workstation_dest!: Workstation | null;
  @Dest('logical-servers') logical_server_dest_id!: number | null;
  logical_server_dest!: LogicalServer | null;
  @Dest('network-switches') network_switch_dest_id!: number | null;
  network_switch_dest!: NetworkSwitch | null;
  @Dest('routers') router_dest_id!: number | null;
  router_dest!: Router | null;
}
