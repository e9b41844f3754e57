/** Tables of the organisation: register, ecosystem, business, applications and administration. */
export const BUSINESS = `
table zone_admins
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_zone_admins_name (name); index idx_own_zone_admins_live (deleted_at, name)
table annuaires
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  solution varchar(255) null; zone_admin_id uint null -> zone_admins no action; created_at timestamp null
  updated_at timestamp null; deleted_at timestamp null; index idx_own_annuaires_name (name)
  index idx_own_annuaires_live (deleted_at, name); index fk_annuaires_zone_admin_id (zone_admin_id)
table forest_ads
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  zone_admin_id uint null -> zone_admins no action; created_at timestamp null; updated_at timestamp null
  deleted_at timestamp null; index idx_own_forest_ads_name (name); index idx_own_forest_ads_live (deleted_at, name)
  index fk_forest_ads_zone_admin_id (zone_admin_id)
table domains
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  domain_ctrl_cnt int null; user_count int null; machine_count int null; relation_inter_domaine varchar(255) null
  created_at timestamp null; updated_at timestamp null; deleted_at timestamp null; index idx_own_domains_name (name)
  index idx_own_domains_live (deleted_at, name)
table admin_users
  id uint increment; + ext_refs varchar(255) null; user_id varchar(255); firstname varchar(255) null
  lastname varchar(255) null; type varchar(255) null; attributes varchar(255) null
  icon_id uint null -> documents restrict; description longtext null; domain_id uint null -> domains cascade
  created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_admin_users_user_id (user_id); index idx_own_admin_users_live (deleted_at, user_id)
  index fk_admin_users_icon_id (icon_id); index fk_admin_users_domain_id (domain_id)
  unique domain_id_user_id_unique (domain_id, user_id, deleted_at)
table application_blocks
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  responsible varchar(255) null; created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_application_blocks_name (name); index idx_own_application_blocks_live (deleted_at, name)
table applications
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  vendor varchar(255) null; product varchar(255) null; security_need_c int null; security_need_i int null
  security_need_a int null; security_need_t int null; security_need_auth int null; responsible varchar(255) null
  functional_referent varchar(255) null; type varchar(255) null; icon_id uint null -> documents restrict
  technology varchar(255) null; external varchar(255) null; users varchar(255) null; editor varchar(255) null
  entity_resp_id uint null -> entities no action; application_block_id uint null -> application_blocks no action
  documentation varchar(255) null; version varchar(255) null; rto int null; rpo int null; install_date date null
  update_date date null; attributes varchar(255) null; patching_frequency int null; next_update date null
  created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_applications_name (name); index idx_own_applications_live (deleted_at, name)
  index fk_applications_icon_id (icon_id); index fk_applications_entity_resp_id (entity_resp_id)
  index fk_applications_application_block_id (application_block_id)
table application_services
  id uint increment; + ext_refs varchar(255) null; description longtext null; exposition varchar(255) null
  name varchar(255); created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_application_services_name (name); index idx_own_application_services_live (deleted_at, name)
table application_modules
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  vendor varchar(255) null; product varchar(255) null; version varchar(255) null; created_at timestamp null
  updated_at timestamp null; deleted_at timestamp null; index idx_own_application_modules_name (name)
  index idx_own_application_modules_live (deleted_at, name)
table databases
  id uint increment; + ext_refs varchar(255) null; name varchar(255); type varchar(255) null
  icon_id uint null -> documents restrict; description longtext null; responsible varchar(255) null
  external varchar(255) null; entity_resp_id uint null -> entities no action; security_need_c int null
  security_need_i int null; security_need_a int null; security_need_t int null; security_need_auth int null
  created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_databases_name (name); index idx_own_databases_live (deleted_at, name)
  index fk_databases_icon_id (icon_id); index fk_databases_entity_resp_id (entity_resp_id)
table application_flows
  id uint increment; + ext_refs varchar(255) null; name varchar(255); nature varchar(255) null
  attributes varchar(255) null; description longtext null; application_source_id uint null -> applications restrict
  service_source_id uint null -> application_services no action
  module_source_id uint null -> application_modules no action; database_source_id uint null -> databases no action
  application_dest_id uint null -> applications restrict
  service_dest_id uint null -> application_services no action
  module_dest_id uint null -> application_modules no action; database_dest_id uint null -> databases no action
  crypted bool null; bidirectional bool null; created_at timestamp null; updated_at timestamp null
  deleted_at timestamp null; index idx_own_application_flows_name (name)
  index idx_own_application_flows_live (deleted_at, name)
  index fk_application_flows_application_source_id (application_source_id)
  index fk_application_flows_service_source_id (service_source_id)
  index fk_application_flows_module_source_id (module_source_id)
  index fk_application_flows_database_source_id (database_source_id)
  index fk_application_flows_application_dest_id (application_dest_id)
  index fk_application_flows_service_dest_id (service_dest_id)
  index fk_application_flows_module_dest_id (module_dest_id)
  index fk_application_flows_database_dest_id (database_dest_id)
table macro_processuses
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  io_elements longtext null; security_need_c int null; security_need_i int null; security_need_a int null
  security_need_t int null; security_need_auth int null; owner varchar(255) null; created_at timestamp null
  updated_at timestamp null; deleted_at timestamp null; index idx_own_macro_processuses_name (name)
  index idx_own_macro_processuses_live (deleted_at, name)
table processes
  id uint increment; + ext_refs varchar(255) null; name varchar(255); icon_id uint null -> documents restrict
  description longtext null; owner varchar(255) null; security_need_c int null; security_need_i int null
  security_need_a int null; security_need_t int null; security_need_auth int null; in_out longtext null
  macroprocess_id uint null -> macro_processuses no action; created_at timestamp null; updated_at timestamp null
  deleted_at timestamp null; index idx_own_processes_name (name); index idx_own_processes_live (deleted_at, name)
  index fk_processes_icon_id (icon_id); index fk_processes_macroprocess_id (macroprocess_id)
table activities
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  recovery_time_objective int null; maximum_tolerable_downtime int null; recovery_point_objective int null
  maximum_tolerable_data_loss int null; drp text null; drp_link varchar(255) null; created_at timestamp null
  updated_at timestamp null; deleted_at timestamp null; index idx_own_activities_name (name)
  index idx_own_activities_live (deleted_at, name)
table operations
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  process_id uint null -> processes cascade; created_at timestamp null; updated_at timestamp null
  deleted_at timestamp null; index idx_own_operations_name (name); index idx_own_operations_live (deleted_at, name)
  index fk_operations_process_id (process_id)
table tasks
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  created_at timestamp null; updated_at timestamp null; deleted_at timestamp null; index idx_own_tasks_name (name)
  index idx_own_tasks_live (deleted_at, name)
table actors
  id uint increment; + ext_refs varchar(255) null; name varchar(255); nature varchar(255) null
  type varchar(255) null; contact varchar(255) null; created_at timestamp null; updated_at timestamp null
  deleted_at timestamp null; index idx_own_actors_name (name); index idx_own_actors_live (deleted_at, name)
table information
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  owner varchar(255) null; administrator varchar(255) null; storage varchar(255) null; security_need_c int null
  security_need_i int null; security_need_a int null; security_need_t int null; security_need_auth int null
  sensitivity varchar(255) null; constraints longtext null; retention varchar(255) null; created_at timestamp null
  updated_at timestamp null; deleted_at timestamp null; index idx_own_information_name (name)
  index idx_own_information_live (deleted_at, name)
table entities
  id uint increment; + ext_refs varchar(255) null; name varchar(255); icon_id uint null -> documents restrict
  security_level longtext null; contact_point longtext null; description longtext null; is_external bool null
  entity_type varchar(255) null; attributes varchar(255) null; reference varchar(255) null
  parent_entity_id uint null -> entities set null; external_ref_id varchar(255) null; created_at timestamp null
  updated_at timestamp null; deleted_at timestamp null; index idx_own_entities_name (name)
  index idx_own_entities_live (deleted_at, name); index idx_entities_is_external (is_external)
  index idx_entities_entity_type (entity_type); index fk_entities_icon_id (icon_id)
  index fk_entities_parent_entity_id (parent_entity_id)
table relations
  id uint increment; + ext_refs varchar(255) null; importance int null; name varchar(255); type varchar(255) null
  description longtext null; source_id uint -> entities no action; destination_id uint -> entities no action
  attributes varchar(255) null; reference varchar(255) null; responsible varchar(255) null
  order_number varchar(255) null; active bool default 1; start_date date null; end_date date null
  comments text null; security_need_c int null; security_need_i int null; security_need_a int null
  security_need_t int null; security_need_auth int null; created_at timestamp null; updated_at timestamp null
  deleted_at timestamp null; index idx_own_relations_name (name); index idx_own_relations_live (deleted_at, name)
  index fk_relations_source_id (source_id); index fk_relations_destination_id (destination_id)
table data_processing
  id uint increment; + ext_refs varchar(255) null; name varchar(255); legal_basis varchar(255) null
  description longtext null; responsible longtext null; purpose longtext null; lawfulness text null
  lawfulness_consent bool null; lawfulness_contract bool null; lawfulness_legal_obligation bool null
  lawfulness_vital_interest bool null; lawfulness_public_interest bool null
  lawfulness_legitimate_interest bool null; categories longtext null; data_source text null
  data_collection_obligation text null; recipients longtext null; transfert longtext null
  automated_decision_making text null; retention longtext null; data_subject_rights text null; update_date date null
  controls longtext null; created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_data_processing_name (name); index idx_own_data_processing_live (deleted_at, name)
table security_controls
  id uint increment; + ext_refs varchar(255) null; name varchar(255); description longtext null
  created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_security_controls_name (name); index idx_own_security_controls_live (deleted_at, name)
`;
