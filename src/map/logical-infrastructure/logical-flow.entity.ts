import { Dest, Html, Int, MapObject, Name, Ref, Resource, Source, Str } from '../../engine/index.js';

/** A rule or flow between logical or physical objects. */
@Resource('logical-flows', {
  view: 'logical',
  key: 'logical_flow',
  uid: 'LFLOW_',
  about: 'A rule or flow between logical or physical objects.',
})
export class LogicalFlow extends MapObject {
  @Name({ required: false, unique: false, about: 'Name of the logical flow' }) name!: string | null;
  @Html({ type: 'text', max: 65535, search: true, about: 'Description of the logical flow' }) description!:
    string | null;
  @Str({ about: 'Filter chain, for example INPUT' }) chain!: string | null;
  @Str({ about: 'Network interface used' }) interface!: string | null;
  @Ref('routers', { onDelete: 'CASCADE', about: 'Router holding the rule' }) router_id!: number | null;
  @Int({ about: 'Order of the rule' }) priority!: number | null;
  @Str({ about: 'Protocol(s) used' }) protocol!: string | null;
  @Str({ addresses: true, about: 'Source address range' }) source_ip_range!: string | null;
  @Str({ addresses: true, about: 'Destination address range' }) dest_ip_range!: string | null;
  @Str({ about: 'Source port(s)' }) source_port!: string | null;
  @Str({ about: 'Destination port(s)' }) dest_port!: string | null;
  @Source('logical-servers') logical_server_source_id!: number | null;
  @Source('peripherals') peripheral_source_id!: number | null;
  @Source('physical-servers') physical_server_source_id!: number | null;
  @Source('storage-devices') storage_device_source_id!: number | null;
  @Source('workstations') workstation_source_id!: number | null;
  @Source('physical-security-devices') physical_security_device_source_id!: number | null;
  @Source('security-devices', 'SET NULL') security_device_source_id!: number | null;
  @Source('subnetworks', 'SET NULL') subnetwork_source_id!: number | null;
  @Source('clusters', 'SET NULL') cluster_source_id!: number | null;
  @Dest('logical-servers') logical_server_dest_id!: number | null;
  @Dest('peripherals') peripheral_dest_id!: number | null;
  @Dest('physical-servers') physical_server_dest_id!: number | null;
  @Dest('storage-devices') storage_device_dest_id!: number | null;
  @Dest('workstations') workstation_dest_id!: number | null;
  @Dest('physical-security-devices') physical_security_device_dest_id!: number | null;
  @Dest('security-devices', 'SET NULL') security_device_dest_id!: number | null;
  @Dest('subnetworks', 'SET NULL') subnetwork_dest_id!: number | null;
  @Dest('clusters', 'SET NULL') cluster_dest_id!: number | null;
  @Str({ about: 'Users the rule concerns' }) users!: string | null;
  @Str({ about: 'When the rule applies' }) schedule!: string | null;
  @Str({ about: 'Rule action such as allow or deny' }) action!: string | null;
}
