/** Users and rights, documents, queries, the journal, and the server's own tables. */
export const REST = `
table users
  id uint increment; login varchar(255); name varchar(255) null; email varchar(255) null
  email_verified_at datetime null; password varchar(255) null; remember_token varchar(255) null
  granularity int null; language varchar(2) null; created_at timestamp null; updated_at timestamp null
  deleted_at timestamp null; index idx_own_users_login (login); index idx_own_users_name (name)
  index idx_own_users_live (deleted_at, name); unique users_email_unique (email, deleted_at)
table roles
  id uint increment; title varchar(255) null; created_at timestamp null; updated_at timestamp null
  deleted_at timestamp null; index idx_own_roles_title (title); index idx_own_roles_live (deleted_at, title)
table permissions
  id uint increment; + ext_refs varchar(255) null; title varchar(255) null; module varchar(255) null
  created_at timestamp null; updated_at timestamp null; index idx_own_permissions_title (title)
table cartographers
  id ubigint increment; cartographiable_type varchar(255); cartographiable_id ubigint
  user_id uint null -> users cascade; role_id uint null -> roles cascade; created_at timestamp null
  updated_at timestamp null
  index idx_cartographers_cartographiable_type_cartographiable_id (cartographiable_type, cartographiable_id)
  index fk_cartographers_user_id (user_id); index fk_cartographers_role_id (role_id)
table documents
  id uint increment; + ext_refs varchar(255) null; filename varchar(255); mimetype varchar(255); size int
  hash varchar(255); created_at timestamp null; updated_at timestamp null; deleted_at timestamp null
  index idx_own_documents_filename (filename); index idx_own_documents_live (deleted_at, filename)
table saved_queries
  id ubigint increment; name varchar(255); description text null; query json; is_public bool default 0
  user_id uint null -> users set null; created_at timestamp null; updated_at timestamp null
  index idx_own_saved_queries_name (name); index fk_saved_queries_user_id (user_id)
table relation_values
  relation_id uint -> relations cascade; date_price date null; price decimal(12,2) null; created_at timestamp null
  updated_at timestamp null; index fk_relation_values_relation_id (relation_id)
table activity_impact
  id ubigint increment; activity_id uint -> activities cascade; impact_type varchar(255); severity tinyint
  created_at timestamp null; updated_at timestamp null; index fk_activity_impact_activity_id (activity_id)
table application_events
  id uint increment; + ext_refs varchar(255) null; user_id uint -> users restrict
  application_id uint -> applications restrict; message longtext; created_at timestamp null
  updated_at timestamp null; index fk_application_events_user_id (user_id)
  index fk_application_events_application_id (application_id)
table audit_logs
  id uint increment; description varchar(255); subject_id uint null; subject_type varchar(255) null
  user_id uint null; properties text null; host varchar(45) null; created_at timestamp null
  updated_at timestamp null; index idx_own_audit_logs_subject (subject_type, subject_id)
  index idx_own_audit_logs_user_id (user_id); index idx_own_audit_logs_created_at (created_at)
table own_names
  scope varchar(64); name_key key(512); object_id ubigint; primary (scope, name_key)
table own_tokens
  id ubigint increment; user_id uint -> users cascade; hash char(64); name varchar(255) null
  read_only bool default 0; expires_at datetime; created_at datetime; unique uq_own_tokens_hash (hash)
  index fk_own_tokens_user_id (user_id)
table own_login_failures
  id ubigint increment; subject char(64); failed_at datetime
  index idx_own_login_failures_subject (subject, failed_at)
table own_settings
  name varchar(64); value text null; primary (name)
`;
