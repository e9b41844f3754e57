import { Dest, MapObject, Resource, Source, Str } from '../../engine/index.js';

/** A cable between two pieces of equipment. */
@Resource('physical-links', {
  view: 'physical',
  key: 'physical_link',
  label: null,
  about: 'A cable between two pieces of equipment.',
})
export class PhysicalLink extends MapObject {
  @Str({ about: 'Kind, free text' }) type!: string | null;
  @Str({ format: 'hex-colour', about: 'Cable colour as #rrggbb' }) color!: string | null;
  @Str({ about: 'Port on the source device' }) src_port!: string | null;
  @Str({ about: 'Port on the destination device' }) dest_port!: string | null;
  @Source('peripherals') peripheral_src_id!: number | null;
  @Source('phones') phone_src_id!: number | null;
  @Source('physical-routers') physical_router_src_id!: number | null;
  @Source('physical-security-devices') physical_security_device_src_id!: number | null;
  @Source('physical-servers') physical_server_src_id!: number | null;
  @Source('physical-switches') physical_switch_src_id!: number | null;
  @Source('storage-devices') storage_device_src_id!: number | null;
  @Source('wifi-terminals') wifi_terminal_src_id!: number | null;
  @Source('workstations') workstation_src_id!: number | null;
  @Source('logical-servers') logical_server_src_id!: number | null;
  @Source('network-switches') network_switch_src_id!: number | null;
  @Source('routers') router_src_id!: number | null;
  @Dest('peripherals') peripheral_dest_id!: number | null;
  @Dest('phones') phone_dest_id!: number | null;
  @Dest('physical-routers') physical_router_dest_id!: number | null;
  @Dest('physical-security-devices') physical_security_device_dest_id!: number | null;
  @Dest('physical-servers') physical_server_dest_id!: number | null;
  @Dest('physical-switches') physical_switch_dest_id!: number | null;
  @Dest('storage-devices') storage_device_dest_id!: number | null;
  @Dest('wifi-terminals') wifi_terminal_dest_id!: number | null;
  @Dest('workstations') workstation_dest_id!: number | null;
  @Dest('logical-servers') logical_server_dest_id!: number | null;
  @Dest('network-switches') network_switch_dest_id!: number | null;
  @Dest('routers') router_dest_id!: number | null;
}
