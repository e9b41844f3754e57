/** Tables of the physical infrastructure. */
export const PHYSICAL = `
table sites
  id uint increment; + ext_refs varchar(255) null; name varchar(255); icon_id uint null -> documents restrict
  description longtext null; created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_sites_name (name); index idx_own_sites_live (deleted_at, name); index fk_sites_icon_id (icon_id)
table buildings
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(255) null
  attributes varchar(255) null; description longtext null; site_id uint null -> sites no action
  building_id uint null -> buildings set null; icon_id uint null -> documents restrict; created_at timestamp null
  updated_at timestamp null; deleted_at timestamp null; index idx_own_buildings_name (name)
  index idx_own_buildings_live (deleted_at, name); index fk_buildings_site_id (site_id)
  index fk_buildings_building_id (building_id); index fk_buildings_icon_id (icon_id)
table bays
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  room_id uint null -> buildings no action; created_at timestamp null; updated_at timestamp null
  deleted_at timestamp null; index idx_own_bays_name (name); index idx_own_bays_live (deleted_at, name)
  index fk_bays_room_id (room_id)
table zones
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(255) null
  attributes varchar(255) null; description longtext null; created_at timestamp null; updated_at timestamp null
  deleted_at timestamp null; index idx_own_zones_live (deleted_at, name)
  unique zones_name_unique (name, deleted_at)
table physical_servers
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(255) null
  icon_id uint null -> documents restrict; description longtext null; vendor varchar(255) null
  product varchar(255) null; version varchar(255) null; responsible varchar(255) null; configuration longtext null
  site_id uint null -> sites no action; building_id uint null -> buildings no action
  bay_id uint null -> bays no action; physical_switch_id uint null -> physical_switches no action
  address_ip varchar(255) null; cpu varchar(255) null; memory varchar(255) null; disk varchar(255) null
  disk_used varchar(255) null; operating_system varchar(255) null; install_date datetime null
  update_date datetime null; patching_group varchar(255) null; paching_frequency int null; next_update date null
  created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_physical_servers_name (name); index idx_own_physical_servers_live (deleted_at, name)
  index fk_physical_servers_icon_id (icon_id); index fk_physical_servers_site_id (site_id)
  index fk_physical_servers_building_id (building_id); index fk_physical_servers_bay_id (bay_id)
  index fk_physical_servers_physical_switch_id (physical_switch_id)
table workstations
  id uint increment; + ext_refs varchar(255) null; entity_id uint null -> entities restrict; name varchar(255)
  description longtext null; vendor varchar(255) null; product varchar(255) null; version varchar(255) null
  site_id uint null -> sites no action; building_id uint null -> buildings no action
  physical_switch_id uint null -> physical_switches no action; type varchar(255) null
  icon_id uint null -> documents restrict; operating_system varchar(255) null; address_ip varchar(255) null
  cpu varchar(255) null; memory varchar(255) null; disk int null; user_id uint null -> admin_users restrict
  other_user varchar(255) null; status varchar(255) null; manufacturer varchar(255) null; model varchar(255) null
  serial_number varchar(255) null; last_inventory_date date null; warranty_end_date date null
  domain_id uint null -> domains restrict; warranty varchar(255) null; warranty_start_date date null
  warranty_period varchar(255) null; agent_version varchar(255) null; update_source varchar(255) null
  network_id uint null -> networks restrict; network_port_type varchar(255) null; mac_address varchar(255) null
  purchase_date date null; fin_value decimal(12,2) null; created_at timestamp null; updated_at timestamp null
  deleted_at timestamp null; index idx_own_workstations_name (name)
  index idx_own_workstations_live (deleted_at, name); index fk_workstations_entity_id (entity_id)
  index fk_workstations_site_id (site_id); index fk_workstations_building_id (building_id)
  index fk_workstations_physical_switch_id (physical_switch_id); index fk_workstations_icon_id (icon_id)
  index fk_workstations_user_id (user_id); index fk_workstations_domain_id (domain_id)
  index fk_workstations_network_id (network_id)
table storage_devices
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(255) null
  description longtext null; vendor varchar(255) null; product varchar(255) null; version varchar(255) null
  site_id uint null -> sites no action; building_id uint null -> buildings no action
  bay_id uint null -> bays no action; address_ip varchar(255) null; created_at timestamp null
  updated_at timestamp null; deleted_at timestamp null; index idx_own_storage_devices_name (name)
  index idx_own_storage_devices_live (deleted_at, name); index fk_storage_devices_site_id (site_id)
  index fk_storage_devices_building_id (building_id); index fk_storage_devices_bay_id (bay_id)
table peripherals
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(255) null
  icon_id uint null -> documents restrict; description longtext null; vendor varchar(255) null
  product varchar(255) null; version varchar(255) null; responsible varchar(255) null
  site_id uint null -> sites no action; building_id uint null -> buildings no action
  bay_id uint null -> bays no action; address_ip varchar(255) null; domain varchar(255) null
  provider_id uint null -> entities no action; created_at timestamp null; updated_at timestamp null
  deleted_at timestamp null; index idx_own_peripherals_name (name)
  index idx_own_peripherals_live (deleted_at, name); index fk_peripherals_icon_id (icon_id)
  index fk_peripherals_site_id (site_id); index fk_peripherals_building_id (building_id)
  index fk_peripherals_bay_id (bay_id); index fk_peripherals_provider_id (provider_id)
table phones
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(255) null
  description longtext null; vendor varchar(255) null; product varchar(255) null; version varchar(255) null
  site_id uint null -> sites no action; building_id uint null -> buildings no action
  physical_switch_id uint null -> physical_switches no action; address_ip varchar(255) null
  created_at timestamp null; updated_at timestamp null; deleted_at timestamp null; index idx_own_phones_name (name)
  index idx_own_phones_live (deleted_at, name); index fk_phones_site_id (site_id)
  index fk_phones_building_id (building_id); index fk_phones_physical_switch_id (physical_switch_id)
table physical_switches
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(255) null
  icon_id uint null -> documents restrict; description longtext null; vendor varchar(255) null
  product varchar(255) null; version varchar(255) null; site_id uint null -> sites no action
  building_id uint null -> buildings no action; bay_id uint null -> bays no action; created_at timestamp null
  updated_at timestamp null; deleted_at timestamp null; index idx_own_physical_switches_name (name)
  index idx_own_physical_switches_live (deleted_at, name); index fk_physical_switches_icon_id (icon_id)
  index fk_physical_switches_site_id (site_id); index fk_physical_switches_building_id (building_id)
  index fk_physical_switches_bay_id (bay_id)
table physical_routers
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  vendor varchar(255) null; product varchar(255) null; version varchar(255) null; type varchar(255) null
  site_id uint null -> sites no action; building_id uint null -> buildings no action
  bay_id uint null -> bays no action; created_at timestamp null; updated_at timestamp null
  deleted_at timestamp null; index idx_own_physical_routers_name (name)
  index idx_own_physical_routers_live (deleted_at, name); index fk_physical_routers_site_id (site_id)
  index fk_physical_routers_building_id (building_id); index fk_physical_routers_bay_id (bay_id)
table wifi_terminals
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(255) null
  description longtext null; vendor varchar(255) null; product varchar(255) null; version varchar(255) null
  site_id uint null -> sites no action; building_id uint null -> buildings no action; address_ip varchar(255) null
  created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_wifi_terminals_name (name); index idx_own_wifi_terminals_live (deleted_at, name)
  index fk_wifi_terminals_site_id (site_id); index fk_wifi_terminals_building_id (building_id)
table physical_security_devices
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(255) null
  attributes varchar(255) null; icon_id uint null -> documents restrict; description longtext null
  site_id uint null -> sites no action; building_id uint null -> buildings no action
  bay_id uint null -> bays no action; address_ip varchar(255) null; created_at timestamp null
  updated_at timestamp null; deleted_at timestamp null; index idx_own_physical_security_devices_name (name)
  index idx_own_physical_security_devices_live (deleted_at, name)
  index fk_physical_security_devices_icon_id (icon_id); index fk_physical_security_devices_site_id (site_id)
  index fk_physical_security_devices_building_id (building_id); index fk_physical_security_devices_bay_id (bay_id)
table physical_links
  id uint increment; + ext_refs varchar(255) null; type varchar(255) null; color varchar(255) null
  src_port varchar(255) null; dest_port varchar(255) null; peripheral_src_id uint null -> peripherals cascade
  phone_src_id uint null -> phones cascade; physical_router_src_id uint null -> physical_routers cascade
  physical_security_device_src_id uint null -> physical_security_devices cascade
  physical_server_src_id uint null -> physical_servers cascade
  physical_switch_src_id uint null -> physical_switches cascade
  storage_device_src_id uint null -> storage_devices cascade
  wifi_terminal_src_id uint null -> wifi_terminals cascade; workstation_src_id uint null -> workstations cascade
  logical_server_src_id uint null -> logical_servers cascade
  network_switch_src_id uint null -> network_switches cascade; router_src_id uint null -> routers cascade
  peripheral_dest_id uint null -> peripherals cascade; phone_dest_id uint null -> phones cascade
  physical_router_dest_id uint null -> physical_routers cascade
  physical_security_device_dest_id uint null -> physical_security_devices cascade
  physical_server_dest_id uint null -> physical_servers cascade
  physical_switch_dest_id uint null -> physical_switches cascade
  storage_device_dest_id uint null -> storage_devices cascade
  wifi_terminal_dest_id uint null -> wifi_terminals cascade; workstation_dest_id uint null -> workstations cascade
  logical_server_dest_id uint null -> logical_servers cascade
  network_switch_dest_id uint null -> network_switches cascade; router_dest_id uint null -> routers cascade
  created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_physical_links_deleted_at (deleted_at)
  index fk_physical_links_peripheral_src_id (peripheral_src_id); index fk_physical_links_phone_src_id (phone_src_id)
  index fk_physical_links_physical_router_src_id (physical_router_src_id)
  index fk_physical_links_physical_security_device_src_id (physical_security_device_src_id)
  index fk_physical_links_physical_server_src_id (physical_server_src_id)
  index fk_physical_links_physical_switch_src_id (physical_switch_src_id)
  index fk_physical_links_storage_device_src_id (storage_device_src_id)
  index fk_physical_links_wifi_terminal_src_id (wifi_terminal_src_id)
  index fk_physical_links_workstation_src_id (workstation_src_id)
  index fk_physical_links_logical_server_src_id (logical_server_src_id)
  index fk_physical_links_network_switch_src_id (network_switch_src_id)
  index fk_physical_links_router_src_id (router_src_id)
  index fk_physical_links_peripheral_dest_id (peripheral_dest_id)
  index fk_physical_links_phone_dest_id (phone_dest_id)
  index fk_physical_links_physical_router_dest_id (physical_router_dest_id)
  index fk_physical_links_physical_security_device_dest_id (physical_security_device_dest_id)
  index fk_physical_links_physical_server_dest_id (physical_server_dest_id)
  index fk_physical_links_physical_switch_dest_id (physical_switch_dest_id)
  index fk_physical_links_storage_device_dest_id (storage_device_dest_id)
  index fk_physical_links_wifi_terminal_dest_id (wifi_terminal_dest_id)
  index fk_physical_links_workstation_dest_id (workstation_dest_id)
  index fk_physical_links_logical_server_dest_id (logical_server_dest_id)
  index fk_physical_links_network_switch_dest_id (network_switch_dest_id)
  index fk_physical_links_router_dest_id (router_dest_id)
table wans
  id uint increment; + ext_refs varchar(255) null; name varchar(255) null; created_at timestamp null
  updated_at timestamp null; deleted_at timestamp null; index idx_own_wans_name (name)
  index idx_own_wans_live (deleted_at, name)
table mans
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  parent_man_id uint null -> mans set null; created_at timestamp null; updated_at timestamp null
  deleted_at timestamp null; index idx_own_mans_name (name); index idx_own_mans_live (deleted_at, name)
  index fk_mans_parent_man_id (parent_man_id)
table lans
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description varchar(255) null
  created_at timestamp null; updated_at timestamp null; deleted_at timestamp null; index idx_own_lans_name (name)
  index idx_own_lans_live (deleted_at, name)
`;
