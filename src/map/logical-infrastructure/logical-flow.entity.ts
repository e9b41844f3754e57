import { Dest, Html, Int, MapObject, Name, Ref, Resource, Source, Str } from '../../engine/index.js';
import type { Cluster } from './cluster.entity.js';
import type { LogicalServer } from './logical-server.entity.js';
import type { Peripheral } from '../physical-infrastructure/peripheral.entity.js';
import type { PhysicalSecurityDevice } from '../physical-infrastructure/physical-security-device.entity.js';
import type { PhysicalServer } from '../physical-infrastructure/physical-server.entity.js';
import type { Router } from './router.entity.js';
import type { SecurityDevice } from './security-device.entity.js';
import type { StorageDevice } from '../physical-infrastructure/storage-device.entity.js';
import type { Subnetwork } from './subnetwork.entity.js';
import type { Workstation } from '../physical-infrastructure/workstation.entity.js';

/** A rule or flow between logical or physical objects. */
@Resource('logical-flows', {
  titles: { fr: ['Flux logique', 'Flux logiques'] },
  view: 'logical',
  key: 'logical_flow',
  uid: 'LFLOW_',
  identity: ['flow'],
  connector: {
    label: ['name'],
    ranges: { source: 'source_ip_range', dest: 'dest_ip_range' },
    family: 'flows',
    blocked: {
      column: 'action',
      words: [
        ...['deny', 'drop', 'discard', 'reject', 'reje', 'block', 'bloqu', 'refus', 'interdi'],
        ...['forbid', 'prohib'],
      ],
    },
    back: { degraded: 'all', passes: true, optional: 'flows', except: { from: ['subnetworks'] } },
  },
  about: 'A rule or flow between logical or physical objects.',
})
export class LogicalFlow extends MapObject {
  @Name({ required: false, unique: false, about: 'Name of the logical flow' }) name!: string | null;
  @Html({ type: 'text', max: 65535, search: true, about: 'Description of the logical flow' }) description!:
    string | null;
  @Str({ about: 'Filter chain, for example INPUT' }) chain!: string | null;
  @Str({ about: 'Network interface used' }) interface!: string | null;
  @Ref('routers', { onDelete: 'CASCADE', about: 'Router holding the rule', edge: { family: 'flows' } }) router_id!:
    number | null;
  router!: Router | null;
  @Int({ about: 'Order of the rule' }) priority!: number | null;
  @Str({ about: 'Protocol(s) used' }) protocol!: string | null;
  @Str({ addresses: true, about: 'Source address range' }) source_ip_range!: string | null;
  @Str({ addresses: true, about: 'Destination address range' }) dest_ip_range!: string | null;
  @Str({ about: 'Source port(s)' }) source_port!: string | null;
  @Str({ about: 'Destination port(s)' }) dest_port!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Source('logical-servers') logical_server_source_id!: number | null;
  logical_server_source!: LogicalServer | null;
  @Source('peripherals') peripheral_source_id!: number | null;
  peripheral_source!: Peripheral | null;
  @Source('physical-servers') physical_server_source_id!: number | null;
  physical_server_source!: PhysicalServer | null;
  @Source('storage-devices') storage_device_source_id!: number | null;
  storage_device_source!: StorageDevice | null;
  @Source('workstations') workstation_source_id!: number | null;
  workstation_source!: Workstation | null;
  @Source('physical-security-devices') physical_security_device_source_id!: number | null;
  physical_security_device_source!: PhysicalSecurityDevice | null;
  @Source('security-devices', 'SET NULL') security_device_source_id!: number | null;
  security_device_source!: SecurityDevice | null;
  @Source('subnetworks', 'SET NULL') subnetwork_source_id!: number | null;
  subnetwork_source!: Subnetwork | null;
  @Source('clusters', 'SET NULL') cluster_source_id!: number | null;
  cluster_source!: Cluster | null;
  @Dest('logical-servers') logical_server_dest_id!: number | null;
  logical_server_dest!: LogicalServer | null;
  @Dest('peripherals') peripheral_dest_id!: number | null;
  peripheral_dest!: Peripheral | null;
  @Dest('physical-servers') physical_server_dest_id!: number | null;
  physical_server_dest!: PhysicalServer | null;
  @Dest('storage-devices') storage_device_dest_id!: number | null;
  storage_device_dest!: StorageDevice | null;
  @Dest('workstations') workstation_dest_id!: number | null;
  workstation_dest!: Workstation | null;
  @Dest('physical-security-devices') physical_security_device_dest_id!: number | null;
  physical_security_device_dest!: PhysicalSecurityDevice | null;
  @Dest('security-devices', 'SET NULL') security_device_dest_id!: number | null;
  security_device_dest!: SecurityDevice | null;
  @Dest('subnetworks', 'SET NULL') subnetwork_dest_id!: number | null;
  subnetwork_dest!: Subnetwork | null;
  @Dest('clusters', 'SET NULL') cluster_dest_id!: number | null;
  cluster_dest!: Cluster | null;
  @Str({ about: 'Users the rule concerns' }) users!: string | null;
  @Str({ about: 'When the rule applies' }) schedule!: string | null;
  @Str({ about: 'Rule action such as allow or deny' }) action!: string | null;
}
