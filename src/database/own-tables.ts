/** Tables that no resource describes: small rows of objects, and those of the server itself. */
export const OTHER_TABLES = `
table relation_values
  relation_id uint -> relations cascade
  date_price date null
  price decimal(12,2) null
  created_at timestamp null
  updated_at timestamp null
  index fk_relation_values_relation_id (relation_id)
table activity_impact
  id ubigint increment
  activity_id uint -> activities cascade
  impact_type varchar(255)
  severity tinyint
  created_at timestamp null
  updated_at timestamp null
  index fk_activity_impact_activity_id (activity_id)
table application_events
  id uint increment
  + ext_refs varchar(255) null
  user_id uint -> users restrict
  application_id uint -> applications restrict
  message longtext
  created_at timestamp null
  updated_at timestamp null
  index fk_application_events_user_id (user_id)
  index fk_application_events_application_id (application_id)
table own_needs
  type key(64)
  object_id ubigint
  name key(64)
  number int
  created_at timestamp null
  updated_at timestamp null
  primary (type, object_id, name)
table own_names
  scope varchar(64)
  name_key key(512)
  object_id ubigint
  primary (scope, name_key)
table own_tokens
  id ubigint increment
  user_id uint -> users cascade
  hash char(64)
  name varchar(255) null
  read_only bool default 0
  expires_at datetime
  created_at datetime
  + browser bool default 0
  + ends_at datetime null
  + last_used_at datetime null
  + last_address varchar(45) null
  + way varchar(16) null
  + networks varchar(1024) null
  + identity_id ubigint null
  + provider_session char(64) null
  + enrol_only bool default 0
  + confirmed_at datetime null
  + perimeters varchar(1024) null
  unique uq_own_tokens_hash (hash)
  index fk_own_tokens_user_id (user_id)
table own_perimeter_parts
  id uint
  description text null
  roots json null
  rules json null
  primary (id)
table own_perimeter_places
  perimeter_id uint
  kind key(16)
  place_id uint
  depth utinyint
  root utinyint
  primary (perimeter_id, kind, place_id, depth, root)
table own_identities
  id ubigint increment
  user_id uint -> users cascade
  provider key(8)
  issuer key(255)
  subject key(255)
  name varchar(255) null
  made bool default 0
  group_keys longtext null
  last_sign_in datetime null
  created_at datetime
  unique uq_own_identities_subject (provider, issuer, subject)
  index fk_own_identities_user_id (user_id)
table own_group_roles
  id ubigint increment
  provider key(8)
  group_name varchar(1024)
  group_key char(64)
  role_id uint -> roles cascade
  created_at datetime
  unique uq_own_group_roles_group (provider, group_key, role_id)
  index fk_own_group_roles_role_id (role_id)
table own_user_states
  user_id uint -> users cascade
  disabled_at datetime
  primary (user_id)
table own_signin_codes
  id ubigint increment
  kind key(8)
  hash char(64)
  bound_to char(64) null
  says text null
  expires_at datetime
  unique uq_own_signin_codes_hash (kind, hash)
  index idx_own_signin_codes_expires_at (expires_at)
table own_factors
  id ubigint increment
  user_id uint -> users cascade
  kind key(8)
  name varchar(255)
  secret text
  credential char(64) null
  details text null
  counter ubigint default 0
  created_at datetime
  last_used_at datetime null
  unique uq_own_factors_credential (credential)
  index fk_own_factors_user_id (user_id)
table own_recovery_codes
  id ubigint increment
  user_id uint -> users cascade
  hash char(64)
  created_at datetime
  unique uq_own_recovery_codes_hash (hash)
  index fk_own_recovery_codes_user_id (user_id)
table own_factor_failures
  id ubigint increment
  user_id uint -> users cascade
  failed_at datetime
  index idx_own_factor_failures_user_id (user_id, failed_at)
table own_device_codes
  id ubigint increment
  device_hash char(64)
  user_hash char(64)
  client varchar(100) null
  address varchar(45) null
  network varchar(45) null
  token_id ubigint null
  is_denied bool default 0
  seconds_between int
  polled_at datetime null
  expires_at datetime
  unique uq_own_device_codes_device_hash (device_hash)
  unique uq_own_device_codes_user_hash (user_hash)
  index idx_own_device_codes_network (network)
  index idx_own_device_codes_expires_at (expires_at)
table own_login_failures
  id ubigint increment
  subject char(64)
  failed_at datetime
  index idx_own_login_failures_subject (subject, failed_at)
table own_settings
  name varchar(64)
  value text null
  primary (name)
table own_idempotency_keys
  scope char(64)
  owner char(36)
  body_hash char(64) null
  status int null
  headers text null
  body longtext null
  created_at datetime
  primary (scope)
  index idx_own_idempotency_keys_created_at (created_at)
table own_request_counts
  subject char(64)
  taken int
  ends_at ubigint
  primary (subject)
  index idx_own_request_counts_ends_at (ends_at)
table own_request_limits
  id ubigint increment
  user_id uint null -> users cascade
  token_id ubigint null -> own_tokens cascade
  per_minute int
  unique uq_own_request_limits_user_id (user_id)
  unique uq_own_request_limits_token_id (token_id)
table own_preferences
  user_id uint -> users cascade
  preferences longtext
  updated_at datetime
  primary (user_id)
table own_shared_tables
  id ubigint increment
  user_id uint null -> users set null
  kind key(64)
  name varchar(255)
  query text null
  created_at datetime
  index fk_own_shared_tables_user_id (user_id)
table own_cve_records
  cve_id key(32)
  source varchar(32)
  state varchar(32)
  published datetime null
  modified datetime null
  title varchar(1000) null
  description longtext null
  score decimal(12,2) null
  severity varchar(32) null
  cvss_version varchar(8) null
  vector varchar(255) null
  refs longtext null
  imported_at datetime
  primary (cve_id)
table own_cve_affects
  id ubigint increment
  cve_id key(32)
  part varchar(1) null
  vendor key(255)
  product key(255)
  status varchar(16)
  exact varchar(255) null
  start_incl varchar(255) null
  start_excl varchar(255) null
  end_incl varchar(255) null
  end_excl varchar(255) null
  index idx_own_cve_affects_product (vendor, product, cve_id)
  index idx_own_cve_affects_cve_id (cve_id)
table own_cve_sources
  source key(190)
  last_modified datetime null
  imported_at datetime
  records int
  sha256 char(64) null
  primary (source)
table own_cve_cache
  vendor key(255)
  product key(255)
  fetched_at datetime
  source key(190)
  records int
  primary (vendor, product)
table own_products
  id ubigint increment
  type key(64)
  object_id ubigint
  purl varchar(2048) null
  cpe varchar(1024) null
  created_at timestamp null
  updated_at timestamp null
  index idx_own_products_object (type, object_id)
table own_advisory_packages
  id ubigint increment
  cve_id key(32)
  ecosystem key(255)
  name key(255)
  status varchar(16)
  exact varchar(255) null
  start_incl varchar(255) null
  start_excl varchar(255) null
  end_incl varchar(255) null
  end_excl varchar(255) null
  index idx_own_advisory_packages_package (name, ecosystem, cve_id)
  index idx_own_advisory_packages_cve_id (cve_id)
table own_advisory_aliases
  alias key(64)
  cve_id key(32)
  primary (alias, cve_id)
  index idx_own_advisory_aliases_cve_id (cve_id)
table own_kev
  cve_id key(32)
  added datetime null
  due datetime null
  ransomware bool
  action longtext null
  primary (cve_id)
table own_epss
  cve_id key(32)
  epss varchar(32)
  percentile varchar(32)
  scored_at datetime null
  primary (cve_id)
table own_vex
  id ubigint increment
  document key(190)
  advisory key(64)
  purl varchar(2048) null
  cpe varchar(1024) null
  ref varchar(1024) null
  status varchar(32)
  justification varchar(255) null
  statement longtext null
  stated_at datetime null
  index idx_own_vex_advisory (advisory)
  index idx_own_vex_document (document)
table own_vulnerabilities
  id ubigint increment
  type key(64)
  object_id ubigint
  advisory key(64)
  source_id key(32)
  identity varchar(2048)
  ranges longtext null
  first_seen datetime
  gone_at datetime null
  state varchar(16)
  reason longtext null
  justification varchar(255) null
  document varchar(190) null
  until datetime null
  user_id uint null -> users set null
  decided_at datetime null
  unique uq_own_vulnerabilities_object (type, object_id, advisory)
  index idx_own_vulnerabilities_advisory (advisory)
  index fk_own_vulnerabilities_user_id (user_id)
table own_cve_covers
  source key(190)
  kind varchar(64)
  data_at datetime null
  covers longtext null
  primary (source)
table own_feed_sources
  id ubigint increment
  name key(32)
  settings longtext
  version int
  user_id uint null -> users set null
  created_at datetime
  updated_at datetime
  unique uq_own_feed_sources_name (name)
  index fk_own_feed_sources_user_id (user_id)
table own_feed_scopes
  source_id ubigint -> own_feed_sources cascade
  scope key(190)
  last_run ubigint null
  last_full_run ubigint null
  last_full_at datetime null
  observed_at varchar(32) null
  primary (source_id, scope)
table own_feed_records
  id ubigint increment
  source_id ubigint -> own_feed_sources cascade
  type key(64)
  ref key(255)
  object_id ubigint
  scopes longtext
  digest char(44)
  object_stamp timestamp null
  noted_at datetime null
  says longtext
  leaves longtext null
  kept longtext null
  marked longtext null
  created bool
  observed_at varchar(32) null
  first_seen datetime
  last_seen datetime null
  last_run ubigint
  missing_since datetime null
  missing_runs int default 0
  unique uq_own_feed_records_ref (source_id, type, ref)
  index idx_own_feed_records_object (type, object_id)
  index idx_own_feed_records_missing (source_id, missing_since)
table own_feed_keys
  record_id ubigint -> own_feed_records cascade
  rule key(16)
  value key(190)
  primary (record_id, rule, value)
  index idx_own_feed_keys_value (rule, value)
table own_feed_refs
  source_id ubigint -> own_feed_sources cascade
  type key(64)
  ref key(255)
  record_id ubigint -> own_feed_records cascade
  primary (source_id, type, ref)
  index fk_own_feed_refs_record_id (record_id)
table own_merges
  entry ubigint
  type key(64)
  into_id ubigint
  kept longtext
  primary (entry)
  index idx_own_merges_into (type, into_id)
table own_merged
  type key(64)
  object_id ubigint
  into_id ubigint
  entry ubigint
  primary (type, object_id)
  index idx_own_merged_entry (entry)
table own_feed_marks
  type key(64)
  object_id ubigint
  field key(64)
  kind varchar(8)
  value longtext null
  user_id uint null -> users set null
  at datetime
  primary (type, object_id, field)
  index fk_own_feed_marks_user_id (user_id)
table own_feed_plans
  id key(32)
  source_id ubigint -> own_feed_sources cascade
  scope key(190)
  mode varchar(8)
  state varchar(16)
  head longtext
  counts longtext
  progress longtext null
  versions varchar(64)
  user_id uint null -> users set null
  beat_at datetime
  created_at datetime
  expires_at datetime
  run_id ubigint null
  primary (id)
  index idx_own_feed_plans_expires_at (expires_at)
  index fk_own_feed_plans_source_id (source_id)
  index fk_own_feed_plans_user_id (user_id)
table own_feed_runs
  id ubigint increment
  source varchar(32)
  scope varchar(190)
  mode varchar(8)
  plan_id varchar(32)
  state varchar(16)
  counts longtext
  user_id uint null -> users set null
  host varchar(45) null
  request_id varchar(255) null
  observed_at varchar(32) null
  started_at datetime
  finished_at datetime null
  index idx_own_feed_runs_source (source, id)
  index fk_own_feed_runs_user_id (user_id)
table own_feed_parts
  owner key(40)
  kind key(16)
  n int
  body longtext
  primary (owner, kind, n)
table own_audit_texts
  id key(36)
  n int
  body longtext
  created_at timestamp null
  primary (id, n)
  index idx_own_audit_texts_created_at (created_at)
table own_event_feed
  id int
  feed key(16)
  secret char(32)
  number ubigint
  oldest ubigint
  history_since ubigint
  primary (id)
table own_events
  number ubigint
  entry ubigint
  type key(64)
  object_id ubigint
  action key(16)
  name varchar(255) null
  links longtext null
  recorded_at ubigint
  primary (number)
  index idx_own_events_object (type, object_id, number)
  index idx_own_events_recorded_at (recorded_at)
table own_event_reach
  kind key(16)
  object_id ubigint
  number ubigint
  primary (kind, object_id)
table own_event_transactions
  id key(36)
  request_id key(128) null
  user_id ubigint null
  via key(16)
  first ubigint
  last ubigint
  entries int
  began_at ubigint
  ended_at ubigint
  spread_until ubigint null
  primary (id)
  index idx_own_event_transactions_request_id (request_id)
  index idx_own_event_transactions_last (last)
  index idx_own_event_transactions_spread_until (spread_until)
table own_outside_objects
  type key(64)
  object_id ubigint
  state longtext
  primary (type, object_id)
table own_outside_buckets
  type key(64)
  bucket ubigint
  checksum varchar(64)
  number ubigint
  primary (type, bucket)
table own_audit_head
  id int
  chain key(16)
  number ubigint
  hash char(43)
  removed_before ubigint
  removal char(43) null
  rooted_on char(10) null
  + former_until ubigint default 0
  + former_key char(8) null
  + former_proof char(43) null
  primary (id)
table own_audit_chain
  number ubigint
  entry ubigint
  at ubigint
  salt char(22) null
  digest char(43)
  hash char(43)
  key_id char(8)
  redacted char(43) null
  primary (number)
  unique uq_own_audit_chain_entry (entry)
table own_audit_outlets
  name key(16)
  position ubigint
  sent_at ubigint null
  primary (name)
table own_webhooks
  id ubigint increment
  owner_id uint null -> users set null
  name key(190)
  url text
  settings longtext
  headers text null
  secret text
  secret_set_at datetime
  feed key(16)
  position ubigint
  batch_first ubigint null
  batch_last ubigint null
  version int default 0
  paused_reason varchar(16) null
  attempts int default 0
  refusals int default 0
  failing_since ubigint null
  next_at ubigint default 0
  last_success_at ubigint null
  last_error varchar(32) null
  lease_owner char(36) null
  lease_until ubigint default 0
  created_at datetime
  updated_at datetime
  unique uq_own_webhooks_name (owner_id, name)
table own_webhook_attempts
  id ubigint increment
  webhook_id ubigint -> own_webhooks cascade
  delivery varchar(96)
  events int
  status int null
  error varchar(16) null
  ms int
  answer text null
  at ubigint
  index idx_own_webhook_attempts_webhook_id (webhook_id, id)
  index idx_own_webhook_attempts_at (at)
table own_webhook_dead
  id ubigint increment
  webhook_id ubigint -> own_webhooks cascade
  first_number ubigint
  last_number ubigint
  events longtext
  reason varchar(16)
  status int null
  at ubigint
  index idx_own_webhook_dead_webhook_id (webhook_id, id)
  index idx_own_webhook_dead_at (at)
table own_checks
  id ubigint increment
  slug key(60)
  texts longtext
  severity varchar(8)
  enabled bool default 1
  type key(64) null
  definition longtext
  exceptions longtext null
  kinds longtext
  shipped bool default 0
  changed text null
  last_run_at datetime null
  last_run_ms int null
  last_error text null
  created_at datetime
  updated_at datetime
  unique uq_own_checks_slug (slug)
table own_check_runs
  id ubigint increment
  state varchar(8)
  reason varchar(8)
  checks longtext null
  done int default 0
  total int default 0
  opened int default 0
  gone int default 0
  failed int default 0
  user_id uint null -> users set null
  queued_at datetime
  started_at datetime null
  finished_at datetime null
  index fk_own_check_runs_user_id (user_id)
  index idx_own_check_runs_queued_at (queued_at)
table own_findings
  id ubigint increment
  check_id ubigint -> own_checks cascade
  type key(64)
  object_id ubigint
  said longtext
  objects longtext null
  first_seen datetime
  opened_at datetime
  gone_at datetime null
  reopened int default 0
  accepted_until date null
  accepted_reason text null
  accepted_by uint null -> users set null
  accepted_at datetime null
  unique uq_own_findings_object (check_id, type, object_id)
  index idx_own_findings_object (type, object_id)
  index idx_own_findings_opened_at (opened_at)
  index idx_own_findings_gone_at (gone_at)
  index fk_own_findings_accepted_by (accepted_by)
table own_finding_days
  day date
  severity key(8)
  open int
  primary (day, severity)
table own_cycles
  product key(64)
  cycle key(64)
  ends date null
  ended bool default 0
  imported_at datetime
  primary (product, cycle)
table own_calendar_keys
  user_id uint -> users cascade
  hash char(64)
  created_at datetime
  last_used_at datetime null
  + language varchar(2) null
  primary (user_id)
  unique uq_own_calendar_keys_hash (hash)
table own_watches
  id ubigint increment
  user_id uint -> users cascade
  href text
  name varchar(190)
  created_at datetime
  index fk_own_watches_user_id (user_id)
table own_letters
  user_id uint -> users cascade
  every varchar(8)
  seen_at datetime
  place varchar(128) null
  next_at ubigint
  failing_since ubigint null
  error varchar(255) null
  sent_at datetime null
  + language varchar(2) null
  primary (user_id)
  index idx_own_letters_next_at (next_at)
table own_templates
  id ubigint increment
  owner_id uint null -> users set null
  name key(190)
  about text null
  kind varchar(8)
  type key(64) null
  lists longtext
  body longtext null
  content_type varchar(100)
  file_name varchar(190)
  shared bool default 0
  created_at datetime
  updated_at datetime
  unique uq_own_templates_name (owner_id, name)
`;
