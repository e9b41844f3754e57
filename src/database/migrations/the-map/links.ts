/** Tables that join two objects. */
export const LINKS = `
table domain_forest_ad
  forest_ad_id uint -> forest_ads cascade; domain_id uint -> domains cascade
  index fk_domain_forest_ad_forest_ad_id (forest_ad_id); index fk_domain_forest_ad_domain_id (domain_id)
table admin_user_application
  admin_user_id uint -> admin_users cascade; application_id uint -> applications restrict
  primary (admin_user_id, application_id); index fk_admin_user_application_admin_user_id (admin_user_id)
  index fk_admin_user_application_application_id (application_id)
table admin_user_zone
  admin_user_id uint -> admin_users cascade; zone_id uint -> zones cascade; primary (admin_user_id, zone_id)
  index fk_admin_user_zone_admin_user_id (admin_user_id); index fk_admin_user_zone_zone_id (zone_id)
table application_entity
  application_id uint -> applications restrict; entity_id uint -> entities cascade
  index fk_application_entity_application_id (application_id); index fk_application_entity_entity_id (entity_id)
table application_process
  application_id uint -> applications restrict; process_id uint -> processes cascade
  index fk_application_process_application_id (application_id); index fk_application_process_process_id (process_id)
table activity_application
  application_id uint -> applications restrict; activity_id uint -> activities cascade
  index fk_activity_application_application_id (application_id)
  index fk_activity_application_activity_id (activity_id)
table application_application_service
  application_id uint -> applications restrict; application_service_id uint -> application_services cascade
  index fk_application_application_service_application_id (application_id)
  index fk_application_application_service_application_service_id (application_service_id)
table application_database
  application_id uint -> applications restrict; database_id uint -> databases cascade
  index fk_application_database_application_id (application_id)
  index fk_application_database_database_id (database_id)
table application_workstation
  application_id uint -> applications restrict; workstation_id uint -> workstations cascade
  index fk_application_workstation_application_id (application_id)
  index fk_application_workstation_workstation_id (workstation_id)
table application_logical_server
  application_id uint -> applications restrict; logical_server_id uint -> logical_servers cascade
  index fk_application_logical_server_application_id (application_id)
  index fk_application_logical_server_logical_server_id (logical_server_id)
table application_container
  application_id uint -> applications restrict; container_id uint -> containers cascade
  index fk_application_container_application_id (application_id)
  index fk_application_container_container_id (container_id)
table application_security_device
  application_id uint -> applications restrict; security_device_id uint -> security_devices cascade
  index fk_application_security_device_application_id (application_id)
  index fk_application_security_device_security_device_id (security_device_id)
table application_security_control
  application_id uint -> applications restrict; security_control_id uint -> security_controls cascade
  index fk_application_security_control_application_id (application_id)
  index fk_application_security_control_security_control_id (security_control_id)
table application_certificate
  application_id uint -> applications restrict; certificate_id uint -> certificates cascade
  index fk_application_certificate_application_id (application_id)
  index fk_application_certificate_certificate_id (certificate_id)
table application_data_processing
  application_id uint -> applications restrict; data_processing_id uint -> data_processing cascade
  index fk_application_data_processing_application_id (application_id)
  index fk_application_data_processing_data_processing_id (data_processing_id)
table application_peripheral
  application_id uint -> applications restrict; peripheral_id uint -> peripherals cascade
  index fk_application_peripheral_application_id (application_id)
  index fk_application_peripheral_peripheral_id (peripheral_id)
table application_physical_server
  application_id uint -> applications restrict; physical_server_id uint -> physical_servers cascade
  index fk_application_physical_server_application_id (application_id)
  index fk_application_physical_server_physical_server_id (physical_server_id)
table application_module_application_service
  application_service_id uint -> application_services cascade
  application_module_id uint -> application_modules cascade
  index fk_application_module_application_service_application_service_id (application_service_id)
  index fk_application_module_application_service_application_module_id (application_module_id)
table application_module_entity
  application_module_id uint -> application_modules cascade; entity_id uint -> entities cascade
  primary (application_module_id, entity_id)
  index fk_application_module_entity_application_module_id (application_module_id)
  index fk_application_module_entity_entity_id (entity_id)
table database_entity
  database_id uint -> databases cascade; entity_id uint -> entities cascade
  index fk_database_entity_database_id (database_id); index fk_database_entity_entity_id (entity_id)
table database_information
  database_id uint -> databases cascade; information_id uint -> information cascade
  index fk_database_information_database_id (database_id)
  index fk_database_information_information_id (information_id)
table database_logical_server
  database_id uint; logical_server_id uint; index fk_database_logical_server_database_id (database_id)
  index fk_database_logical_server_logical_server_id (logical_server_id)
table container_database
  database_id uint -> databases cascade; container_id uint -> containers cascade
  primary (database_id, container_id); index fk_container_database_database_id (database_id)
  index fk_container_database_container_id (container_id)
table application_flow_information
  id ubigint increment; flux_id uint -> application_flows cascade; information_id uint -> information cascade
  created_at timestamp null; updated_at timestamp null; index fk_application_flow_information_flux_id (flux_id)
  index fk_application_flow_information_information_id (information_id)
  unique uq_application_flow_information_pair (flux_id, information_id)
table information_process
  process_id uint -> processes cascade; information_id uint -> information cascade
  index fk_information_process_process_id (process_id); index fk_information_process_information_id (information_id)
table activity_process
  process_id uint -> processes cascade; activity_id uint -> activities cascade
  index fk_activity_process_process_id (process_id); index fk_activity_process_activity_id (activity_id)
table entity_process
  process_id uint -> processes cascade; entity_id uint -> entities cascade
  index fk_entity_process_process_id (process_id); index fk_entity_process_entity_id (entity_id)
table data_processing_process
  process_id uint -> processes cascade; data_processing_id uint -> data_processing cascade
  index fk_data_processing_process_process_id (process_id)
  index fk_data_processing_process_data_processing_id (data_processing_id)
table security_control_process
  process_id uint -> processes cascade; security_control_id uint -> security_controls cascade
  index fk_security_control_process_process_id (process_id)
  index fk_security_control_process_security_control_id (security_control_id)
table activity_operation
  activity_id uint -> activities cascade; operation_id uint -> operations cascade
  index fk_activity_operation_activity_id (activity_id); index fk_activity_operation_operation_id (operation_id)
table activity_document
  activity_id uint -> activities cascade; document_id uint -> documents cascade
  index fk_activity_document_activity_id (activity_id); index fk_activity_document_document_id (document_id)
table actor_operation
  operation_id uint -> operations cascade; actor_id uint -> actors cascade
  index fk_actor_operation_operation_id (operation_id); index fk_actor_operation_actor_id (actor_id)
table operation_task
  operation_id uint -> operations cascade; task_id uint -> tasks cascade
  index fk_operation_task_operation_id (operation_id); index fk_operation_task_task_id (task_id)
table information_information
  information_id uint -> information cascade; child_information_id uint -> information cascade
  primary (information_id, child_information_id); index fk_information_information_information_id (information_id)
  index fk_information_information_child_information_id (child_information_id)
table data_processing_information
  information_id uint -> information cascade; data_processing_id uint -> data_processing cascade
  index fk_data_processing_information_information_id (information_id)
  index fk_data_processing_information_data_processing_id (data_processing_id)
table role_user
  user_id uint -> users cascade; role_id uint -> roles cascade; index fk_role_user_user_id (user_id)
  index fk_role_user_role_id (role_id)
table permission_role
  role_id uint -> roles cascade; permission_id uint -> permissions cascade
  index fk_permission_role_role_id (role_id); index fk_permission_role_permission_id (permission_id)
table entity_document
  document_id uint -> documents cascade; entity_id uint -> entities cascade
  index fk_entity_document_document_id (document_id); index fk_entity_document_entity_id (entity_id)
table data_processing_document
  document_id uint -> documents cascade; data_processing_id uint -> data_processing cascade
  index fk_data_processing_document_document_id (document_id)
  index fk_data_processing_document_data_processing_id (data_processing_id)
table document_external_connected_entity
  document_id uint -> documents cascade; external_connected_entity_id uint -> external_connected_entities cascade
  index fk_document_external_connected_entity_document_id (document_id)
  index fk_document_external_connected_entity_external_connecte_87cae7aa (external_connected_entity_id)
table document_logical_server
  document_id uint -> documents cascade; logical_server_id uint -> logical_servers cascade
  index fk_document_logical_server_document_id (document_id)
  index fk_document_logical_server_logical_server_id (logical_server_id)
table document_relation
  document_id uint -> documents cascade; relation_id uint -> relations cascade
  index fk_document_relation_document_id (document_id); index fk_document_relation_relation_id (relation_id)
table external_connected_entity_subnetwork
  subnetwork_id uint -> subnetworks cascade
  external_connected_entity_id uint -> external_connected_entities cascade
  index fk_external_connected_entity_subnetwork_subnetwork_id (subnetwork_id)
  index fk_external_connected_entity_subnetwork_external_connec_a17a6aff (external_connected_entity_id)
table network_switch_physical_switch
  network_switch_id uint -> network_switches cascade; physical_switch_id uint -> physical_switches cascade
  index fk_network_switch_physical_switch_network_switch_id (network_switch_id)
  index fk_network_switch_physical_switch_physical_switch_id (physical_switch_id)
table network_switch_vlan
  network_switch_id uint -> network_switches cascade; vlan_id uint -> vlans cascade
  primary (network_switch_id, vlan_id); index fk_network_switch_vlan_network_switch_id (network_switch_id)
  index fk_network_switch_vlan_vlan_id (vlan_id)
table physical_router_router
  router_id uint -> routers cascade; physical_router_id uint -> physical_routers cascade
  index fk_physical_router_router_router_id (router_id)
  index fk_physical_router_router_physical_router_id (physical_router_id)
table cluster_router
  router_id uint -> routers cascade; cluster_id uint -> clusters cascade; primary (router_id, cluster_id)
  index fk_cluster_router_router_id (router_id); index fk_cluster_router_cluster_id (cluster_id)
table physical_security_device_security_device
  security_device_id uint -> security_devices cascade
  physical_security_device_id uint -> physical_security_devices cascade
  index fk_physical_security_device_security_device_security_device_id (security_device_id)
  index fk_physical_security_device_security_device_physical_se_3ab679f4 (physical_security_device_id)
table cluster_logical_server
  cluster_id uint -> clusters cascade; logical_server_id uint -> logical_servers cascade
  primary (cluster_id, logical_server_id); index fk_cluster_logical_server_cluster_id (cluster_id)
  index fk_cluster_logical_server_logical_server_id (logical_server_id)
table cluster_physical_server
  cluster_id uint -> clusters cascade; physical_server_id uint -> physical_servers cascade
  primary (cluster_id, physical_server_id); index fk_cluster_physical_server_cluster_id (cluster_id)
  index fk_cluster_physical_server_physical_server_id (physical_server_id)
table logical_server_physical_server
  logical_server_id uint -> logical_servers cascade; physical_server_id uint -> physical_servers cascade
  index fk_logical_server_physical_server_logical_server_id (logical_server_id)
  index fk_logical_server_physical_server_physical_server_id (physical_server_id)
table certificate_logical_server
  logical_server_id uint -> logical_servers cascade; certificate_id uint -> certificates cascade
  index fk_certificate_logical_server_logical_server_id (logical_server_id)
  index fk_certificate_logical_server_certificate_id (certificate_id)
table container_logical_server
  logical_server_id uint -> logical_servers cascade; container_id uint -> containers cascade
  index fk_container_logical_server_logical_server_id (logical_server_id)
  index fk_container_logical_server_container_id (container_id)
table backup_logical_server
  logical_server_id uint -> logical_servers cascade; backup_id uint -> backups cascade
  primary (logical_server_id, backup_id); index fk_backup_logical_server_logical_server_id (logical_server_id)
  index fk_backup_logical_server_backup_id (backup_id)
table backup_storage_device
  backup_id uint -> backups cascade; storage_device_id uint -> storage_devices cascade
  primary (backup_id, storage_device_id); index fk_backup_storage_device_backup_id (backup_id)
  index fk_backup_storage_device_storage_device_id (storage_device_id)
table physical_router_vlan
  vlan_id uint -> vlans cascade; physical_router_id uint -> physical_routers cascade
  index fk_physical_router_vlan_vlan_id (vlan_id)
  index fk_physical_router_vlan_physical_router_id (physical_router_id)
table building_zone
  building_id uint -> buildings cascade; zone_id uint -> zones cascade; primary (building_id, zone_id)
  index fk_building_zone_building_id (building_id); index fk_building_zone_zone_id (zone_id)
table bay_wifi_terminal
  bay_id uint -> bays cascade; wifi_terminal_id uint -> wifi_terminals cascade
  index fk_bay_wifi_terminal_bay_id (bay_id); index fk_bay_wifi_terminal_wifi_terminal_id (wifi_terminal_id)
table zone_zone
  zone_id uint -> zones cascade; related_zone_id uint -> zones cascade; primary (zone_id, related_zone_id)
  index fk_zone_zone_zone_id (zone_id); index fk_zone_zone_related_zone_id (related_zone_id)
table man_wan
  wan_id uint -> wans cascade; man_id uint -> mans cascade; index fk_man_wan_wan_id (wan_id)
  index fk_man_wan_man_id (man_id)
table lan_wan
  wan_id uint -> wans cascade; lan_id uint -> lans cascade; index fk_lan_wan_wan_id (wan_id)
  index fk_lan_wan_lan_id (lan_id)
table lan_man
  man_id uint -> mans cascade; lan_id uint -> lans cascade; index fk_lan_man_man_id (man_id)
  index fk_lan_man_lan_id (lan_id)
`;
