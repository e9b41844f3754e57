/** Tables of the logical infrastructure. */
export const LOGICAL = `
table networks
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  protocol_type varchar(255) null; responsible varchar(255) null; responsible_sec varchar(255) null
  security_need_c int null; security_need_i int null; security_need_a int null; security_need_t int null
  security_need_auth int null; created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_networks_name (name); index idx_own_networks_live (deleted_at, name)
table subnetworks
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  address varchar(255) null; ip_allocation_type varchar(255) null; responsible_exp varchar(255) null
  dmz varchar(255) null; wifi varchar(255) null; connected_subnets_id uint null -> subnetworks no action
  gateway_id uint null -> gateways no action; zone varchar(255) null; vlan_id uint null -> vlans no action
  network_id uint null -> networks no action; subnetwork_id uint null -> subnetworks set null
  default_gateway varchar(255) null; created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_subnetworks_name (name); index idx_own_subnetworks_live (deleted_at, name)
  index fk_subnetworks_connected_subnets_id (connected_subnets_id); index fk_subnetworks_gateway_id (gateway_id)
  index fk_subnetworks_vlan_id (vlan_id); index fk_subnetworks_network_id (network_id)
  index fk_subnetworks_subnetwork_id (subnetwork_id)
table gateways
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  ip varchar(255) null; authentification varchar(255) null; created_at timestamp null; updated_at timestamp null
  deleted_at timestamp null; index idx_own_gateways_name (name); index idx_own_gateways_live (deleted_at, name)
table external_connected_entities
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null; security text null
  type varchar(255) null; entity_id uint null -> entities cascade; network_id uint null -> networks cascade
  src varchar(255) null; src_desc varchar(255) null; dest varchar(255) null; dest_desc varchar(255) null
  contacts varchar(255) null; created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_external_connected_entities_name (name)
  index idx_own_external_connected_entities_live (deleted_at, name)
  index fk_external_connected_entities_entity_id (entity_id)
  index fk_external_connected_entities_network_id (network_id)
table network_switches
  id uint increment; + ext_refs varchar(255) null; name varchar(255); ip varchar(255) null
  description longtext null; created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_network_switches_name (name); index idx_own_network_switches_live (deleted_at, name)
table routers
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(255) null
  description longtext null; rules longtext null; ip_addresses text null; created_at timestamp null
  updated_at timestamp null; deleted_at timestamp null; index idx_own_routers_name (name)
  index idx_own_routers_live (deleted_at, name)
table security_devices
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(255) null
  attributes varchar(255) null; icon_id uint null -> documents restrict; description longtext null
  vendor varchar(255) null; product varchar(255) null; version varchar(255) null; address_ip varchar(255) null
  created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_security_devices_name (name); index idx_own_security_devices_live (deleted_at, name)
  index fk_security_devices_icon_id (icon_id)
table dhcp_servers
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  address_ip varchar(255) null; created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_dhcp_servers_name (name); index idx_own_dhcp_servers_live (deleted_at, name)
table dnsservers
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  address_ip varchar(255) null; created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_dnsservers_name (name); index idx_own_dnsservers_live (deleted_at, name)
table clusters
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(255) null
  attributes varchar(255) null; icon_id uint null -> documents restrict; description longtext null
  address_ip varchar(255) null; created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_clusters_name (name); index idx_own_clusters_live (deleted_at, name)
  index fk_clusters_icon_id (icon_id)
table logical_servers
  id uint increment; + ext_refs varchar(255) null; name varchar(255); icon_id uint null -> documents restrict
  type varchar(255) null; active bool null; description longtext null; net_services varchar(255) null
  configuration longtext null; operating_system varchar(255) null; address_ip varchar(255) null
  cpu varchar(255) null; memory varchar(255) null; environment varchar(255) null; disk int null; disk_used int null
  install_date date null; update_date date null; attributes varchar(255) null; patching_frequency int null
  next_update date null; domain_id uint null -> domains set null; created_at timestamp null
  updated_at timestamp null; deleted_at timestamp null; index idx_own_logical_servers_name (name)
  index idx_own_logical_servers_live (deleted_at, name); index idx_logical_servers_active (active)
  index fk_logical_servers_icon_id (icon_id); index fk_logical_servers_domain_id (domain_id)
table backups
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(100) null; attributes text null
  description text null; backup_frequency utinyint null; backup_cycle utinyint null; backup_retention usmallint null
  created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_backups_live (deleted_at, name); unique backups_name_unique (name)
table logical_flows
  id uint increment; + ext_refs varchar(255) null; name varchar(255) null; description text null
  chain varchar(255) null; interface varchar(255) null; router_id uint null -> routers cascade; priority int null
  protocol varchar(255) null; source_ip_range varchar(255) null; dest_ip_range varchar(255) null
  source_port varchar(255) null; dest_port varchar(255) null
  logical_server_source_id uint null -> logical_servers cascade
  peripheral_source_id uint null -> peripherals cascade
  physical_server_source_id uint null -> physical_servers cascade
  storage_device_source_id uint null -> storage_devices cascade
  workstation_source_id uint null -> workstations cascade
  physical_security_device_source_id uint null -> physical_security_devices cascade
  security_device_source_id uint null -> security_devices set null
  subnetwork_source_id uint null -> subnetworks set null; cluster_source_id uint null -> clusters set null
  logical_server_dest_id uint null -> logical_servers cascade; peripheral_dest_id uint null -> peripherals cascade
  physical_server_dest_id uint null -> physical_servers cascade
  storage_device_dest_id uint null -> storage_devices cascade; workstation_dest_id uint null -> workstations cascade
  physical_security_device_dest_id uint null -> physical_security_devices cascade
  security_device_dest_id uint null -> security_devices set null
  subnetwork_dest_id uint null -> subnetworks set null; cluster_dest_id uint null -> clusters set null
  users varchar(255) null; schedule varchar(255) null; action varchar(255) null; created_at timestamp null
  updated_at timestamp null; deleted_at timestamp null; index idx_own_logical_flows_name (name)
  index idx_own_logical_flows_live (deleted_at, name); index fk_logical_flows_router_id (router_id)
  index fk_logical_flows_logical_server_source_id (logical_server_source_id)
  index fk_logical_flows_peripheral_source_id (peripheral_source_id)
  index fk_logical_flows_physical_server_source_id (physical_server_source_id)
  index fk_logical_flows_storage_device_source_id (storage_device_source_id)
  index fk_logical_flows_workstation_source_id (workstation_source_id)
  index fk_logical_flows_physical_security_device_source_id (physical_security_device_source_id)
  index fk_logical_flows_security_device_source_id (security_device_source_id)
  index fk_logical_flows_subnetwork_source_id (subnetwork_source_id)
  index fk_logical_flows_cluster_source_id (cluster_source_id)
  index fk_logical_flows_logical_server_dest_id (logical_server_dest_id)
  index fk_logical_flows_peripheral_dest_id (peripheral_dest_id)
  index fk_logical_flows_physical_server_dest_id (physical_server_dest_id)
  index fk_logical_flows_storage_device_dest_id (storage_device_dest_id)
  index fk_logical_flows_workstation_dest_id (workstation_dest_id)
  index fk_logical_flows_physical_security_device_dest_id (physical_security_device_dest_id)
  index fk_logical_flows_security_device_dest_id (security_device_dest_id)
  index fk_logical_flows_subnetwork_dest_id (subnetwork_dest_id)
  index fk_logical_flows_cluster_dest_id (cluster_dest_id)
table containers
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(255) null
  description longtext null; icon_id uint null -> documents restrict; created_at timestamp null
  updated_at timestamp null; deleted_at timestamp null; index idx_own_containers_live (deleted_at, name)
  index fk_containers_icon_id (icon_id); unique container_name_unique (name, deleted_at)
table certificates
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(255) null
  description longtext null; status int null; start_validity date null; end_validity date null
  last_notification datetime null; created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_certificates_name (name); index idx_own_certificates_live (deleted_at, name)
table vlans
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description varchar(255) null
  vlan_id int null; created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_vlans_name (name); index idx_own_vlans_vlan_id (vlan_id)
  index idx_own_vlans_live (deleted_at, name)
`;
