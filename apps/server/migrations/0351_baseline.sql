-- The schema that every new database begins with. It stands for the migrations in baseline.txt, which older databases have applied one by
-- one. The functions of the folder functions exist before this runs, because defaults, policies and triggers name them, and so does the role
-- atelier_app (kernel/db/roles.ts), which owns nothing and bypasses nothing.

-- The tables are empty, so that their policies hide nothing when a foreign key is checked.
set local row_security to on;

grant usage on schema atelier to atelier_app;

create table conversations (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  app_id text not null,
  visitor_hash text,
  user_id text,
  title text not null,
  message_count integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint conversations_pkey primary key (tenant_id, id)
);
alter table conversations alter column title set statistics 0;
create index conversations_by_user on conversations (tenant_id, app_id, user_id, updated_at desc) where (visitor_hash is null);
create index conversations_by_visitor on conversations (tenant_id, app_id, visitor_hash, updated_at desc);
create index conversations_of_members on conversations (tenant_id) where (user_id is not null);
select atelier.protect('conversations');

create table access_grants (
  tenant_id text default atelier.tenant() not null,
  entity_id text not null,
  user_id text not null,
  granted_by text,
  created_at timestamp with time zone default now() not null,
  constraint access_grants_key primary key (tenant_id, entity_id, user_id)
);
create index access_grants_by_user on access_grants (tenant_id, user_id);
alter table access_grants enable row level security;
alter table access_grants force row level security;
create policy tenant_rows on access_grants using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete on table access_grants to atelier_app;

create table accounts (
  id text not null,
  user_id text not null,
  provider text not null,
  subject text not null,
  password_hash text,
  created_at timestamp with time zone default now() not null,
  email text,
  constraint accounts_check check (((provider = 'password'::text) = (password_hash is not null))),
  constraint accounts_pkey primary key (id),
  constraint accounts_provider_subject_key unique (provider, subject),
  constraint accounts_user_provider_key unique (user_id, provider)
);
create index accounts_by_user on accounts (user_id);
grant select,insert,delete,update on table accounts to atelier_app;

create table memberships (
  tenant_id text not null,
  user_id text not null,
  role text not null,
  created_at timestamp with time zone default now() not null,
  invited_by text,
  last_active_at timestamp with time zone,
  constraint memberships_role_check check ((role = any (array['OWNER'::text, 'ADMIN'::text, 'BUILDER'::text, 'OPERATOR'::text, 'USER'::text]))),
  constraint memberships_pkey primary key (tenant_id, user_id)
);
create index memberships_by_user on memberships (user_id);
create unique index memberships_one_owner on memberships (tenant_id) where (role = 'OWNER'::text);
grant select,insert,delete,update on table memberships to atelier_app;

create table tenants (
  id text not null,
  name text not null,
  slug text not null,
  logo text,
  metadata text,
  status text default 'ACTIVE'::text not null,
  created_at timestamp with time zone default now() not null,
  closing_at timestamp with time zone,
  is_refounded boolean default false not null,
  constraint tenants_closing_is_disabled check (((closing_at is null) or (status = 'DISABLED'::text))),
  constraint tenants_status_check check ((status = any (array['ACTIVE'::text, 'DISABLED'::text]))),
  constraint tenants_pkey primary key (id),
  constraint tenants_slug_key unique (slug)
);
create index tenants_by_age on tenants (created_at desc, id);
grant select,insert,delete,update on table tenants to atelier_app;

create table agent_memories (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  agent_id text not null,
  user_id text,
  fact text not null,
  is_foreign boolean default false not null,
  run_id text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  app_user_id text,
  constraint agent_memories_fact_check check (((char_length(fact) >= 1) and (char_length(fact) <= 300))),
  constraint agent_memories_person check ((num_nonnulls(user_id, app_user_id) = 1)),
  constraint agent_memories_pkey primary key (tenant_id, id)
);
create index agent_memories_by_agent on agent_memories (tenant_id, agent_id);
create index agent_memories_by_app_user on agent_memories (tenant_id, app_user_id, agent_id, updated_at desc) where (app_user_id is not null);
create index agent_memories_by_person on agent_memories (tenant_id, user_id, agent_id, updated_at desc);
select atelier.protect('agent_memories');
create policy own_memories on agent_memories as restrictive using ((coalesce(user_id, app_user_id) = nullif(current_setting('app.person'::text, true), ''::text))) with check ((coalesce(user_id, app_user_id) = nullif(current_setting('app.person'::text, true), ''::text)));

create table agent_versions (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  agent_id text not null,
  number integer not null,
  state text default 'DRAFT'::text not null,
  revision integer default 1 not null,
  settings jsonb not null,
  updated_by text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint agent_versions_state_check check ((state = any (array['DRAFT'::text, 'LOCKED'::text]))),
  constraint agent_versions_number unique (tenant_id, agent_id, number),
  constraint agent_versions_pkey primary key (tenant_id, id)
);
create unique index agent_versions_one_draft on agent_versions (tenant_id, agent_id) where (state = 'DRAFT'::text);
select atelier.protect('agent_versions');

create table agents (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  name text not null,
  description text default ''::text not null,
  mode text not null,
  agent_type text not null,
  access text not null,
  active boolean default true not null,
  newest_version_id text not null,
  published_version_id text,
  created_by text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  is_crew boolean default false not null,
  constraint agents_access_check check ((access = any (array['PUBLIC'::text, 'PRIVATE'::text]))),
  constraint agents_agent_type_check check ((agent_type = any (array['Supervisor'::text, 'Autonomous'::text, 'Atelier Flow'::text]))),
  constraint agents_mode_check check ((mode = any (array['CREW'::text, 'FLOW'::text, 'BUILDER'::text]))),
  constraint agents_pkey primary key (tenant_id, id)
);
create index agents_by_update on agents (tenant_id, updated_at desc, id desc);
create index agents_crews on agents (tenant_id, updated_at desc, id desc) where is_crew;
create unique index agents_name_taken on agents (tenant_id, lower(name));
select atelier.protect('agents');

create table alert_messages (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  alert_id text not null,
  event text not null,
  channel text not null,
  user_id text,
  state text default 'WAITING'::text not null,
  attempts integer default 0 not null,
  problem text,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  constraint alert_messages_channel_check check ((channel = any (array['MAIL'::text, 'WEBHOOK'::text]))),
  constraint alert_messages_event_check check ((event = any (array['BEGAN'::text, 'RESOLVED'::text]))),
  constraint alert_messages_state_check check ((state = any (array['WAITING'::text, 'SENT'::text, 'FAILED'::text]))),
  constraint alert_messages_pkey primary key (tenant_id, id)
);
create index alert_messages_by_alert on alert_messages (tenant_id, alert_id);
select atelier.protect('alert_messages');

create table alert_rules (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  name text not null,
  subject_kind text not null,
  subject_id text,
  metric text not null,
  threshold double precision not null,
  hours integer not null,
  "least" integer default 0 not null,
  quiet_minutes integer not null,
  mail text not null,
  webhook_url text,
  webhook_secret text,
  enabled boolean default true not null,
  author_id text,
  told_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint alert_rules_check check (((subject_kind = 'COMPANY'::text) = (subject_id is null))),
  constraint alert_rules_check1 check (((webhook_url is null) = (webhook_secret is null))),
  constraint alert_rules_hours_check check (((hours >= 1) and (hours <= 168))),
  constraint alert_rules_least_check check (("least" >= 0)),
  constraint alert_rules_mail_check check ((mail = any (array['NOBODY'::text, 'AUTHOR'::text, 'ADMINS'::text]))),
  constraint alert_rules_metric_check check ((metric = any (array['UNANSWERED_PERCENT'::text, 'DISLIKES'::text, 'FAILURES'::text, 'FAILED_IMPORTS'::text, 'CREDITS'::text, 'SLOW_SECONDS'::text]))),
  constraint alert_rules_name_check check (((length(name) >= 1) and (length(name) <= 120))),
  constraint alert_rules_quiet_minutes_check check (((quiet_minutes >= 5) and (quiet_minutes <= 10080))),
  constraint alert_rules_subject_kind_check check ((subject_kind = any (array['COMPANY'::text, 'APP'::text, 'AGENT'::text, 'CREW'::text, 'FLOW'::text, 'WORKER'::text, 'KNOWLEDGE_BASE'::text]))),
  constraint alert_rules_threshold_check check ((threshold > (0)::double precision)),
  constraint alert_rules_pkey primary key (tenant_id, id)
);
alter table alert_rules enable row level security;
alter table alert_rules force row level security;
create policy tenant_rows on alert_rules to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table alert_rules to atelier_app;

create table alerts (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  rule_id text not null,
  rule_name text not null,
  subject_kind text not null,
  subject_id text,
  subject_name text,
  metric text not null,
  threshold double precision not null,
  hours integer not null,
  value double precision not null,
  told boolean not null,
  began_at timestamp with time zone default now() not null,
  resolved_at timestamp with time zone,
  constraint alerts_pkey primary key (tenant_id, id)
);
create index alerts_by_time on alerts (tenant_id, began_at desc, id desc);
create unique index alerts_open on alerts (tenant_id, rule_id) where (resolved_at is null);
alter table alerts enable row level security;
alter table alerts force row level security;
create policy tenant_rows on alerts to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table alerts to atelier_app;

create table api_keys (
  key_hash text not null,
  tenant_id text not null,
  user_id text not null,
  hint text not null,
  created_at timestamp with time zone default now() not null,
  constraint api_keys_holder_key unique (tenant_id, user_id),
  constraint api_keys_pkey primary key (key_hash)
);
grant select,insert,delete,update on table api_keys to atelier_app;

create table app_access (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  app_id text not null,
  email text not null,
  status text not null,
  user_id text,
  token_hash text,
  is_link_shown boolean default false not null,
  invited_until timestamp with time zone,
  ends_at timestamp with time zone,
  given_by text,
  created_at timestamp with time zone default now() not null,
  constraint app_access_email_check check ((email = lower(email))),
  constraint app_access_granted_to_user check (((status <> 'GRANTED'::text) or (user_id is not null))),
  constraint app_access_status_check check ((status = any (array['REQUESTED'::text, 'INVITED'::text, 'GRANTED'::text]))),
  constraint app_access_pkey primary key (tenant_id, id)
);
create unique index app_access_address on app_access (tenant_id, app_id, email);
create index app_access_by_user on app_access (tenant_id, user_id, app_id);
create unique index app_access_token on app_access (tenant_id, token_hash);
select atelier.protect('app_access');

create table app_images (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  app_id text not null,
  type text not null,
  bytes bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint app_images_bytes_check check ((octet_length(bytes) <= 1048576)),
  constraint app_images_type_check check ((type = any (array['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))),
  constraint app_images_pkey primary key (tenant_id, id)
);
create index app_images_by_app on app_images (tenant_id, app_id);
alter table app_images enable row level security;
alter table app_images force row level security;
create policy tenant_rows on app_images using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete on table app_images to atelier_app;

create table app_knowledge_bases (
  tenant_id text default atelier.tenant() not null,
  app_id text not null,
  knowledge_base_id text not null,
  ordinal integer not null,
  constraint app_knowledge_bases_pkey primary key (tenant_id, app_id, knowledge_base_id)
);
create index app_knowledge_bases_by_base on app_knowledge_bases (tenant_id, knowledge_base_id);
select atelier.protect('app_knowledge_bases');

create table app_user_accounts (
  tenant_id text default atelier.tenant() not null,
  provider text not null,
  subject text not null,
  user_id text not null,
  created_at timestamp with time zone default now() not null,
  constraint app_user_accounts_pkey primary key (tenant_id, provider, subject)
);
create index app_user_accounts_by_user on app_user_accounts (tenant_id, user_id);
select atelier.protect('app_user_accounts');

create table app_users (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  email text not null,
  first_name text not null,
  last_name text default ''::text not null,
  password_hash text,
  email_verified boolean default false not null,
  created_at timestamp with time zone default now() not null,
  constraint app_users_email_check check ((email = lower(email))),
  constraint app_users_pkey primary key (tenant_id, id)
);
create unique index app_users_email on app_users (tenant_id, email);
select atelier.protect('app_users');

create table app_user_sessions (
  tenant_id text default atelier.tenant() not null,
  token_hash text not null,
  user_id text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint app_user_sessions_pkey primary key (tenant_id, token_hash)
);
create index app_user_sessions_by_expiry on app_user_sessions (tenant_id, expires_at);
create index app_user_sessions_by_user on app_user_sessions (tenant_id, user_id);
select atelier.protect('app_user_sessions');

create table app_user_tokens (
  tenant_id text default atelier.tenant() not null,
  token_hash text not null,
  purpose text not null,
  user_id text not null,
  expires_at timestamp with time zone not null,
  constraint app_user_tokens_purpose_check check ((purpose = any (array['VERIFY'::text, 'RESET'::text]))),
  constraint app_user_tokens_pkey primary key (tenant_id, token_hash)
);
create unique index app_user_tokens_one on app_user_tokens (tenant_id, user_id, purpose);
select atelier.protect('app_user_tokens');

create table app_versions (
  tenant_id text default atelier.tenant() not null,
  app_id text not null,
  version integer not null,
  settings jsonb not null,
  created_by text not null,
  created_at timestamp with time zone default now() not null,
  constraint app_versions_pkey primary key (tenant_id, app_id, version)
);
alter table app_versions enable row level security;
alter table app_versions force row level security;
create policy tenant_rows on app_versions using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete on table app_versions to atelier_app;

create table apps (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  name text not null,
  access text not null,
  orchestration text not null,
  state text default 'READY'::text not null,
  active boolean default true not null,
  settings jsonb not null,
  version integer default 1 not null,
  created_by text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint apps_access_check check ((access = any (array['PUBLIC'::text, 'PRIVATE'::text]))),
  constraint apps_orchestration_check check ((orchestration = any (array['BASIC'::text, 'ADVANCE'::text, 'AGENT'::text, 'APP'::text, 'WORKER'::text]))),
  constraint apps_state_check check ((state = any (array['PROCESSING'::text, 'READY'::text]))),
  constraint apps_pkey primary key (tenant_id, id)
);
create index apps_by_update on apps (tenant_id, updated_at desc, id);
create unique index apps_name_taken on apps (tenant_id, lower(name));
select atelier.protect('apps');

create table attack_results (
  tenant_id text default atelier.tenant() not null,
  test_id text not null,
  ordinal integer not null,
  kind text not null,
  question text not null,
  document text,
  criterion text,
  answer text,
  answer_kind text,
  calls jsonb default '[]'::jsonb not null,
  held boolean,
  judged_by text,
  constraint attack_results_judged_by_check check ((judged_by = any (array['MODEL'::text, 'WORDS'::text]))),
  constraint attack_results_kind_check check ((kind = any (array['INJECTION'::text, 'JAILBREAK'::text, 'LEAK'::text, 'OVER_REFUSAL'::text]))),
  constraint attack_results_pkey primary key (tenant_id, test_id, ordinal)
);
select atelier.protect('attack_results');

create table attack_tests (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  app_id text,
  agent_id text,
  subject_id text generated always as (coalesce(app_id, agent_id)) stored not null,
  run_id text not null,
  version integer not null,
  set_name text,
  started_by text,
  created_at timestamp with time zone default now() not null,
  constraint attack_tests_check check ((num_nonnulls(app_id, agent_id) = 1)),
  constraint attack_tests_pkey primary key (tenant_id, id)
);
create index attack_tests_by_agent on attack_tests (tenant_id, agent_id);
create index attack_tests_by_app on attack_tests (tenant_id, app_id);
create index attack_tests_by_subject on attack_tests (tenant_id, subject_id, created_at desc);
select atelier.protect('attack_tests');

create table audit_log (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  action text not null,
  subject_id text not null,
  actor jsonb not null,
  details jsonb default '{}'::jsonb not null,
  request_id text not null,
  address text,
  created_at timestamp with time zone default now() not null,
  actor_id text generated always as ((actor ->> 'userId'::text)) stored,
  constraint audit_log_pkey primary key (tenant_id, id)
);
create index audit_log_by_action on audit_log (tenant_id, action, created_at desc);
create index audit_log_by_actor on audit_log (tenant_id, actor_id, created_at desc);
create index audit_log_by_time on audit_log (tenant_id, created_at desc);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy tenant_rows on audit_log using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert on table audit_log to atelier_app;

create table authorization_attempts (
  tenant_id text default atelier.tenant() not null,
  state_hash text not null,
  session_hash text not null,
  user_id text not null,
  provider text not null,
  redirect_uri text not null,
  verifier text not null,
  expires_at timestamp with time zone not null,
  constraint authorization_attempts_pkey primary key (tenant_id, state_hash)
);
create index authorization_attempts_by_expiry on authorization_attempts (tenant_id, expires_at);
create index authorization_attempts_by_user on authorization_attempts (user_id);
select atelier.protect('authorization_attempts');

create table authorizations (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  provider text not null,
  account text not null,
  tokens text not null,
  expires_at timestamp with time zone,
  revision integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  constraint authorizations_pkey primary key (tenant_id, id)
);
select atelier.protect('authorizations');

create table chat_users (
  tenant_id text default atelier.tenant() not null,
  app_id text not null,
  visitor_hash text not null,
  name text not null,
  email text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint chat_users_pkey primary key (tenant_id, app_id, visitor_hash)
);
select atelier.protect('chat_users');

create table chunks (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  import_id text not null,
  index_version_id text not null,
  ordinal integer not null,
  text text not null,
  tokens integer not null,
  page integer,
  page_end integer,
  heading text,
  start_offset bigint not null,
  end_offset bigint not null,
  content_hash text not null,
  document_version integer default 1 not null,
  edited boolean default false not null,
  second integer,
  second_end integer,
  constraint chunks_pkey primary key (tenant_id, id),
  constraint chunks_place unique (tenant_id, import_id, index_version_id, document_version, ordinal) deferrable
);
alter table chunks alter column text set statistics 0;
create index chunks_by_version on chunks (tenant_id, index_version_id);
select atelier.protect('chunks');

create table knowledge_imports (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  knowledge_base_id text not null,
  file_id text not null,
  name text not null,
  type text not null,
  size bigint not null,
  sha256 text not null,
  run_id text not null,
  page_count integer,
  chunk_count integer default 0 not null,
  char_count bigint default 0 not null,
  note text,
  chunked_for text,
  created_at timestamp with time zone default clock_timestamp() not null,
  source_id text,
  external_id text,
  url text,
  state text default 'ENABLED'::text not null,
  version integer default 1 not null,
  document_type text,
  language text,
  categories jsonb default '[]'::jsonb not null,
  metadata jsonb default '{}'::jsonb not null,
  summary text,
  shown_version integer default 1 not null,
  version_reason text default 'IMPORT'::text not null,
  version_by text,
  version_at timestamp with time zone,
  summary_kind text,
  summary_state text default 'NONE'::text not null,
  summary_error text,
  constraint knowledge_imports_state_check check ((state = any (array['ENABLED'::text, 'DISABLED'::text]))),
  constraint knowledge_imports_summary_kind_check check ((summary_kind = any (array['EXTRACTIVE'::text, 'WRITTEN'::text, 'EDITED'::text]))),
  constraint knowledge_imports_summary_state_check check ((summary_state = any (array['NONE'::text, 'IN-PROGRESS'::text, 'READY'::text, 'ERRORED'::text]))),
  constraint knowledge_imports_version_reason_check check ((version_reason = any (array['IMPORT'::text, 'EDIT'::text, 'RESYNC'::text, 'REVERT'::text]))),
  constraint knowledge_imports_pkey primary key (tenant_id, id)
);
create index knowledge_imports_by_age on knowledge_imports (tenant_id, knowledge_base_id, created_at, id);
create index knowledge_imports_by_content on knowledge_imports (tenant_id, knowledge_base_id, sha256);
create index knowledge_imports_by_file on knowledge_imports (tenant_id, file_id);
create unique index knowledge_imports_content on knowledge_imports (tenant_id, knowledge_base_id, sha256, name) where (source_id is null);
create index knowledge_imports_disabled on knowledge_imports (tenant_id, knowledge_base_id, id) where (state = 'DISABLED'::text);
create unique index knowledge_imports_external on knowledge_imports (tenant_id, source_id, external_id) where (source_id is not null);
select atelier.protect('knowledge_imports');

create table connections (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  service text not null,
  kind text not null,
  name text not null,
  settings jsonb not null,
  secrets text not null,
  last_test jsonb,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  limits jsonb,
  constraint connections_pkey primary key (tenant_id, id)
);
create unique index connections_name on connections (tenant_id, lower(name));
select atelier.protect('connections');

create table conversation_files (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  app_id text not null,
  conversation_id text,
  visitor_hash text,
  user_id text,
  name text not null,
  content text not null,
  sections jsonb not null,
  chunks jsonb not null,
  created_at timestamp with time zone default now() not null,
  file_id text,
  constraint conversation_files_pkey primary key (tenant_id, id)
);
create index conversation_files_of_app on conversation_files (tenant_id, app_id);
create index conversation_files_of_conversation on conversation_files (tenant_id, conversation_id);
create index conversation_files_of_file on conversation_files (tenant_id, file_id) where (file_id is not null);
create index conversation_files_waiting on conversation_files (created_at) where (conversation_id is null);
alter table conversation_files enable row level security;
alter table conversation_files force row level security;
create policy tenant_rows on conversation_files to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table conversation_files to atelier_app;

create table crew_notes (
  tenant_id text default atelier.tenant() not null,
  run_id text not null,
  at integer not null,
  author text not null,
  text text not null,
  written_at timestamp with time zone default now() not null,
  constraint crew_notes_pkey primary key (tenant_id, run_id, at)
);
select atelier.protect('crew_notes');

create table curated_answers (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  app_id text not null,
  question text not null,
  wordings jsonb default '[]'::jsonb not null,
  answer text not null,
  sources jsonb default '[]'::jsonb not null,
  active boolean default true not null,
  uses integer default 0 not null,
  last_used_at timestamp with time zone,
  updated_by text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint curated_answers_answer_check check (((length(answer) >= 1) and (length(answer) <= 8000))),
  constraint curated_answers_question_check check (((length(question) >= 1) and (length(question) <= 300))),
  constraint curated_answers_pkey primary key (tenant_id, id)
);
create index curated_answers_by_app on curated_answers (tenant_id, app_id, updated_at desc);
select atelier.protect('curated_answers');

create table document_sections (
  tenant_id text default atelier.tenant() not null,
  import_id text not null,
  ordinal integer not null,
  page integer,
  start_offset bigint not null,
  text text not null,
  document_version integer default 1 not null,
  second integer,
  constraint document_sections_pkey primary key (tenant_id, import_id, document_version, ordinal)
);
alter table document_sections alter column text set statistics 0;
create index document_sections_by_offset on document_sections (tenant_id, import_id, document_version, start_offset);
select atelier.protect('document_sections');

create table document_versions (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  import_id text not null,
  number integer not null,
  reason text not null,
  made_by text,
  made_at timestamp with time zone not null,
  file_id text not null,
  size bigint not null,
  page_count integer,
  char_count bigint not null,
  metadata jsonb not null,
  chunks jsonb default '[]'::jsonb not null,
  constraint document_versions_reason_check check ((reason = any (array['IMPORT'::text, 'EDIT'::text, 'RESYNC'::text, 'REVERT'::text]))),
  constraint document_versions_number unique (tenant_id, import_id, number),
  constraint document_versions_pkey primary key (tenant_id, id)
);
create index document_versions_by_file on document_versions (tenant_id, file_id);
select atelier.protect('document_versions');

create table events (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  type text not null,
  payload jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint events_pkey primary key (tenant_id, id)
);
alter table events enable row level security;
alter table events force row level security;
create policy tenant_rows on events to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table events to atelier_app;

create table executors (
  id text not null,
  writer_pid integer not null,
  reader_pid integer not null,
  lease_until timestamp with time zone not null,
  started_at timestamp with time zone default now() not null,
  constraint executors_pkey primary key (id)
);
grant select on table executors to atelier_app;

create table files (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  storage_key text not null,
  name text not null,
  mime text not null,
  size bigint not null,
  sha256 text not null,
  created_at timestamp with time zone default now() not null,
  constraint files_size_check check ((size >= 0)),
  constraint files_pkey primary key (tenant_id, id),
  constraint files_storage_key unique (tenant_id, storage_key)
);
alter table files enable row level security;
alter table files force row level security;
create policy tenant_rows on files to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table files to atelier_app;

create table flow_triggers (
  tenant_id text default atelier.tenant() not null,
  flow_id text not null,
  name text not null,
  kind text not null,
  next_at timestamp with time zone,
  state jsonb default 'null'::jsonb not null,
  cause jsonb,
  events text[] default '{}'::text[] not null,
  constraint flow_triggers_pkey primary key (tenant_id, flow_id, name)
);
create index flow_triggers_waiting on flow_triggers (tenant_id) where (events <> '{}'::text[]);
alter table flow_triggers enable row level security;
alter table flow_triggers force row level security;
create policy tenant_rows on flow_triggers to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table flow_triggers to atelier_app;

create table flow_values (
  tenant_id text default atelier.tenant() not null,
  flow_id text not null,
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint flow_values_pkey primary key (tenant_id, flow_id, key)
);
select atelier.protect('flow_values');

create table flow_versions (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  flow_id text not null,
  number integer not null,
  state text default 'DRAFT'::text not null,
  revision integer default 1 not null,
  name text not null,
  content jsonb not null,
  problems jsonb default '[]'::jsonb not null,
  steps integer not null,
  pieces text[] not null,
  triggers jsonb not null,
  updated_by text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  connection_ids jsonb generated always as (jsonb_path_query_array(content, '$.**."connectionId"'::jsonpath)) stored,
  constraint flow_versions_state_check check ((state = any (array['DRAFT'::text, 'LOCKED'::text]))),
  constraint flow_versions_number unique (tenant_id, flow_id, number),
  constraint flow_versions_pkey primary key (tenant_id, id)
);
create unique index flow_versions_one_draft on flow_versions (tenant_id, flow_id) where (state = 'DRAFT'::text);
select atelier.protect('flow_versions');

create table flows (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  name text not null,
  status text default 'DISABLED'::text not null,
  newest_version_id text not null,
  published_version_id text,
  created_by text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  settings jsonb default '{}'::jsonb not null,
  constraint flows_enabled_is_published check (((status = 'DISABLED'::text) or (published_version_id is not null))),
  constraint flows_status_check check ((status = any (array['ENABLED'::text, 'DISABLED'::text]))),
  constraint flows_pkey primary key (tenant_id, id)
);
create index flows_by_update on flows (tenant_id, updated_at desc, id desc);
select atelier.protect('flows');

create table founders (
  user_id text not null,
  founded_at timestamp with time zone default now() not null,
  constraint founders_pkey primary key (user_id)
);
grant select,insert on table founders to atelier_app;

create table graph_aliases (
  tenant_id text default atelier.tenant() not null,
  knowledge_base_id text not null,
  entity_id text not null,
  place integer not null,
  name text not null,
  atom text not null,
  constraint graph_aliases_pkey primary key (tenant_id, knowledge_base_id, entity_id, place)
);
select atelier.protect('graph_aliases');

create table graph_answers (
  tenant_id text default atelier.tenant() not null,
  knowledge_base_id text not null,
  kind text not null,
  key text not null,
  model text not null,
  status text not null,
  payload jsonb,
  cause jsonb,
  milliseconds integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint graph_answers_kind_check check ((kind = any (array['CHUNK'::text, 'SUMMARY'::text, 'VECTOR'::text]))),
  constraint graph_answers_status_check check ((status = any (array['DONE'::text, 'FAILED'::text]))),
  constraint graph_answers_pkey primary key (tenant_id, knowledge_base_id, kind, model, key)
);
select atelier.protect('graph_answers');

create table graph_communities (
  tenant_id text default atelier.tenant() not null,
  knowledge_base_id text not null,
  place integer not null,
  title text not null,
  summary text not null,
  members jsonb not null,
  constraint graph_communities_pkey primary key (tenant_id, knowledge_base_id, place)
);
select atelier.protect('graph_communities');

create table graph_edits (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  knowledge_base_id text not null,
  kind text not null,
  groups jsonb not null,
  names jsonb not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint graph_edits_kind_check check ((kind = any (array['MERGE'::text, 'SPLIT'::text]))),
  constraint graph_edits_pkey primary key (tenant_id, id)
);
create index graph_edits_by_graph on graph_edits (tenant_id, knowledge_base_id, created_at);
select atelier.protect('graph_edits');

create table graph_entities (
  tenant_id text default atelier.tenant() not null,
  knowledge_base_id text not null,
  id text not null,
  name text not null,
  type text not null,
  description text not null,
  mentions integer not null,
  degree integer not null,
  community integer not null,
  constraint graph_entities_pkey primary key (tenant_id, knowledge_base_id, id)
);
select atelier.protect('graph_entities');

create table graph_mentions (
  tenant_id text default atelier.tenant() not null,
  knowledge_base_id text not null,
  subject_id text not null,
  chunk_id text not null,
  import_id text not null,
  start_offset bigint not null,
  end_offset bigint not null,
  constraint graph_mentions_pkey primary key (tenant_id, knowledge_base_id, subject_id, chunk_id)
);
select atelier.protect('graph_mentions');

create table graph_relations (
  tenant_id text default atelier.tenant() not null,
  knowledge_base_id text not null,
  id text not null,
  source_id text not null,
  target_id text not null,
  description text not null,
  weight real not null,
  constraint graph_relations_pkey primary key (tenant_id, knowledge_base_id, id)
);
create index graph_relations_by_source on graph_relations (tenant_id, knowledge_base_id, source_id);
create index graph_relations_by_target on graph_relations (tenant_id, knowledge_base_id, target_id);
select atelier.protect('graph_relations');

create table graphs (
  tenant_id text default atelier.tenant() not null,
  knowledge_base_id text not null,
  model_id text not null,
  run_id text not null,
  spent bigint default 0 not null,
  build_spent bigint default 0 not null,
  budget bigint,
  stopped_by_budget boolean default false not null,
  note text,
  revision bigint default 0 not null,
  entities integer default 0 not null,
  relations integer default 0 not null,
  communities integer default 0 not null,
  built_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint graphs_pkey primary key (tenant_id, knowledge_base_id)
);
select atelier.protect('graphs');

create table held_turns (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  limit_key text not null,
  asked_at timestamp with time zone default clock_timestamp() not null,
  is_held boolean default false not null,
  until timestamp with time zone not null,
  constraint held_turns_pkey primary key (tenant_id, id)
);
create index held_turns_by_key on held_turns (tenant_id, limit_key);
alter table held_turns enable row level security;
alter table held_turns force row level security;
create policy tenant_rows on held_turns to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table held_turns to atelier_app;

create table index_segments (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  index_version_id text not null,
  import_id text not null,
  kind text not null,
  data bytea not null,
  bytes integer not null,
  docs integer not null,
  last_ordinal integer not null,
  live boolean default false not null,
  revision bigint default 0 not null,
  merged_into text,
  merged_at integer default 0 not null,
  constraint index_segments_bytes check (((merged_into is null) = (bytes > 0))),
  constraint index_segments_kind_check check ((kind = any (array['LEXICAL'::text, 'VECTOR'::text]))),
  constraint index_segments_pkey primary key (tenant_id, id)
);
alter table index_segments alter column data set statistics 0;
alter table index_segments alter column data set storage external;
create index index_segments_by_import on index_segments (tenant_id, import_id, index_version_id);
create index index_segments_by_merged on index_segments (tenant_id, merged_into) where (merged_into is not null);
create index index_segments_live on index_segments (tenant_id, index_version_id, revision) where live;
select atelier.protect('index_segments');

create table index_version_documents (
  tenant_id text default atelier.tenant() not null,
  index_version_id text not null,
  import_id text not null,
  stamp text default ''::text not null,
  cut_stamp text default ''::text not null,
  constraint index_version_documents_pkey primary key (tenant_id, index_version_id, import_id)
);
create index index_version_documents_by_import on index_version_documents (tenant_id, import_id);
select atelier.protect('index_version_documents');

create table index_versions (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  knowledge_base_id text not null,
  status text not null,
  chunking jsonb not null,
  embedding_model_id text,
  dimensions integer,
  revision bigint default 0 not null,
  segments integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  vector_store text default 'EMBEDDED'::text not null,
  connection_id text,
  retired_at timestamp with time zone,
  ready_at timestamp with time zone,
  credit_limit double precision,
  spent_credits double precision default 0 not null,
  store_generation integer default 0 not null,
  merges bigint default 0 not null,
  language text default 'english'::text not null,
  format integer default 1 not null,
  constraint index_versions_credit_limit_check check ((credit_limit >= (0)::double precision)),
  constraint index_versions_status_check check ((status = any (array['BUILDING'::text, 'ACTIVE'::text, 'RETIRED'::text]))),
  constraint index_versions_store check (((vector_store = 'EMBEDDED'::text) = (connection_id is null))),
  constraint index_versions_pkey primary key (tenant_id, id)
);
create unique index index_versions_building on index_versions (tenant_id, knowledge_base_id) where (status = 'BUILDING'::text);
create index index_versions_by_connection on index_versions (tenant_id, connection_id) where (connection_id is not null);
create index index_versions_by_knowledge_base on index_versions (tenant_id, knowledge_base_id);
select atelier.protect('index_versions');

create table information_schemas (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  knowledge_base_id text not null,
  name text not null,
  columns jsonb not null,
  model_id text,
  run_id text,
  spent bigint default 0 not null,
  run_spent bigint default 0 not null,
  budget bigint,
  stopped_by_budget boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint information_schemas_name unique (tenant_id, knowledge_base_id, name),
  constraint information_schemas_pkey primary key (tenant_id, id)
);
select atelier.protect('information_schemas');

create table invitation_mails (
  address_hash text not null,
  tenant_id text,
  ordered_at timestamp with time zone default now() not null
);
create index invitation_mails_by_address on invitation_mails (address_hash, ordered_at);
create index invitation_mails_by_age on invitation_mails (ordered_at);
create index invitation_mails_by_tenant on invitation_mails (tenant_id, ordered_at);
grant select,insert,delete,update on table invitation_mails to atelier_app;

create table invitations (
  id text not null,
  tenant_id text not null,
  email text not null,
  role text not null,
  token_hash text not null,
  status text default 'PENDING'::text not null,
  invited_by text,
  grants jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  is_link_shown boolean default false not null,
  constraint invitations_email_check check ((email = lower(email))),
  constraint invitations_role_check check ((role = any (array['ADMIN'::text, 'BUILDER'::text, 'OPERATOR'::text, 'USER'::text]))),
  constraint invitations_status_check check ((status = any (array['PENDING'::text, 'ACCEPTED'::text, 'REVOKED'::text]))),
  constraint invitations_pkey primary key (id),
  constraint invitations_token_key unique (token_hash)
);
create index invitations_by_expiry on invitations (expires_at);
create unique index invitations_open on invitations (tenant_id, email) where (status = 'PENDING'::text);
grant select,insert,delete,update on table invitations to atelier_app;

create table invoices (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  ordinal integer not null,
  number text not null,
  company_name text not null,
  currency text not null,
  total bigint not null,
  lines jsonb not null,
  status text not null,
  due_at timestamp with time zone,
  paid_at timestamp with time zone,
  external_id text,
  issued_at timestamp with time zone default now() not null,
  constraint invoices_ordinal_check check ((ordinal > 0)),
  constraint invoices_status_check check ((status = any (array['DUE'::text, 'PAID'::text, 'VOID'::text]))),
  constraint invoices_external_id unique (tenant_id, external_id),
  constraint invoices_ordinal unique (tenant_id, ordinal),
  constraint invoices_pkey primary key (tenant_id, id)
);
alter table invoices enable row level security;
alter table invoices force row level security;
create policy tenant_rows on invoices using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert on table invoices to atelier_app;
grant update(status) on table invoices to atelier_app;
grant update(due_at) on table invoices to atelier_app;
grant update(paid_at) on table invoices to atelier_app;

create table knowledge_bases (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  name text not null,
  description text default ''::text not null,
  retrieval jsonb not null,
  active_index_version text,
  unchanged_files integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  status text default 'ON'::text not null,
  share text default 'EVERYONE'::text not null,
  summarize boolean default false not null,
  data_structure jsonb default '[]'::jsonb not null,
  image_handling text default 'OCR'::text not null,
  language_model_id text,
  constraint knowledge_bases_image_handling_check check ((image_handling = any (array['OCR'::text, 'PAGE'::text, 'IMAGES'::text]))),
  constraint knowledge_bases_share_check check ((share = any (array['PRIVATE'::text, 'EVERYONE'::text]))),
  constraint knowledge_bases_status_check check ((status = any (array['ON'::text, 'OFF'::text]))),
  constraint knowledge_bases_pkey primary key (tenant_id, id)
);
create unique index knowledge_bases_name on knowledge_bases (tenant_id, lower(name));
select atelier.protect('knowledge_bases');

create table ledger_balances (
  tenant_id text default atelier.tenant() not null,
  account text not null,
  amount bigint not null,
  constraint ledger_no_overdraft check (((account <> all (array['AVAILABLE'::text, 'ADD_ON'::text, 'HELD'::text])) or (amount >= 0))),
  constraint ledger_balances_pkey primary key (tenant_id, account)
);
select atelier.protect('ledger_balances');

create table ledger_entries (
  tenant_id text default atelier.tenant() not null,
  transaction_id text not null,
  account text not null,
  amount bigint not null,
  constraint ledger_entries_account_check check ((account = any (array['GRANTED'::text, 'AVAILABLE'::text, 'ADD_ON'::text, 'HELD'::text, 'SPENT'::text, 'EXPIRED'::text]))),
  constraint ledger_entries_pkey primary key (tenant_id, transaction_id, account)
);
alter table ledger_entries enable row level security;
alter table ledger_entries force row level security;
create policy tenant_rows on ledger_entries using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert on table ledger_entries to atelier_app;

create table ledger_holds (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  amount bigint not null,
  reference text not null,
  created_at timestamp with time zone default now() not null,
  add_on_amount bigint default 0 not null,
  user_id text,
  app_id text,
  period_starts_at timestamp with time zone,
  operator_amount bigint default 0 not null,
  constraint ledger_holds_amount_check check ((amount > 0)),
  constraint ledger_holds_pkey primary key (tenant_id, id)
);
create index ledger_holds_by_age on ledger_holds (tenant_id, created_at);
select atelier.protect('ledger_holds');

create table ledger_transactions (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  idempotency_key text not null,
  kind text not null,
  reference text not null,
  details jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint ledger_transactions_kind_check check ((kind = any (array['GRANT'::text, 'HOLD'::text, 'SETTLE'::text, 'RELEASE'::text, 'EXPIRE'::text]))),
  constraint ledger_transactions_pkey primary key (tenant_id, id),
  constraint ledger_transactions_tenant_id_idempotency_key_key unique (tenant_id, idempotency_key)
);
alter table ledger_transactions alter column details set statistics 0;
alter table ledger_transactions enable row level security;
alter table ledger_transactions force row level security;
create policy tenant_rows on ledger_transactions using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert on table ledger_transactions to atelier_app;

create table mail_outbox (
  id text not null,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamp with time zone default now() not null,
  constraint mail_outbox_pkey primary key (id)
);
grant select,insert,delete on table mail_outbox to atelier_app;

create table mcp_grant_attempts (
  tenant_id text default atelier.tenant() not null,
  state_hash text not null,
  session_hash text not null,
  user_id text not null,
  mcp_id text not null,
  person_id text,
  secrets text not null,
  expires_at timestamp with time zone not null,
  constraint mcp_grant_attempts_pkey primary key (tenant_id, state_hash)
);
create index mcp_grant_attempts_by_expiry on mcp_grant_attempts (tenant_id, expires_at);
create index mcp_grant_attempts_by_server on mcp_grant_attempts (tenant_id, mcp_id);
create index mcp_grant_attempts_by_user on mcp_grant_attempts (user_id);
select atelier.protect('mcp_grant_attempts');

create table mcp_grants (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  mcp_id text not null,
  person_id text,
  secrets text not null,
  site text not null,
  scope text default ''::text not null,
  missing_scope text default ''::text not null,
  problem text,
  expires_at timestamp with time zone,
  revision integer default 1 not null,
  renewing_until timestamp with time zone,
  connected_by text not null,
  connected_at timestamp with time zone default now() not null,
  constraint mcp_grants_pkey primary key (tenant_id, id)
);
create index mcp_grants_by_person on mcp_grants (tenant_id, person_id);
create unique index mcp_grants_owner on mcp_grants (tenant_id, mcp_id, coalesce(person_id, ''::text));
select atelier.protect('mcp_grants');

create table mcp_run_sessions (
  tenant_id text default atelier.tenant() not null,
  run_id text not null,
  mcp_id text not null,
  secret text not null,
  person_id text,
  begun_at timestamp with time zone default now() not null,
  constraint mcp_run_sessions_pkey primary key (tenant_id, run_id, mcp_id)
);
create index mcp_run_sessions_by_server on mcp_run_sessions (tenant_id, mcp_id);
select atelier.protect('mcp_run_sessions');

create table mcp_servers (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  name text not null,
  description text default ''::text not null,
  url text not null,
  authentication text not null,
  secrets text not null,
  timeout_seconds integer not null,
  active boolean default true not null,
  tools jsonb default '[]'::jsonb not null,
  left_out integer default 0 not null,
  choices jsonb,
  server_name text default ''::text not null,
  revision text default ''::text not null,
  health text default 'UNKNOWN'::text not null,
  problem text,
  checked_at timestamp with time zone,
  created_by text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  sharing text default 'COMPANY'::text not null,
  tools_ttl_ms integer,
  constraint mcp_servers_authentication_check check ((authentication = any (array['NONE'::text, 'HEADERS'::text, 'OAUTH'::text]))),
  constraint mcp_servers_health_check check ((health = any (array['UNKNOWN'::text, 'READY'::text, 'FAILING'::text, 'NEEDS_CONSENT'::text]))),
  constraint mcp_servers_sharing_check check ((sharing = any (array['COMPANY'::text, 'PERSON'::text]))),
  constraint mcp_servers_timeout_seconds_check check (((timeout_seconds >= 1) and (timeout_seconds <= 600))),
  constraint mcp_servers_tools_ttl_ms_check check ((tools_ttl_ms >= 0)),
  constraint mcp_servers_pkey primary key (tenant_id, id)
);
create index mcp_servers_by_update on mcp_servers (tenant_id, updated_at desc, id desc);
create unique index mcp_servers_name_taken on mcp_servers (tenant_id, lower(name));
select atelier.protect('mcp_servers');

create table mcp_sessions (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  user_id text not null,
  created_at timestamp with time zone default now() not null,
  constraint mcp_sessions_pkey primary key (tenant_id, id)
);
create index mcp_sessions_by_user on mcp_sessions (tenant_id, user_id, created_at desc);
select atelier.protect('mcp_sessions');

create table mcp_withdrawals (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  secrets text not null,
  site text not null,
  ordered_at timestamp with time zone default now() not null,
  mcp_id text,
  person_id text,
  constraint mcp_withdrawals_pkey primary key (tenant_id, id)
);
alter table mcp_withdrawals enable row level security;
alter table mcp_withdrawals force row level security;
create policy tenant_rows on mcp_withdrawals to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table mcp_withdrawals to atelier_app;

create table users (
  id text not null,
  name text not null,
  email text not null,
  email_verified boolean default false not null,
  picture text,
  created_at timestamp with time zone default now() not null,
  terms_accepted_at timestamp with time zone,
  guides_seen text[] default '{}'::text[] not null,
  pending boolean default false not null,
  mail_proven boolean default false not null,
  constraint users_email_check check ((email = lower(email))),
  constraint users_guides_seen_check check ((guides_seen <@ array['KB'::text, 'APP'::text, 'AGENT'::text])),
  constraint users_email_key unique (email),
  constraint users_pkey primary key (id)
);
grant select,insert,delete,update on table users to atelier_app;

create table merged_segments (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  index_version_id text not null,
  data bytea not null,
  bytes integer not null,
  docs integer not null,
  created_at timestamp with time zone default now() not null,
  kind text not null,
  constraint merged_segments_kind_check check ((kind = any (array['LEXICAL'::text, 'VECTOR'::text]))),
  constraint merged_segments_pkey primary key (tenant_id, id)
);
alter table merged_segments alter column data set statistics 0;
alter table merged_segments alter column data set storage external;
create index merged_segments_by_version on merged_segments (tenant_id, index_version_id);
select atelier.protect('merged_segments');

create table message_feedback (
  tenant_id text default atelier.tenant() not null,
  query_id text not null,
  verdict text not null,
  reason text,
  feedback text default ''::text not null,
  status text default 'Open'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  assignee_id text,
  constraint message_feedback_status_check check ((status = any (array['Open'::text, 'Require Attention'::text, 'Closed'::text]))),
  constraint message_feedback_verdict_check check ((verdict = any (array['LIKE'::text, 'DISLIKE'::text]))),
  constraint message_feedback_pkey primary key (tenant_id, query_id)
);
create index message_feedback_assignee on message_feedback (tenant_id, assignee_id) where (assignee_id is not null);
select atelier.protect('message_feedback');

create table messages (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  conversation_id text not null,
  ordinal integer not null,
  question text not null,
  answer text default ''::text not null,
  status text not null,
  error jsonb,
  citations jsonb default '[]'::jsonb not null,
  retrieval jsonb default '{}'::jsonb not null,
  model_id text not null,
  input_tokens integer default 0 not null,
  output_tokens integer default 0 not null,
  credits numeric(20,6) default 0 not null,
  hold_id text,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  answer_kind text default 'ANSWER'::text not null,
  wordings jsonb default '[]'::jsonb not null,
  writer integer,
  previous_id text,
  follow_ups jsonb default '[]'::jsonb not null,
  awaited_run_id text,
  origin text default 'MODEL'::text not null,
  file_id text,
  condensed boolean default false not null,
  app_id text not null,
  constraint messages_answer_kind_check check ((answer_kind = any (array['ANSWER'::text, 'CLOSEST_CHUNKS'::text, 'NONE'::text, 'BLOCKED'::text]))),
  constraint messages_origin_check check ((origin = any (array['MODEL'::text, 'QUOTED'::text, 'COMPUTED'::text, 'PERSON'::text]))),
  constraint messages_status_check check ((status = any (array['STREAMING'::text, 'COMPLETED'::text, 'STOPPED'::text, 'FAILED'::text]))),
  constraint messages_pkey primary key (tenant_id, id),
  constraint messages_tenant_id_conversation_id_ordinal_key unique (tenant_id, conversation_id, ordinal)
)
with (fillfactor='60');
alter table messages alter column question set statistics 0;
alter table messages alter column answer set statistics 0;
alter table messages alter column error set statistics 0;
alter table messages alter column citations set statistics 0;
alter table messages alter column retrieval set statistics 0;
alter table messages alter column wordings set statistics 0;
alter table messages alter column follow_ups set statistics 0;
create index messages_by_app on messages (tenant_id, app_id, created_at desc, id desc);
create index messages_unanswered on messages (tenant_id, created_at) where (answer_kind <> 'ANSWER'::text);
select atelier.protect('messages');

create table model_addresses (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  address text not null,
  created_at timestamp with time zone default now() not null,
  constraint model_addresses_pkey primary key (tenant_id, id),
  constraint model_addresses_tenant_id_address_key unique (tenant_id, address)
);
select atelier.protect('model_addresses');

create table model_defaults (
  tenant_id text default atelier.tenant() not null,
  type text not null,
  model_id text not null,
  constraint model_defaults_type_check check ((type = any (array['CHAT'::text, 'EMBEDDING'::text, 'TRANSCRIPTION'::text, 'VISION'::text, 'RERANK'::text]))),
  constraint model_defaults_pkey primary key (tenant_id, type)
);
select atelier.protect('model_defaults');

create table model_providers (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  kind text not null,
  name text not null,
  settings jsonb default '{}'::jsonb not null,
  secrets text not null,
  chat_models text[] default '{}'::text[] not null,
  embedding_models text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  transcription_models text[] default '{}'::text[] not null,
  vision_models text[] default '{}'::text[] not null,
  rerank_models text[] default '{}'::text[] not null,
  properties jsonb default '{}'::jsonb not null,
  constraint model_providers_pkey primary key (tenant_id, id)
);
select atelier.protect('model_providers');

create table monitor_hours (
  tenant_id text not null,
  kind text not null,
  subject_id text not null,
  hour timestamp with time zone not null,
  asked integer default 0 not null,
  answered integer default 0 not null,
  unanswered integer default 0 not null,
  blocked integer default 0 not null,
  failed integer default 0 not null,
  stopped integer default 0 not null,
  likes integer default 0 not null,
  dislikes integer default 0 not null,
  cited integer default 0 not null,
  sources integer default 0 not null,
  credits numeric(20,6) default 0 not null,
  input_tokens bigint default 0 not null,
  output_tokens bigint default 0 not null,
  ms_100 integer default 0 not null,
  ms_250 integer default 0 not null,
  ms_500 integer default 0 not null,
  ms_1000 integer default 0 not null,
  ms_2000 integer default 0 not null,
  ms_4000 integer default 0 not null,
  ms_8000 integer default 0 not null,
  ms_16000 integer default 0 not null,
  ms_30000 integer default 0 not null,
  ms_60000 integer default 0 not null,
  ms_300000 integer default 0 not null,
  ms_1800000 integer default 0 not null,
  ms_14400000 integer default 0 not null,
  ms_more integer default 0 not null,
  constraint monitor_hours_pkey primary key (tenant_id, kind, subject_id, hour)
);
alter table monitor_hours enable row level security;
alter table monitor_hours force row level security;
create policy tenant_rows on monitor_hours to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table monitor_hours to atelier_app;

create table monitor_notes (
  tenant_id text not null,
  id bigint not null generated always as identity,
  kind text not null,
  subject_id text not null,
  hour timestamp with time zone not null,
  asked integer default 0 not null,
  answered integer default 0 not null,
  unanswered integer default 0 not null,
  blocked integer default 0 not null,
  failed integer default 0 not null,
  stopped integer default 0 not null,
  likes integer default 0 not null,
  dislikes integer default 0 not null,
  cited integer default 0 not null,
  sources integer default 0 not null,
  credits numeric(20,6) default 0 not null,
  input_tokens bigint default 0 not null,
  output_tokens bigint default 0 not null,
  ms bigint,
  constraint monitor_notes_kind_check check ((kind = any (array['APP'::text, 'AGENT'::text, 'CREW'::text, 'FLOW'::text, 'WORKER'::text, 'KNOWLEDGE_BASE'::text]))),
  constraint monitor_notes_pkey primary key (tenant_id, id)
);
alter table monitor_notes enable row level security;
alter table monitor_notes force row level security;
create policy tenant_rows on monitor_notes to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table monitor_notes to atelier_app;

create table monitored_apps (
  tenant_id text default atelier.tenant() not null,
  app_id text not null,
  started_at timestamp with time zone default now() not null,
  started_by text,
  asked_before integer default 0 not null,
  constraint monitored_apps_pkey primary key (tenant_id, app_id)
);
select atelier.protect('monitored_apps');

create table new_answers (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  query_id text not null,
  answer text not null,
  answer_kind text not null,
  origin text not null,
  citations jsonb default '[]'::jsonb not null,
  made_by text,
  created_at timestamp with time zone default now() not null,
  told_by text,
  told_at timestamp with time zone,
  constraint new_answers_pkey primary key (tenant_id, id)
);
create index new_answers_query on new_answers (tenant_id, query_id, created_at);
create unique index new_answers_untold on new_answers (tenant_id, query_id) where (told_at is null);
select atelier.protect('new_answers');

create table public_objects (
  id text not null,
  tenant_id text not null,
  kind text not null,
  frame_sites text[] default '{}'::text[] not null,
  button_color text,
  button_label text,
  constraint public_objects_pkey primary key (id)
);
grant select,insert,delete,update on table public_objects to atelier_app;

create table openid_attempts (
  state_hash text not null,
  browser_hash text not null,
  provider text not null,
  return_to text,
  invite_hash text,
  user_id text,
  expires_at timestamp with time zone not null,
  app_id text,
  constraint openid_attempts_pkey primary key (state_hash)
);
create index openid_attempts_by_expiry on openid_attempts (expires_at);
create index openid_attempts_by_user on openid_attempts (user_id);
grant select,insert,delete,update on table openid_attempts to atelier_app;

create table operator_spending (
  month date not null,
  tenant_id text not null,
  month_amount bigint default 0 not null,
  day date not null,
  day_amount bigint default 0 not null,
  constraint operator_spending_pkey primary key (month, tenant_id)
);
grant select,insert,delete,update on table operator_spending to atelier_app;

create table paid_readings (
  tenant_id text default atelier.tenant() not null,
  import_id text not null,
  sha256 text not null,
  part text not null,
  text text not null,
  constraint paid_readings_pkey primary key (tenant_id, import_id, sha256, part)
);
select atelier.protect('paid_readings');

create table passkey_challenges (
  challenge_hash text not null,
  user_id text,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey primary key (challenge_hash)
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
create index passkey_challenges_by_user on passkey_challenges (user_id);
grant select,insert,delete,update on table passkey_challenges to atelier_app;

create table passkeys (
  id text not null,
  user_id text not null,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  name text not null,
  is_backed_up boolean not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint passkeys_counter_check check ((counter >= 0)),
  constraint passkeys_credential_key unique (credential_id),
  constraint passkeys_pkey primary key (id)
);
create index passkeys_by_user on passkeys (user_id);
grant select,insert,delete,update on table passkeys to atelier_app;

create table payment_accounts (
  tenant_id text default atelier.tenant() not null,
  revision bigint default 0 not null,
  last_invoice integer default 0 not null,
  constraint payment_accounts_pkey primary key (tenant_id)
);
select atelier.protect('payment_accounts');

create table payment_customers (
  customer_id text not null,
  tenant_id text not null,
  created_at timestamp with time zone default now() not null,
  constraint payment_customers_pkey primary key (customer_id),
  constraint payment_customers_tenant_id_key unique (tenant_id)
);
grant select,insert on table payment_customers to atelier_app;

create table payment_events (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  type text not null,
  created_at timestamp with time zone default now() not null,
  constraint payment_events_pkey primary key (tenant_id, id)
);
alter table payment_events enable row level security;
alter table payment_events force row level security;
create policy tenant_rows on payment_events using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert on table payment_events to atelier_app;

create table performance_results (
  tenant_id text default atelier.tenant() not null,
  test_id text not null,
  ordinal integer not null,
  question_id text,
  question text not null,
  correct_answer text,
  answer text,
  accuracy real,
  scored_by text,
  answer_before text,
  accuracy_before real,
  verdict text,
  expected_calls jsonb default '[]'::jsonb not null,
  calls jsonb default '[]'::jsonb not null,
  constraint performance_results_scored_by_check check ((scored_by = any (array['MODEL'::text, 'WORDS'::text]))),
  constraint performance_results_verdict_check check ((verdict = any (array['BETTER'::text, 'WORSE'::text, 'SAME'::text]))),
  constraint performance_results_pkey primary key (tenant_id, test_id, ordinal)
);
select atelier.protect('performance_results');

create table performance_tests (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  app_id text,
  run_id text not null,
  version integer not null,
  draft jsonb,
  fingerprint text,
  against integer,
  questions integer not null,
  accuracy real,
  accuracy_before real,
  better integer default 0 not null,
  worse integer default 0 not null,
  same integer default 0 not null,
  started_by text,
  created_at timestamp with time zone default now() not null,
  agent_id text,
  subject_id text generated always as (coalesce(app_id, agent_id)) stored not null,
  draft_of text,
  constraint performance_tests_check check ((num_nonnulls(app_id, agent_id) = 1)),
  constraint performance_tests_pkey primary key (tenant_id, id)
);
create index performance_tests_by_agent on performance_tests (tenant_id, agent_id);
create index performance_tests_by_app on performance_tests (tenant_id, app_id, created_at desc);
create index performance_tests_by_subject on performance_tests (tenant_id, subject_id, created_at desc);
select atelier.protect('performance_tests');

create table pictures (
  id text not null,
  user_id text not null,
  type text not null,
  bytes bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint pictures_bytes_check check ((octet_length(bytes) <= 1048576)),
  constraint pictures_type_check check ((type = any (array['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))),
  constraint pictures_pkey primary key (id),
  constraint pictures_user_key unique (user_id)
);
grant select,insert,delete,update on table pictures to atelier_app;

create table plan_cancellations (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  plan_id text not null,
  reasons text[] default '{}'::text[] not null,
  comment text,
  at_cycle_end boolean not null,
  ends_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint plan_cancellations_pkey primary key (tenant_id, id)
);
alter table plan_cancellations enable row level security;
alter table plan_cancellations force row level security;
create policy tenant_rows on plan_cancellations using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert on table plan_cancellations to atelier_app;

create table program_turns (
  tenant_id text default atelier.tenant() not null,
  query_id text not null,
  previous_id text,
  brought jsonb default '[]'::jsonb not null,
  metadata jsonb default '{}'::jsonb not null,
  constraint program_turns_pkey primary key (tenant_id, query_id)
);
select atelier.protect('program_turns');

create table prompt_versions (
  tenant_id text default atelier.tenant() not null,
  prompt_id text not null,
  number integer not null,
  role text not null,
  prompt text not null,
  published_by text not null,
  published_at timestamp with time zone default now() not null,
  constraint prompt_versions_pkey primary key (tenant_id, prompt_id, number)
);
select atelier.protect('prompt_versions');

create table prompts (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  name text not null,
  description text default ''::text not null,
  role text not null,
  prompt text default ''::text not null,
  share_with text not null,
  shared_users text[] default '{}'::text[] not null,
  shared_roles text[] default '{}'::text[] not null,
  version integer,
  published text default ''::text not null,
  published_role text default ''::text not null,
  revision integer default 1 not null,
  created_by text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint prompts_name_check check (((length(name) >= 1) and (length(name) <= 150))),
  constraint prompts_role_check check ((role = any (array['SYSTEM'::text, 'ASSISTANT'::text, 'USER'::text]))),
  constraint prompts_share_with_check check ((share_with = any (array['CUSTOM'::text, 'EVERYONE'::text]))),
  constraint prompts_pkey primary key (tenant_id, id)
);
create index prompts_by_update on prompts (tenant_id, updated_at desc, id desc);
create unique index prompts_name_taken on prompts (tenant_id, lower(name));
select atelier.protect('prompts');

create table quality_gates (
  tenant_id text default atelier.tenant() not null,
  app_id text,
  enabled boolean not null,
  replay integer default 5 not null,
  agent_id text,
  subject_id text generated always as (coalesce(app_id, agent_id)) stored not null,
  constraint quality_gates_check check ((num_nonnulls(app_id, agent_id) = 1)),
  constraint quality_gates_replay_check check (((replay >= 0) and (replay <= 20))),
  constraint quality_gates_pkey primary key (tenant_id, subject_id)
);
select atelier.protect('quality_gates');

create table quick_starts (
  tenant_id text default atelier.tenant() not null,
  user_id text not null,
  knowledge_base_id text not null,
  app_id text not null,
  created_at timestamp with time zone default now() not null,
  constraint quick_starts_pkey primary key (tenant_id, user_id)
);
create index quick_starts_apps on quick_starts (tenant_id, app_id);
create index quick_starts_bases on quick_starts (tenant_id, knowledge_base_id);
select atelier.protect('quick_starts');

create table record_retention (
  tenant_id text default atelier.tenant() not null,
  days integer not null,
  constraint record_retention_days_check check (((days >= 1) and (days <= 3650))),
  constraint record_retention_pkey primary key (tenant_id)
);
alter table record_retention enable row level security;
alter table record_retention force row level security;
create policy tenant_rows on record_retention to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table record_retention to atelier_app;

create table recovery_codes (
  user_id text not null,
  code_hash text not null,
  constraint recovery_codes_pkey primary key (user_id, code_hash)
);
grant select,insert,delete on table recovery_codes to atelier_app;

create table retrieval_history (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  knowledge_base_id text not null,
  origin text not null,
  app_id text,
  query text not null,
  settings jsonb not null,
  mode text not null,
  note text,
  results jsonb not null,
  timings jsonb not null,
  user_id text,
  user_name text,
  created_at timestamp with time zone default now() not null,
  constraint retrieval_history_origin_check check ((origin = any (array['TEST'::text, 'CHAT'::text]))),
  constraint retrieval_history_pkey primary key (tenant_id, id)
);
create index retrieval_history_newest on retrieval_history (tenant_id, knowledge_base_id, created_at desc, id desc);
select atelier.protect('retrieval_history');

create table revisions (
  subject text not null,
  revision bigint not null,
  constraint revisions_pkey primary key (subject)
);
grant select on table revisions to atelier_app;

create table run_file_holders (
  tenant_id text default atelier.tenant() not null,
  run_id text not null,
  file_id text not null,
  constraint run_file_holders_pkey primary key (tenant_id, run_id, file_id)
);
create index run_file_holders_by_file on run_file_holders (tenant_id, file_id);
alter table run_file_holders enable row level security;
alter table run_file_holders force row level security;
create policy tenant_rows on run_file_holders to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table run_file_holders to atelier_app;

create table run_files (
  tenant_id text default atelier.tenant() not null,
  file_id text not null,
  scope_id text not null,
  created_at timestamp with time zone default now() not null,
  constraint run_files_pkey primary key (tenant_id, file_id)
);
alter table run_files enable row level security;
alter table run_files force row level security;
create policy tenant_rows on run_files to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table run_files to atelier_app;

create table run_journal (
  tenant_id text default atelier.tenant() not null,
  run_id text not null,
  seq integer not null,
  name text not null,
  op text not null,
  result text,
  stored_bytes integer,
  input text,
  cause jsonb,
  key text,
  attempts smallint default 1 not null,
  cost bigint default 0 not null,
  ms integer default 0 not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint run_journal_pkey primary key (tenant_id, run_id, seq)
);
alter table run_journal enable row level security;
alter table run_journal force row level security;
create policy tenant_rows on run_journal to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table run_journal to atelier_app;

create table run_keys (
  tenant_id text default atelier.tenant() not null,
  kind text not null,
  rule text not null,
  key text not null,
  run_id text,
  first_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  collected integer default 0 not null,
  free_at timestamp with time zone,
  constraint run_keys_pkey primary key (tenant_id, kind, rule, key)
);
create index run_keys_by_run on run_keys (tenant_id, run_id) where (run_id is not null);
alter table run_keys enable row level security;
alter table run_keys force row level security;
create policy tenant_rows on run_keys to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table run_keys to atelier_app;

create table run_results (
  tenant_id text default atelier.tenant() not null,
  run_id text not null,
  seq integer not null,
  part integer not null,
  data text not null,
  constraint run_results_pkey primary key (tenant_id, run_id, seq, part)
);
alter table run_results alter column data set statistics 0;
alter table run_results alter column data set storage external;
alter table run_results enable row level security;
alter table run_results force row level security;
create policy tenant_rows on run_results to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table run_results to atelier_app;

create table run_retention (
  tenant_id text default atelier.tenant() not null,
  days integer not null,
  subject_id text default ''::text not null,
  constraint run_retention_days_check check (((days >= 1) and (days <= 3650))),
  constraint run_retention_pkey primary key (tenant_id, subject_id)
);
alter table run_retention enable row level security;
alter table run_retention force row level security;
create policy tenant_rows on run_retention to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table run_retention to atelier_app;

create table run_signals (
  tenant_id text default atelier.tenant() not null,
  run_id text not null,
  id text not null,
  name text not null,
  payload text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint run_signals_pkey primary key (tenant_id, run_id, id)
);
alter table run_signals enable row level security;
alter table run_signals force row level security;
create policy tenant_rows on run_signals to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table run_signals to atelier_app;

create table run_watchers (
  tenant_id text default atelier.tenant() not null,
  run_id text not null,
  watcher_id text not null,
  constraint run_watchers_pkey primary key (tenant_id, run_id, watcher_id)
);
alter table run_watchers enable row level security;
alter table run_watchers force row level security;
create policy tenant_rows on run_watchers to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table run_watchers to atelier_app;

create table runs (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  kind text not null,
  subject_id text,
  status text default 'QUEUED'::text not null,
  stage text,
  progress real default 0 not null,
  input jsonb default '{}'::jsonb not null,
  cause jsonb,
  note text,
  attempts integer default 0 not null,
  cancel_requested_at timestamp with time zone,
  actor jsonb not null,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  version integer default 1 not null,
  engine integer default 1 not null,
  scope_id text,
  owner text,
  epoch integer default 0 not null,
  ready_at timestamp with time zone,
  wake_at timestamp with time zone,
  blocked_at timestamp with time zone,
  lane smallint default 0 not null,
  priority smallint default 0 not null,
  inbox integer default 0 not null,
  parent_id text,
  is_watched boolean default false not null,
  limit_key text,
  limit_size integer,
  throttle_key text,
  throttle_size integer,
  throttle_ms bigint,
  losses integer default 0 not null,
  cost bigint default 0 not null,
  budget bigint,
  root_id text,
  origin_id text,
  is_kept boolean default true not null,
  output text,
  detail jsonb,
  stages jsonb default '[]'::jsonb not null,
  constraint runs_progress_check check (((progress >= (0)::double precision) and (progress <= (1)::double precision))),
  constraint runs_status_check check ((status = any (array['QUEUED'::text, 'RUNNING'::text, 'WAITING'::text, 'COMPLETED'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  constraint runs_pkey primary key (tenant_id, id)
)
with (fillfactor='70');
create index runs_asleep on runs (wake_at) where (wake_at is not null);
create index runs_blocked on runs (tenant_id, limit_key, priority, blocked_at) where (blocked_at is not null);
create index runs_by_parent on runs (tenant_id, parent_id) where (parent_id is not null);
create index runs_by_scope on runs (tenant_id, scope_id, kind) where (scope_id is not null);
create index runs_by_subject on runs (tenant_id, subject_id, created_at desc) where (subject_id is not null);
create index runs_by_time on runs (tenant_id, created_at desc, id desc);
create index runs_limited on runs (tenant_id, limit_key) where ((limit_key is not null) and ((owner is not null) or (ready_at is not null)));
create index runs_owned on runs (owner) where (owner is not null);
create index runs_ready on runs (lane, tenant_id, priority, ready_at) where (ready_at is not null);
alter table runs enable row level security;
alter table runs force row level security;
create policy tenant_rows on runs to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table runs to atelier_app;

create table saved_questions (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  knowledge_base_id text not null,
  query text not null,
  expected jsonb not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint saved_questions_pkey primary key (tenant_id, id)
);
create unique index saved_questions_query on saved_questions (tenant_id, knowledge_base_id, md5(query));
select atelier.protect('saved_questions');

create table schema_cells (
  tenant_id text default atelier.tenant() not null,
  schema_id text not null,
  import_id text not null,
  column_id text not null,
  state text not null,
  reader text not null,
  value jsonb,
  chunk_id text,
  quote text,
  start_offset bigint,
  end_offset bigint,
  page integer,
  cause text,
  document_version integer not null,
  column_revision integer not null,
  run_id text,
  updated_at timestamp with time zone default now() not null,
  second integer,
  constraint schema_cells_reader_check check ((reader = any (array['MODEL'::text, 'RULES'::text, 'HAND'::text]))),
  constraint schema_cells_state_check check ((state = any (array['FOUND'::text, 'NOT_FOUND'::text, 'UNVERIFIED'::text, 'EDITED'::text, 'FAILED'::text]))),
  constraint schema_cells_pkey primary key (tenant_id, schema_id, import_id, column_id)
);
create index schema_cells_by_import on schema_cells (tenant_id, import_id);
select atelier.protect('schema_cells');

create table screen_views (
  tenant_id text not null,
  day date not null,
  screen text not null,
  views integer not null,
  constraint screen_views_pkey primary key (tenant_id, day, screen)
);
create index screen_views_by_day on screen_views (day);
grant select,insert,delete,update on table screen_views to atelier_app;

create table second_factors (
  user_id text not null,
  secret text not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  constraint second_factors_pkey primary key (user_id)
);
grant select,insert,delete,update on table second_factors to atelier_app;

create table sessions (
  token_hash text not null,
  user_id text not null,
  tenant_id text not null,
  address text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  refreshed_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  id text default ('sn_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)) not null,
  provider text,
  id_token text,
  constraint sessions_id_key unique (id),
  constraint sessions_pkey primary key (token_hash)
);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_user on sessions (tenant_id, user_id);
create index sessions_of_user on sessions (user_id, created_at desc);
grant select,insert,delete,update on table sessions to atelier_app;

create table sign_in_attempts (
  caller_hash text not null,
  attempts integer not null,
  began_at timestamp with time zone default now() not null,
  constraint sign_in_attempts_pkey primary key (caller_hash)
);
create index sign_in_attempts_by_age on sign_in_attempts (began_at);
grant select,insert,delete,update on table sign_in_attempts to atelier_app;

create table source_items (
  tenant_id text default atelier.tenant() not null,
  source_id text not null,
  external_id text not null,
  sync_id text not null,
  origin text not null,
  outcome text not null,
  name text not null,
  url text,
  sha256 text,
  import_id text,
  code text,
  reason text,
  seen_at timestamp with time zone default now() not null,
  constraint source_items_origin_check check ((origin = any (array['SYNC'::text, 'HOOK'::text]))),
  constraint source_items_outcome_check check ((outcome = any (array['ADDED'::text, 'CHANGED'::text, 'UNCHANGED'::text, 'SKIPPED'::text, 'REMOVED'::text]))),
  constraint source_items_pkey primary key (tenant_id, source_id, external_id)
);
create index source_items_by_sync on source_items (tenant_id, source_id, sync_id);
select atelier.protect('source_items');

create table sources (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  knowledge_base_id text not null,
  type text not null,
  name text not null,
  settings jsonb not null,
  connection_id text,
  schedule jsonb not null,
  max_items integer not null,
  skip_duplicates boolean not null,
  state text default 'ACTIVE'::text not null,
  pause_reason text,
  failures integer default 0 not null,
  cursor jsonb,
  run_id text,
  synced_at timestamp with time zone,
  next_sync_at timestamp with time zone,
  hook_on boolean,
  hook_hash text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  labels jsonb default '{"language": null, "categories": [], "documentType": null}'::jsonb not null,
  constraint sources_max_items_check check (((max_items >= 1) and (max_items <= 50000))),
  constraint sources_state_check check ((state = any (array['ACTIVE'::text, 'PAUSED'::text]))),
  constraint sources_pkey primary key (tenant_id, id)
);
create index sources_by_connection on sources (tenant_id, connection_id);
create index sources_by_knowledge_base on sources (tenant_id, knowledge_base_id, created_at, id);
select atelier.protect('sources');

create table worker_record_files (
  tenant_id text default atelier.tenant() not null,
  record_id text not null,
  file_id text not null,
  element text not null,
  place integer not null,
  constraint worker_record_files_element_check check ((element = any (array['INPUT'::text, 'OUTPUT'::text]))),
  constraint worker_record_files_pkey primary key (tenant_id, record_id, file_id)
);
create index worker_record_files_by_file on worker_record_files (tenant_id, file_id);
alter table worker_record_files enable row level security;
alter table worker_record_files force row level security;
create policy tenant_rows on worker_record_files to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table worker_record_files to atelier_app;

create table worker_records (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  worker_id text not null,
  name text not null,
  input_kind text not null,
  input_key text,
  input jsonb not null,
  source_text text default ''::text not null,
  parsed_source jsonb,
  moment_date text not null,
  moment_time text not null,
  is_sample boolean default false not null,
  depth integer default 0 not null,
  visitor_key_hash text,
  status text default 'PENDING'::text not null,
  stage text default 'QUEUED'::text not null,
  cause jsonb,
  output_text text default ''::text not null,
  output_data jsonb,
  run_id text,
  feedback jsonb,
  created_by text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  micro_credits bigint default 0 not null,
  constraint worker_records_ended check (((status = 'PENDING'::text) = (ended_at is null))),
  constraint worker_records_input_kind_check check ((input_kind = any (array['UPLOAD'::text, 'WEBHOOK'::text, 'SCHEDULE'::text, 'API'::text, 'MAIL'::text, 'APP'::text, 'WORKER'::text]))),
  constraint worker_records_stage_check check ((stage = any (array['HELD'::text, 'QUEUED'::text, 'WORKING'::text, 'WAITING'::text, 'DELIVERING'::text, 'ENDED'::text]))),
  constraint worker_records_status_check check ((status = any (array['COMPLETED'::text, 'ERRORED'::text, 'FAILED'::text, 'PENDING'::text]))),
  constraint worker_records_pkey primary key (tenant_id, id)
);
create index worker_records_by_end on worker_records (tenant_id, worker_id, ended_at) where (ended_at is not null);
create index worker_records_by_run on worker_records (tenant_id, run_id);
create index worker_records_by_time on worker_records (tenant_id, created_at desc, id desc);
create index worker_records_by_worker on worker_records (tenant_id, worker_id, created_at desc, id desc);
create unique index worker_records_input on worker_records (tenant_id, worker_id, input_key);
create unique index worker_records_visitor on worker_records (visitor_key_hash) where (visitor_key_hash is not null);
alter table worker_records enable row level security;
alter table worker_records force row level security;
create policy own_record on worker_records as restrictive using (((atelier.visitor_key() is null) or (visitor_key_hash = atelier.visitor_key()))) with check (((atelier.visitor_key() is null) or (visitor_key_hash = atelier.visitor_key())));
create policy tenant_rows on worker_records to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table worker_records to atelier_app;

create table workers (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  name text not null,
  description text default ''::text not null,
  template_id text,
  target_kind text not null,
  target_id text not null,
  instructions text default ''::text not null,
  outputs jsonb default '[]'::jsonb not null,
  approval text default 'NEVER'::text not null,
  sample_data jsonb default '[]'::jsonb not null,
  access text not null,
  status text default 'ACTIVE'::text not null,
  revision integer default 1 not null,
  created_by text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  keep_days integer,
  visitor_limits jsonb default '{"day": 100, "tenMinutes": 20}'::jsonb not null,
  constraint workers_access_check check ((access = any (array['PUBLIC'::text, 'PRIVATE'::text]))),
  constraint workers_approval_check check ((approval = any (array['NEVER'::text, 'ALWAYS'::text]))),
  constraint workers_keep_days_check check (((keep_days >= 1) and (keep_days <= 3650))),
  constraint workers_status_check check ((status = any (array['ACTIVE'::text, 'PAUSED'::text, 'DEACTIVATED'::text]))),
  constraint workers_target_kind_check check ((target_kind = any (array['AGENT'::text, 'CREW'::text, 'FLOW'::text]))),
  constraint workers_pkey primary key (tenant_id, id)
);
create index workers_by_target on workers (tenant_id, target_id);
create index workers_by_update on workers (tenant_id, updated_at desc, id desc);
create unique index workers_name_taken on workers (tenant_id, lower(name));
alter table workers enable row level security;
alter table workers force row level security;
create policy tenant_rows on workers to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table workers to atelier_app;

create table stored_objects (
  storage_key text not null,
  tenant_id text not null,
  constraint stored_objects_pkey primary key (storage_key)
);
grant select,insert,delete on table stored_objects to atelier_app;

create table subscriptions (
  tenant_id text default atelier.tenant() not null,
  plan_id text not null,
  status text not null,
  provider text default 'none'::text not null,
  anchor_at timestamp with time zone not null,
  period_starts_at timestamp with time zone not null,
  period_ends_at timestamp with time zone,
  due_at timestamp with time zone,
  trial_starts_at timestamp with time zone,
  trial_ends_at timestamp with time zone,
  cancel_at_cycle_end boolean default false not null,
  grace_ends_at timestamp with time zone,
  spent_before bigint default 0 not null,
  stories_day date,
  stories_count integer default 0 not null,
  release_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint subscriptions_provider_check check ((provider = any (array['none'::text, 'manual'::text, 'stripe'::text]))),
  constraint subscriptions_status_check check ((status = any (array['ACTIVE'::text, 'TRIALING'::text, 'PAST_DUE'::text, 'CANCELLED'::text, 'EXPIRED'::text]))),
  constraint subscriptions_pkey primary key (tenant_id)
);
select atelier.protect('subscriptions');

create table support_asks (
  user_id text not null,
  asked_at timestamp with time zone default clock_timestamp() not null
);
create index support_asks_by_user on support_asks (user_id, asked_at);
grant select,insert,delete on table support_asks to atelier_app;

create table support_inbox (
  id text not null,
  tenant_id text not null,
  user_id text not null,
  state text default 'OPEN'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint support_inbox_state_check check ((state = any (array['OPEN'::text, 'ANSWERED'::text]))),
  constraint support_inbox_pkey primary key (id),
  constraint support_inbox_tenant_id unique (tenant_id, id),
  constraint support_inbox_user unique (tenant_id, user_id)
);
create index support_inbox_by_update on support_inbox (updated_at desc, id);
create index support_inbox_by_user on support_inbox (user_id);
grant select,insert,delete,update on table support_inbox to atelier_app;

create table support_messages (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  question_id text not null,
  author text not null,
  author_name text not null,
  text text not null,
  screen text,
  app_version text,
  session_id text,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint support_messages_author_check check ((author = any (array['USER'::text, 'STAFF'::text]))),
  constraint support_messages_pkey primary key (tenant_id, id)
);
create index support_messages_by_question on support_messages (tenant_id, question_id, created_at);
select atelier.protect('support_messages');

create table test_questions (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  app_id text,
  question text not null,
  correct_answer text not null,
  bot_answer text,
  accuracy real,
  scored_by text,
  tested_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  agent_id text,
  subject_id text generated always as (coalesce(app_id, agent_id)) stored not null,
  expected_calls jsonb default '[]'::jsonb not null,
  constraint test_questions_accuracy_check check (((accuracy >= (0)::double precision) and (accuracy <= (100)::double precision))),
  constraint test_questions_check check ((num_nonnulls(app_id, agent_id) = 1)),
  constraint test_questions_correct_answer_check check (((length(correct_answer) >= 1) and (length(correct_answer) <= 8000))),
  constraint test_questions_question_check check (((length(question) >= 1) and (length(question) <= 2000))),
  constraint test_questions_scored_by_check check ((scored_by = any (array['MODEL'::text, 'WORDS'::text]))),
  constraint test_questions_pkey primary key (tenant_id, id)
);
create index test_questions_by_agent on test_questions (tenant_id, agent_id);
create index test_questions_by_app on test_questions (tenant_id, app_id, updated_at desc);
create index test_questions_by_subject on test_questions (tenant_id, subject_id, updated_at desc);
select atelier.protect('test_questions');

create table tools (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  name text not null,
  description text default ''::text not null,
  kind text not null,
  request jsonb,
  default_tool_id text,
  connection_id text,
  effect text not null,
  approval text not null,
  created_by text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint tools_approval_check check ((approval = any (array['NEVER'::text, 'AFTER_FOREIGN_TEXT'::text, 'ALWAYS'::text]))),
  constraint tools_effect_check check ((effect = any (array['READS'::text, 'WRITES'::text]))),
  constraint tools_kind check ((((kind = 'HTTP'::text) = (request is not null)) and ((kind = 'DEFAULT'::text) = (default_tool_id is not null)))),
  constraint tools_kind_check check ((kind = any (array['HTTP'::text, 'DEFAULT'::text]))),
  constraint tools_pkey primary key (tenant_id, id)
);
create index tools_by_connection on tools (tenant_id, connection_id) where (connection_id is not null);
create index tools_by_update on tools (tenant_id, updated_at desc, id desc);
create unique index tools_name_taken on tools (tenant_id, lower(name));
select atelier.protect('tools');

create table unanswered_questions (
  tenant_id text not null,
  app_id text not null,
  asked_at timestamp with time zone not null,
  message_id text not null,
  constraint unanswered_questions_pkey primary key (tenant_id, app_id, asked_at, message_id)
);
create index unanswered_questions_by_message on unanswered_questions (tenant_id, message_id);
alter table unanswered_questions enable row level security;
alter table unanswered_questions force row level security;
create policy tenant_rows on unanswered_questions to atelier_app using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert,delete,update on table unanswered_questions to atelier_app;

create table usage_limits (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  scope text not null,
  subject_id text default ''::text not null,
  period text not null,
  kind text not null,
  amount bigint not null,
  used bigint default 0 not null,
  counted_from timestamp with time zone not null,
  warned_from timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint usage_limits_amount_check check ((amount >= 0)),
  constraint usage_limits_check check (((scope = 'TENANT'::text) = (subject_id = ''::text))),
  constraint usage_limits_kind_check check ((kind = any (array['HARD'::text, 'SOFT'::text]))),
  constraint usage_limits_period_check check ((period = any (array['DAY'::text, 'MONTH'::text]))),
  constraint usage_limits_scope_check check ((scope = any (array['TENANT'::text, 'USER'::text, 'APP'::text]))),
  constraint usage_limits_named_once unique (tenant_id, scope, subject_id, period, kind),
  constraint usage_limits_pkey primary key (tenant_id, id)
);
select atelier.protect('usage_limits');

create table usage_records (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  kind text not null,
  user_id text,
  app_id text,
  knowledge_base_id text,
  model_id text,
  input_tokens integer default 0 not null,
  output_tokens integer default 0 not null,
  amount bigint not null,
  reference text not null,
  created_at timestamp with time zone default now() not null,
  constraint usage_records_amount_check check ((amount >= 0)),
  constraint usage_records_kind_check check ((kind = any (array['ANSWER'::text, 'EMBEDDING'::text, 'OTHER'::text]))),
  constraint usage_records_pkey primary key (tenant_id, id)
);
create index usage_records_by_time on usage_records (tenant_id, created_at desc, id desc);
alter table usage_records enable row level security;
alter table usage_records force row level security;
create policy tenant_rows on usage_records using ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text))) with check ((tenant_id = nullif(current_setting('app.tenant_id'::text, true), ''::text)));
grant select,insert on table usage_records to atelier_app;

create table vector_store_removals (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  connection_id text not null,
  collection text not null,
  document_ids jsonb,
  error text,
  created_at timestamp with time zone default now() not null,
  points jsonb,
  constraint vector_store_removals_pkey primary key (tenant_id, id)
);
create index vector_store_removals_by_connection on vector_store_removals (tenant_id, connection_id);
select atelier.protect('vector_store_removals');

create table verifications (
  token_hash text not null,
  purpose text not null,
  user_id text not null,
  tenant_id text not null,
  email text not null,
  expires_at timestamp with time zone not null,
  constraint verifications_pkey primary key (token_hash),
  constraint verifications_purpose_key unique (user_id, purpose)
);
create index verifications_by_expiry on verifications (expires_at);
grant select,insert,delete,update on table verifications to atelier_app;

create table waitlist (
  id text not null,
  name text not null,
  email text not null,
  company_name text not null,
  phone text not null,
  status text default 'WAITING'::text not null,
  token_hash text,
  token_expires_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  answered_at timestamp with time zone,
  constraint waitlist_email_check check ((email = lower(email))),
  constraint waitlist_status_check check ((status = any (array['WAITING'::text, 'ADMITTED'::text, 'DECLINED'::text, 'JOINED'::text]))),
  constraint waitlist_email_key unique (email),
  constraint waitlist_pkey primary key (id),
  constraint waitlist_token_key unique (token_hash)
);
create index waitlist_by_age on waitlist (created_at desc, id desc);
grant select,insert,delete,update on table waitlist to atelier_app;

create table worker_inputs (
  tenant_id text default atelier.tenant() not null,
  id text not null,
  worker_id text not null,
  place integer not null,
  kind text not null,
  settings jsonb not null,
  next_at timestamp with time zone,
  looked_at timestamp with time zone,
  state jsonb,
  cause jsonb,
  set_at timestamp with time zone default now() not null,
  constraint worker_inputs_kind_check check ((kind = any (array['UPLOAD'::text, 'WEBHOOK'::text, 'SCHEDULE'::text, 'API'::text, 'MAIL'::text, 'APP'::text, 'WORKER'::text]))),
  constraint worker_inputs_pkey primary key (tenant_id, id)
);
create index worker_inputs_by_worker on worker_inputs (tenant_id, worker_id, place);
select atelier.protect('worker_inputs');

create table worker_record_activities (
  tenant_id text default atelier.tenant() not null,
  record_id text not null,
  name text not null,
  at integer not null,
  element text not null,
  title text not null,
  status text default 'PENDING'::text not null,
  cause jsonb,
  detail text default ''::text not null,
  run jsonb,
  started_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint worker_record_activities_element_check check ((element = any (array['ACTIVITY'::text, 'INPUT'::text, 'OUTPUT'::text]))),
  constraint worker_record_activities_status_check check ((status = any (array['COMPLETED'::text, 'ERRORED'::text, 'FAILED'::text, 'PENDING'::text]))),
  constraint worker_record_activities_pkey primary key (tenant_id, record_id, name)
);
select atelier.protect('worker_record_activities');

create table worker_table_rows (
  tenant_id text default atelier.tenant() not null,
  worker_id text not null,
  name text not null,
  record_id text not null,
  output_id text not null,
  cells jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint worker_table_rows_pkey primary key (tenant_id, record_id, output_id)
);
create index worker_table_rows_by_table on worker_table_rows (tenant_id, worker_id, name, created_at, record_id);
select atelier.protect('worker_table_rows');
create policy own_record on worker_table_rows as restrictive using ((atelier.visitor_key() is null));

-- Keys between tables, and policies that read other tables.
alter table conversations add constraint conversations_tenant_id_app_id_fkey foreign key (tenant_id, app_id) references apps(tenant_id, id) on delete cascade;
alter table access_grants add constraint access_grants_member foreign key (tenant_id, user_id) references memberships(tenant_id, user_id) on delete cascade;
alter table access_grants add constraint access_grants_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table accounts add constraint accounts_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table memberships add constraint memberships_invited_by_fkey foreign key (invited_by) references users(id) on delete set null;
alter table memberships add constraint memberships_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table memberships add constraint memberships_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table agent_memories add constraint agent_memories_agent foreign key (tenant_id, agent_id) references agents(tenant_id, id) on delete cascade;
alter table agent_memories add constraint agent_memories_app_user foreign key (tenant_id, app_user_id) references app_users(tenant_id, id) on delete cascade;
alter table agent_memories add constraint agent_memories_member foreign key (tenant_id, user_id) references memberships(tenant_id, user_id) on delete cascade;
alter table agent_memories add constraint agent_memories_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table agent_versions add constraint agent_versions_agent foreign key (tenant_id, agent_id) references agents(tenant_id, id) on delete cascade;
alter table agent_versions add constraint agent_versions_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table agents add constraint agents_newest_version foreign key (tenant_id, newest_version_id) references agent_versions(tenant_id, id) deferrable initially deferred;
alter table agents add constraint agents_published_version foreign key (tenant_id, published_version_id) references agent_versions(tenant_id, id) deferrable initially deferred;
alter table agents add constraint agents_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table alert_messages add constraint alert_messages_tenant_id_alert_id_fkey foreign key (tenant_id, alert_id) references alerts(tenant_id, id) on delete cascade;
alter table alert_messages add constraint alert_messages_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table alert_rules add constraint alert_rules_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table alerts add constraint alerts_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table api_keys add constraint api_keys_tenant_id_user_id_fkey foreign key (tenant_id, user_id) references memberships(tenant_id, user_id) on delete cascade;
alter table app_access add constraint app_access_tenant_id_app_id_fkey foreign key (tenant_id, app_id) references apps(tenant_id, id) on delete cascade;
alter table app_access add constraint app_access_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table app_access add constraint app_access_tenant_id_user_id_fkey foreign key (tenant_id, user_id) references app_users(tenant_id, id) on delete cascade;
alter table app_images add constraint app_images_tenant_id_app_id_fkey foreign key (tenant_id, app_id) references apps(tenant_id, id) on delete cascade;
alter table app_knowledge_bases add constraint app_knowledge_base_exists foreign key (tenant_id, knowledge_base_id) references knowledge_bases(tenant_id, id) on delete cascade;
alter table app_knowledge_bases add constraint app_knowledge_bases_tenant_id_app_id_fkey foreign key (tenant_id, app_id) references apps(tenant_id, id) on delete cascade;
alter table app_user_accounts add constraint app_user_accounts_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table app_user_accounts add constraint app_user_accounts_tenant_id_user_id_fkey foreign key (tenant_id, user_id) references app_users(tenant_id, id) on delete cascade;
alter table app_users add constraint app_users_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table app_user_sessions add constraint app_user_sessions_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table app_user_sessions add constraint app_user_sessions_tenant_id_user_id_fkey foreign key (tenant_id, user_id) references app_users(tenant_id, id) on delete cascade;
alter table app_user_tokens add constraint app_user_tokens_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table app_user_tokens add constraint app_user_tokens_tenant_id_user_id_fkey foreign key (tenant_id, user_id) references app_users(tenant_id, id) on delete cascade;
alter table app_versions add constraint app_versions_tenant_id_app_id_fkey foreign key (tenant_id, app_id) references apps(tenant_id, id) on delete cascade;
alter table apps add constraint apps_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table attack_results add constraint attack_results_tenant_id_test_id_fkey foreign key (tenant_id, test_id) references attack_tests(tenant_id, id) on delete cascade;
alter table attack_tests add constraint attack_tests_tenant_id_agent_id_fkey foreign key (tenant_id, agent_id) references agents(tenant_id, id) on delete cascade;
alter table attack_tests add constraint attack_tests_tenant_id_app_id_fkey foreign key (tenant_id, app_id) references apps(tenant_id, id) on delete cascade;
alter table audit_log add constraint audit_log_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table authorization_attempts add constraint authorization_attempts_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table authorization_attempts add constraint authorization_attempts_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table authorizations add constraint authorizations_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table chat_users add constraint chat_users_tenant_id_app_id_fkey foreign key (tenant_id, app_id) references apps(tenant_id, id) on delete cascade;
alter table chunks add constraint chunks_tenant_id_import_id_fkey foreign key (tenant_id, import_id) references knowledge_imports(tenant_id, id) on delete cascade;
alter table chunks add constraint chunks_tenant_id_index_version_id_fkey foreign key (tenant_id, index_version_id) references index_versions(tenant_id, id) on delete cascade;
alter table knowledge_imports add constraint knowledge_imports_file foreign key (tenant_id, file_id) references files(tenant_id, id) deferrable;
alter table knowledge_imports add constraint knowledge_imports_knowledge_base foreign key (tenant_id, knowledge_base_id) references knowledge_bases(tenant_id, id) on delete cascade;
alter table connections add constraint connections_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table conversation_files add constraint conversation_files_tenant_id_app_id_fkey foreign key (tenant_id, app_id) references apps(tenant_id, id) on delete cascade;
alter table conversation_files add constraint conversation_files_tenant_id_conversation_id_fkey foreign key (tenant_id, conversation_id) references conversations(tenant_id, id) on delete cascade;
alter table conversation_files add constraint conversation_files_tenant_id_file_id_fkey foreign key (tenant_id, file_id) references files(tenant_id, id) on delete set null (file_id);
alter table conversation_files add constraint conversation_files_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table crew_notes add constraint crew_notes_run foreign key (tenant_id, run_id) references runs(tenant_id, id) on delete cascade;
alter table crew_notes add constraint crew_notes_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table curated_answers add constraint curated_answers_tenant_id_app_id_fkey foreign key (tenant_id, app_id) references apps(tenant_id, id) on delete cascade;
alter table document_sections add constraint document_sections_tenant_id_import_id_fkey foreign key (tenant_id, import_id) references knowledge_imports(tenant_id, id) on delete cascade;
alter table document_versions add constraint document_versions_file foreign key (tenant_id, file_id) references files(tenant_id, id) deferrable;
alter table document_versions add constraint document_versions_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table document_versions add constraint document_versions_tenant_id_import_id_fkey foreign key (tenant_id, import_id) references knowledge_imports(tenant_id, id) on delete cascade;
alter table events add constraint events_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table files add constraint files_storage_key_fkey foreign key (storage_key) references stored_objects(storage_key) deferrable;
alter table files add constraint files_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table flow_triggers add constraint flow_triggers_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table flow_triggers add constraint flow_triggers_tenant_id_flow_id_fkey foreign key (tenant_id, flow_id) references flows(tenant_id, id) on delete cascade;
alter table flow_values add constraint flow_values_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table flow_versions add constraint flow_versions_flow foreign key (tenant_id, flow_id) references flows(tenant_id, id) on delete cascade;
alter table flow_versions add constraint flow_versions_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table flows add constraint flows_newest_version foreign key (tenant_id, newest_version_id) references flow_versions(tenant_id, id) deferrable initially deferred;
alter table flows add constraint flows_published_version foreign key (tenant_id, published_version_id) references flow_versions(tenant_id, id) deferrable initially deferred;
alter table flows add constraint flows_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table founders add constraint founders_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table graph_aliases add constraint graph_aliases_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table graph_aliases add constraint graph_aliases_tenant_id_knowledge_base_id_entity_id_fkey foreign key (tenant_id, knowledge_base_id, entity_id) references graph_entities(tenant_id, knowledge_base_id, id) on delete cascade;
alter table graph_answers add constraint graph_answers_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table graph_answers add constraint graph_answers_tenant_id_knowledge_base_id_fkey foreign key (tenant_id, knowledge_base_id) references graphs(tenant_id, knowledge_base_id) on delete cascade;
alter table graph_communities add constraint graph_communities_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table graph_communities add constraint graph_communities_tenant_id_knowledge_base_id_fkey foreign key (tenant_id, knowledge_base_id) references graphs(tenant_id, knowledge_base_id) on delete cascade;
alter table graph_edits add constraint graph_edits_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table graph_edits add constraint graph_edits_tenant_id_knowledge_base_id_fkey foreign key (tenant_id, knowledge_base_id) references graphs(tenant_id, knowledge_base_id) on delete cascade;
alter table graph_entities add constraint graph_entities_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table graph_entities add constraint graph_entities_tenant_id_knowledge_base_id_fkey foreign key (tenant_id, knowledge_base_id) references graphs(tenant_id, knowledge_base_id) on delete cascade;
alter table graph_mentions add constraint graph_mentions_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table graph_mentions add constraint graph_mentions_tenant_id_knowledge_base_id_fkey foreign key (tenant_id, knowledge_base_id) references graphs(tenant_id, knowledge_base_id) on delete cascade;
alter table graph_relations add constraint graph_relations_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table graph_relations add constraint graph_relations_tenant_id_knowledge_base_id_source_id_fkey foreign key (tenant_id, knowledge_base_id, source_id) references graph_entities(tenant_id, knowledge_base_id, id) on delete cascade;
alter table graph_relations add constraint graph_relations_tenant_id_knowledge_base_id_target_id_fkey foreign key (tenant_id, knowledge_base_id, target_id) references graph_entities(tenant_id, knowledge_base_id, id) on delete cascade;
alter table graphs add constraint graphs_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table graphs add constraint graphs_tenant_id_knowledge_base_id_fkey foreign key (tenant_id, knowledge_base_id) references knowledge_bases(tenant_id, id) on delete cascade;
alter table held_turns add constraint held_turns_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table index_segments add constraint index_segments_merged_into foreign key (tenant_id, merged_into) references merged_segments(tenant_id, id) deferrable initially deferred;
alter table index_segments add constraint index_segments_tenant_id_import_id_fkey foreign key (tenant_id, import_id) references knowledge_imports(tenant_id, id) on delete cascade;
alter table index_segments add constraint index_segments_tenant_id_index_version_id_fkey foreign key (tenant_id, index_version_id) references index_versions(tenant_id, id) on delete cascade;
alter table index_version_documents add constraint index_version_documents_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table index_version_documents add constraint index_version_documents_tenant_id_import_id_fkey foreign key (tenant_id, import_id) references knowledge_imports(tenant_id, id) on delete cascade;
alter table index_version_documents add constraint index_version_documents_tenant_id_index_version_id_fkey foreign key (tenant_id, index_version_id) references index_versions(tenant_id, id) on delete cascade;
alter table index_versions add constraint index_versions_connection foreign key (tenant_id, connection_id) references connections(tenant_id, id) deferrable;
alter table index_versions add constraint index_versions_knowledge_base foreign key (tenant_id, knowledge_base_id) references knowledge_bases(tenant_id, id) on delete cascade;
alter table information_schemas add constraint information_schemas_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table information_schemas add constraint information_schemas_tenant_id_knowledge_base_id_fkey foreign key (tenant_id, knowledge_base_id) references knowledge_bases(tenant_id, id) on delete cascade;
alter table invitation_mails add constraint invitation_mails_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete set null;
alter table invitations add constraint invitations_invited_by_fkey foreign key (invited_by) references users(id) on delete set null;
alter table invitations add constraint invitations_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table invoices add constraint invoices_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table knowledge_bases add constraint knowledge_bases_active_index_version foreign key (tenant_id, active_index_version) references index_versions(tenant_id, id) deferrable initially deferred;
alter table knowledge_bases add constraint knowledge_bases_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table ledger_balances add constraint ledger_balances_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table ledger_entries add constraint ledger_entries_tenant_id_transaction_id_fkey foreign key (tenant_id, transaction_id) references ledger_transactions(tenant_id, id) on delete cascade;
alter table ledger_holds add constraint ledger_holds_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table ledger_transactions add constraint ledger_transactions_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table mcp_grant_attempts add constraint mcp_grant_attempts_server foreign key (tenant_id, mcp_id) references mcp_servers(tenant_id, id) on delete cascade;
alter table mcp_grant_attempts add constraint mcp_grant_attempts_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table mcp_grant_attempts add constraint mcp_grant_attempts_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table mcp_grants add constraint mcp_grants_person foreign key (tenant_id, person_id) references memberships(tenant_id, user_id) on delete cascade;
alter table mcp_grants add constraint mcp_grants_server foreign key (tenant_id, mcp_id) references mcp_servers(tenant_id, id) on delete cascade;
alter table mcp_grants add constraint mcp_grants_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table mcp_run_sessions add constraint mcp_run_sessions_server foreign key (tenant_id, mcp_id) references mcp_servers(tenant_id, id) on delete cascade;
alter table mcp_run_sessions add constraint mcp_run_sessions_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table mcp_run_sessions add constraint mcp_run_sessions_tenant_id_run_id_fkey foreign key (tenant_id, run_id) references runs(tenant_id, id) on delete cascade;
alter table mcp_servers add constraint mcp_servers_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table mcp_sessions add constraint mcp_sessions_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table mcp_sessions add constraint mcp_sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table mcp_withdrawals add constraint mcp_withdrawals_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table merged_segments add constraint merged_segments_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table merged_segments add constraint merged_segments_tenant_id_index_version_id_fkey foreign key (tenant_id, index_version_id) references index_versions(tenant_id, id) on delete cascade;
alter table message_feedback add constraint message_feedback_tenant_id_assignee_id_fkey foreign key (tenant_id, assignee_id) references memberships(tenant_id, user_id) on delete set null (assignee_id);
alter table message_feedback add constraint message_feedback_tenant_id_query_id_fkey foreign key (tenant_id, query_id) references messages(tenant_id, id) on delete cascade;
alter table messages add constraint messages_tenant_id_conversation_id_fkey foreign key (tenant_id, conversation_id) references conversations(tenant_id, id) on delete cascade;
alter table model_addresses add constraint model_addresses_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table model_defaults add constraint model_defaults_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table model_providers add constraint model_providers_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table monitor_hours add constraint monitor_hours_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table monitor_notes add constraint monitor_notes_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table monitored_apps add constraint monitored_apps_tenant_id_app_id_fkey foreign key (tenant_id, app_id) references apps(tenant_id, id) on delete cascade;
alter table monitored_apps add constraint monitored_apps_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table new_answers add constraint new_answers_tenant_id_query_id_fkey foreign key (tenant_id, query_id) references messages(tenant_id, id) on delete cascade;
alter table public_objects add constraint public_objects_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table openid_attempts add constraint openid_attempts_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table paid_readings add constraint paid_readings_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table paid_readings add constraint paid_readings_tenant_id_import_id_fkey foreign key (tenant_id, import_id) references knowledge_imports(tenant_id, id) on delete cascade;
alter table passkey_challenges add constraint passkey_challenges_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table passkeys add constraint passkeys_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table payment_accounts add constraint payment_accounts_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table payment_customers add constraint payment_customers_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table payment_events add constraint payment_events_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table performance_results add constraint performance_results_tenant_id_test_id_fkey foreign key (tenant_id, test_id) references performance_tests(tenant_id, id) on delete cascade;
alter table performance_tests add constraint performance_tests_tenant_id_agent_id_fkey foreign key (tenant_id, agent_id) references agents(tenant_id, id) on delete cascade;
alter table performance_tests add constraint performance_tests_tenant_id_app_id_fkey foreign key (tenant_id, app_id) references apps(tenant_id, id) on delete cascade;
alter table pictures add constraint pictures_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table plan_cancellations add constraint plan_cancellations_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table program_turns add constraint program_turns_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table program_turns add constraint program_turns_tenant_id_query_id_fkey foreign key (tenant_id, query_id) references messages(tenant_id, id) on delete cascade;
alter table prompt_versions add constraint prompt_versions_tenant_id_prompt_id_fkey foreign key (tenant_id, prompt_id) references prompts(tenant_id, id) on delete cascade;
alter table prompts add constraint prompts_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table quality_gates add constraint quality_gates_tenant_id_agent_id_fkey foreign key (tenant_id, agent_id) references agents(tenant_id, id) on delete cascade;
alter table quality_gates add constraint quality_gates_tenant_id_app_id_fkey foreign key (tenant_id, app_id) references apps(tenant_id, id) on delete cascade;
alter table quick_starts add constraint quick_starts_tenant_id_app_id_fkey foreign key (tenant_id, app_id) references apps(tenant_id, id) on delete cascade;
alter table quick_starts add constraint quick_starts_tenant_id_knowledge_base_id_fkey foreign key (tenant_id, knowledge_base_id) references knowledge_bases(tenant_id, id) on delete cascade;
alter table quick_starts add constraint quick_starts_tenant_id_user_id_fkey foreign key (tenant_id, user_id) references memberships(tenant_id, user_id) on delete cascade;
alter table record_retention add constraint record_retention_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table recovery_codes add constraint recovery_codes_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table retrieval_history add constraint retrieval_history_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table retrieval_history add constraint retrieval_history_tenant_id_knowledge_base_id_fkey foreign key (tenant_id, knowledge_base_id) references knowledge_bases(tenant_id, id) on delete cascade;
alter table run_file_holders add constraint run_file_holders_tenant_id_file_id_fkey foreign key (tenant_id, file_id) references run_files(tenant_id, file_id) on delete cascade;
alter table run_file_holders add constraint run_file_holders_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table run_file_holders add constraint run_file_holders_tenant_id_run_id_fkey foreign key (tenant_id, run_id) references runs(tenant_id, id) on delete cascade;
alter table run_files add constraint run_files_tenant_id_file_id_fkey foreign key (tenant_id, file_id) references files(tenant_id, id) on delete cascade;
alter table run_files add constraint run_files_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table run_keys add constraint run_keys_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table run_retention add constraint run_retention_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table runs add constraint runs_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table saved_questions add constraint saved_questions_knowledge_base foreign key (tenant_id, knowledge_base_id) references knowledge_bases(tenant_id, id) on delete cascade;
alter table saved_questions add constraint saved_questions_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table schema_cells add constraint schema_cells_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table schema_cells add constraint schema_cells_tenant_id_import_id_fkey foreign key (tenant_id, import_id) references knowledge_imports(tenant_id, id) on delete cascade;
alter table schema_cells add constraint schema_cells_tenant_id_schema_id_fkey foreign key (tenant_id, schema_id) references information_schemas(tenant_id, id) on delete cascade;
alter table screen_views add constraint screen_views_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table second_factors add constraint second_factors_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table sessions add constraint sessions_tenant_id_user_id_fkey foreign key (tenant_id, user_id) references memberships(tenant_id, user_id) on delete cascade;
alter table source_items add constraint source_items_tenant_id_source_id_fkey foreign key (tenant_id, source_id) references sources(tenant_id, id) on delete cascade;
alter table sources add constraint sources_connection foreign key (tenant_id, connection_id) references connections(tenant_id, id) deferrable;
alter table sources add constraint sources_knowledge_base foreign key (tenant_id, knowledge_base_id) references knowledge_bases(tenant_id, id) on delete cascade;
alter table sources add constraint sources_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table worker_record_files add constraint worker_record_files_tenant_id_file_id_fkey foreign key (tenant_id, file_id) references files(tenant_id, id) on delete cascade;
alter table worker_record_files add constraint worker_record_files_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table worker_record_files add constraint worker_record_files_tenant_id_record_id_fkey foreign key (tenant_id, record_id) references worker_records(tenant_id, id) on delete cascade;
alter table worker_records add constraint worker_records_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table worker_records add constraint worker_records_worker foreign key (tenant_id, worker_id) references workers(tenant_id, id) on delete cascade;
alter table workers add constraint workers_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table stored_objects add constraint stored_objects_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table subscriptions add constraint subscriptions_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table support_asks add constraint support_asks_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table support_inbox add constraint support_inbox_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table support_inbox add constraint support_inbox_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table support_messages add constraint support_messages_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table support_messages add constraint support_messages_tenant_id_question_id_fkey foreign key (tenant_id, question_id) references support_inbox(tenant_id, id) on delete cascade;
alter table test_questions add constraint test_questions_tenant_id_agent_id_fkey foreign key (tenant_id, agent_id) references agents(tenant_id, id) on delete cascade;
alter table test_questions add constraint test_questions_tenant_id_app_id_fkey foreign key (tenant_id, app_id) references apps(tenant_id, id) on delete cascade;
alter table tools add constraint tools_connection foreign key (tenant_id, connection_id) references connections(tenant_id, id) deferrable;
alter table tools add constraint tools_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table unanswered_questions add constraint unanswered_questions_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table unanswered_questions add constraint unanswered_questions_tenant_id_message_id_fkey foreign key (tenant_id, message_id) references messages(tenant_id, id) on delete cascade;
alter table usage_limits add constraint usage_limits_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table usage_records add constraint usage_records_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table vector_store_removals add constraint vector_store_removals_tenant_id_connection_id_fkey foreign key (tenant_id, connection_id) references connections(tenant_id, id) on delete cascade;
alter table vector_store_removals add constraint vector_store_removals_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table verifications add constraint verifications_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table verifications add constraint verifications_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table worker_inputs add constraint worker_inputs_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table worker_inputs add constraint worker_inputs_worker foreign key (tenant_id, worker_id) references workers(tenant_id, id) on delete cascade;
alter table worker_record_activities add constraint worker_record_activities_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table worker_record_activities add constraint worker_record_activities_tenant_id_record_id_fkey foreign key (tenant_id, record_id) references worker_records(tenant_id, id) on delete cascade;
alter table worker_table_rows add constraint worker_table_rows_tenant_id_fkey foreign key (tenant_id) references tenants(id) on delete cascade;
alter table worker_table_rows add constraint worker_table_rows_tenant_id_record_id_fkey foreign key (tenant_id, record_id) references worker_records(tenant_id, id) on delete cascade;
alter table worker_table_rows add constraint worker_table_rows_tenant_id_worker_id_fkey foreign key (tenant_id, worker_id) references workers(tenant_id, id) on delete cascade;
create policy own_record on worker_record_files as restrictive using (((atelier.visitor_key() is null) or (exists ( select 1
   from worker_records r
  where (r.id = worker_record_files.record_id)))));
create policy own_record on worker_record_activities as restrictive using (((atelier.visitor_key() is null) or (exists ( select 1
   from worker_records r
  where (r.id = worker_record_activities.record_id)))));

-- Functions that work for all companies belong to the owner of the tables, to whom the forced policies apply as well.
do $$
begin
  execute format('create policy monitor_reads on conversations for select to %I using (true)', current_user);
  execute format('create policy engine_rows on alert_rules to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on alerts to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on conversation_files to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on events to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on files to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on flow_triggers to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on held_turns to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on mcp_withdrawals to %I using (true) with check (true)', current_user);
  execute format('create policy monitor_reads on messages for select to %I using (true)', current_user);
  execute format('create policy engine_rows on monitor_hours to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on monitor_notes to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on record_retention to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on run_file_holders to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on run_files to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on run_journal to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on run_keys to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on run_results to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on run_retention to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on run_signals to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on run_watchers to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on runs to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on worker_record_files to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on worker_records to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on workers to %I using (true) with check (true)', current_user);
  execute format('create policy engine_rows on unanswered_questions to %I using (true) with check (true)', current_user);
end $$;

create view active_memberships with (security_invoker='true') as select m.tenant_id, m.user_id, m.role, m.created_at from (memberships m join
  tenants t on (((t.id = m.tenant_id) and (t.status = 'ACTIVE'::text))));
grant select on table active_memberships to atelier_app;

create view app_user_profiles with (security_invoker='true') as select app_users.tenant_id, app_users.id, trim(both from ((app_users.first_name
  || ' '::text) || app_users.last_name)) as name, app_users.email from app_users;
grant select on table app_user_profiles to atelier_app;

create view audit_entries with (security_invoker='true') as select audit_log.tenant_id, audit_log.id, audit_log.action, audit_log.subject_id,
  audit_log.actor, audit_log.details, audit_log.request_id, audit_log.address, audit_log.created_at, audit_log.actor_id from audit_log;
grant select on table audit_entries to atelier_app;

create view chunk_contents with (security_invoker='true') as select c.tenant_id, i.knowledge_base_id, c.content_hash from (chunks c join
  knowledge_imports i on ((i.id = c.import_id)));
grant select on table chunk_contents to atelier_app;

create view documents with (security_invoker='true') as select knowledge_imports.tenant_id, knowledge_imports.id,
  knowledge_imports.knowledge_base_id, knowledge_imports.file_id, knowledge_imports.name, knowledge_imports.type, knowledge_imports.size,
  knowledge_imports.sha256, knowledge_imports.run_id, knowledge_imports.source_id, knowledge_imports.external_id, knowledge_imports.url,
  knowledge_imports.state, knowledge_imports.version, knowledge_imports.shown_version, knowledge_imports.document_type,
  knowledge_imports.language, knowledge_imports.categories, knowledge_imports.metadata, knowledge_imports.summary, knowledge_imports.version_at,
  knowledge_imports.created_at from knowledge_imports;
grant select on table documents to atelier_app;

create view found_chunks with (security_invoker='true') as select c.tenant_id, c.id, c.import_id, c.index_version_id, c.ordinal, c.text,
  c.tokens, c.page, c.page_end, c.second, c.second_end, c.heading, c.start_offset, c.end_offset, c.content_hash, c.edited, c.document_version,
  i.knowledge_base_id, i.name as document_name, (exists ( with made as ( select i.version as number, i.file_id, i.version_reason as reason union
  all select v.number, v.file_id, v.reason from document_versions v where (v.import_id = i.id) ) select 1 from (made shown join made written on
  ((written.file_id = shown.file_id))) where ((shown.number = i.shown_version) and (written.reason = 'EDIT'::text)))) as document_edited, case
  when ((c.page_end is null) and (c.second_end is null)) then '[]'::json else coalesce(( select json_agg(json_build_object('page', p.page,
  'second', p.second, 'start', p.start) order by p.page, p.second) as json_agg from ( select s.page, s.second, min(s.start_offset) as start from
  document_sections s where ((s.import_id = c.import_id) and (s.document_version = c.document_version) and (s.start_offset > c.start_offset) and
  (s.start_offset < c.end_offset) and ((s.page > c.page) or (s.second > c.second))) group by s.page, s.second) p), '[]'::json) end as
  position_starts from (chunks c join knowledge_imports i on ((i.id = c.import_id)));
grant select on table found_chunks to atelier_app;

create view member_list with (security_invoker='true') as select m.tenant_id, m.user_id as id, 'ACTIVE'::text as status, u.name, u.email,
  u.picture, m.role, m.created_at as joined_at, m.last_active_at, i.name as invited_by, null::timestamp with time zone as expires_at from
  ((memberships m join users u on ((u.id = m.user_id))) left join users i on ((i.id = m.invited_by))) union all select v.tenant_id, v.id, case
  when (v.expires_at > now()) then 'INVITED'::text else 'EXPIRED'::text end as status, null::text as name, v.email, null::text as picture,
  v.role, null::timestamp with time zone as joined_at, null::timestamp with time zone as last_active_at, i.name as invited_by, v.expires_at from
  (invitations v left join users i on ((i.id = v.invited_by))) where (v.status = 'PENDING'::text);
grant select on table member_list to atelier_app;

create view members with (security_invoker='true') as select m.tenant_id, m.user_id, m.role, m.created_at, m.last_active_at, u.name, u.email,
  u.picture, u.email_verified from (memberships m join users u on ((u.id = m.user_id)));
grant select on table members to atelier_app;

create view monitor_figures with (security_invoker='true') as select monitor_hours.tenant_id, monitor_hours.kind, monitor_hours.subject_id,
  monitor_hours.hour, monitor_hours.asked, monitor_hours.answered, monitor_hours.unanswered, monitor_hours.blocked, monitor_hours.failed,
  monitor_hours.stopped, monitor_hours.likes, monitor_hours.dislikes, monitor_hours.cited, monitor_hours.sources, monitor_hours.credits,
  monitor_hours.input_tokens, monitor_hours.output_tokens, monitor_hours.ms_100, monitor_hours.ms_250, monitor_hours.ms_500,
  monitor_hours.ms_1000, monitor_hours.ms_2000, monitor_hours.ms_4000, monitor_hours.ms_8000, monitor_hours.ms_16000, monitor_hours.ms_30000,
  monitor_hours.ms_60000, monitor_hours.ms_300000, monitor_hours.ms_1800000, monitor_hours.ms_14400000, monitor_hours.ms_more from monitor_hours
  union all select monitor_notes.tenant_id, monitor_notes.kind, monitor_notes.subject_id, monitor_notes.hour, monitor_notes.asked,
  monitor_notes.answered, monitor_notes.unanswered, monitor_notes.blocked, monitor_notes.failed, monitor_notes.stopped, monitor_notes.likes,
  monitor_notes.dislikes, monitor_notes.cited, monitor_notes.sources, monitor_notes.credits, monitor_notes.input_tokens,
  monitor_notes.output_tokens, coalesce(((monitor_notes.ms < 100))::integer, 0) as ms_100, coalesce((((monitor_notes.ms >= 100) and
  (monitor_notes.ms < 250)))::integer, 0) as ms_250, coalesce((((monitor_notes.ms >= 250) and (monitor_notes.ms < 500)))::integer, 0) as ms_500,
  coalesce((((monitor_notes.ms >= 500) and (monitor_notes.ms < 1000)))::integer, 0) as ms_1000, coalesce((((monitor_notes.ms >= 1000) and
  (monitor_notes.ms < 2000)))::integer, 0) as ms_2000, coalesce((((monitor_notes.ms >= 2000) and (monitor_notes.ms < 4000)))::integer, 0) as
  ms_4000, coalesce((((monitor_notes.ms >= 4000) and (monitor_notes.ms < 8000)))::integer, 0) as ms_8000, coalesce((((monitor_notes.ms >= 8000)
  and (monitor_notes.ms < 16000)))::integer, 0) as ms_16000, coalesce((((monitor_notes.ms >= 16000) and (monitor_notes.ms < 30000)))::integer, 0)
  as ms_30000, coalesce((((monitor_notes.ms >= 30000) and (monitor_notes.ms < 60000)))::integer, 0) as ms_60000, coalesce((((monitor_notes.ms >=
  60000) and (monitor_notes.ms < 300000)))::integer, 0) as ms_300000, coalesce((((monitor_notes.ms >= 300000) and (monitor_notes.ms <
  1800000)))::integer, 0) as ms_1800000, coalesce((((monitor_notes.ms >= 1800000) and (monitor_notes.ms < 14400000)))::integer, 0) as
  ms_14400000, coalesce(((monitor_notes.ms >= 14400000))::integer, 0) as ms_more from monitor_notes;
grant select on table monitor_figures to atelier_app;

create view open_objects with (security_invoker='true') as select o.id, o.tenant_id, o.frame_sites, o.button_color, o.button_label from
  (public_objects o join tenants t on (((t.id = o.tenant_id) and (t.status = 'ACTIVE'::text))));
grant select on table open_objects to atelier_app;

create view published_chunks with (security_invoker='true') as select c.tenant_id, c.id, i.knowledge_base_id, c.import_id, c.document_version,
  c.ordinal, c.heading, c.text, c.tokens, c.page, c.second, c.start_offset, c.end_offset, c.content_hash, c.edited from ((chunks c join
  knowledge_imports i on (((i.id = c.import_id) and (i.shown_version = c.document_version) and (i.state = 'ENABLED'::text)))) join
  knowledge_bases b on (((b.id = i.knowledge_base_id) and (b.active_index_version = c.index_version_id)))) where (exists ( select 1 from
  index_segments s where ((s.index_version_id = c.index_version_id) and (s.import_id = c.import_id) and s.live)));
grant select on table published_chunks to atelier_app;

create view published_documents with (security_invoker='true') as select i.tenant_id, i.id, i.knowledge_base_id, i.name, i.shown_version as
  version from (knowledge_imports i join knowledge_bases b on ((b.id = i.knowledge_base_id))) where ((i.state = 'ENABLED'::text) and (exists (
  select 1 from index_segments s where ((s.index_version_id = b.active_index_version) and (s.import_id = i.id) and s.live))));
grant select on table published_documents to atelier_app;

create view stored_items with (security_invoker='true') as select d.tenant_id, d.id, 'KNOWLEDGE_BASE_IMPORT'::text as type, d.name, (d.size +
  (coalesce(( select sum(kept.size) as sum from ( select distinct v.file_id, v.size from document_versions v where ((v.import_id = d.id) and
  (v.file_id <> d.file_id))) kept), (0)::numeric))::bigint) as bytes, d.created_at, d.knowledge_base_id as place_id, b.name as place_name from
  (knowledge_imports d join knowledge_bases b on ((b.id = d.knowledge_base_id))) union all select f.tenant_id, f.id, 'AGENT_RECORD'::text as
  type, f.name, f.size as bytes, f.created_at, r.id as place_id, w.name as place_name from (((worker_record_files held join files f on ((f.id =
  held.file_id))) join worker_records r on ((r.id = held.record_id))) join workers w on ((w.id = r.worker_id))) union all select f.tenant_id,
  f.id, 'FLOW_FILE'::text as type, f.name, f.size as bytes, f.created_at, first.id as place_id, coalesce(flow.name, agent.name, ''::text) as
  place_name from ((((run_files stored join files f on (((f.tenant_id = stored.tenant_id) and (f.id = stored.file_id)))) join lateral ( select
  r.id, r.scope_id from (run_file_holders h join runs r on (((r.tenant_id = h.tenant_id) and (r.id = h.run_id)))) where ((h.tenant_id =
  stored.tenant_id) and (h.file_id = stored.file_id)) order by r.created_at, r.id limit 1) first on (true)) left join flows flow on
  (((flow.tenant_id = f.tenant_id) and (flow.id = first.scope_id)))) left join agents agent on (((agent.tenant_id = f.tenant_id) and (agent.id =
  first.scope_id))));
grant select on table stored_items to atelier_app;

create view tenant_profiles with (security_invoker='true') as select tenants.id, tenants.name, tenants.status from tenants;
grant select on table tenant_profiles to atelier_app;

create view user_profiles with (security_invoker='true') as select users.id, users.name, users.email, users.picture from users;
grant select on table user_profiles to atelier_app;

-- Triggers.
create trigger access_grants_removed after delete on access_grants for each row execute function atelier.announce_revocation('user', 'user_id');
create trigger agent_versions_locked before update on agent_versions for each row when ((old.state = 'LOCKED'::text)) execute function atelier.keep_locked_agent();
create trigger agents_figures_go after delete on agents for each row execute function atelier.forget_figures();
create trigger api_keys_replaced after update of key_hash on api_keys for each row execute function atelier.announce_revocation('user', 'user_id');
create trigger api_keys_revoked after delete on api_keys for each row execute function atelier.announce_revocation('user', 'user_id');
create trigger app_access_changed after update of status, ends_at on app_access for each row when (((old.status = 'GRANTED'::text) and ((old.status is distinct from new.status) or (old.ends_at is distinct from new.ends_at)))) execute function atelier.announce_revocation('user', 'user_id');
create trigger app_access_removed after delete on app_access for each row when ((old.status = 'GRANTED'::text)) execute function atelier.announce_revocation('user', 'user_id');
create trigger app_user_sessions_ended after delete on app_user_sessions for each row when ((old.expires_at > now())) execute function atelier.announce_revocation('user', 'user_id');
create trigger apps_changed after update of access, active on apps for each row when (((old.access is distinct from new.access) or (old.active is distinct from new.active))) execute function atelier.announce_revocation('tenant', 'tenant_id');
create trigger apps_figures_go after delete on apps for each row execute function atelier.forget_figures();
create trigger apps_removed after delete on apps for each row execute function atelier.announce_revocation('tenant', 'tenant_id');
create trigger drop_bytes after delete on conversation_files for each row when ((old.file_id is not null)) execute function atelier.drop_bytes_of_conversation_file();
create trigger failed_imports_are_noted after update of status on runs for each row when (((new.kind = 'knowledge.import'::text) and (new.scope_id is not null) and (new.status = 'FAILED'::text) and (old.status <> 'FAILED'::text))) execute function atelier.note_failed_import();
create trigger flow_versions_locked before update on flow_versions for each row when ((old.state = 'LOCKED'::text)) execute function atelier.keep_locked_flow();
create trigger flows_figures_go after delete on flows for each row execute function atelier.forget_figures();
create trigger knowledge_bases_changed after update of share on knowledge_bases for each row when ((old.share is distinct from new.share)) execute function atelier.announce_revocation('tenant', 'tenant_id');
create trigger knowledge_bases_figures_go after delete on knowledge_bases for each row execute function atelier.forget_figures();
create trigger knowledge_bases_removed after delete on knowledge_bases for each row execute function atelier.announce_revocation('tenant', 'tenant_id');
create constraint trigger ledger_zero after insert on ledger_entries deferrable initially deferred for each row execute function atelier.check_ledger_zero();
create trigger mcp_grants_withdraw after delete on mcp_grants for each row execute function atelier.withdraw_account();
create trigger memberships_changed after update of role on memberships for each row when ((old.role is distinct from new.role)) execute function atelier.announce_revocation('user', 'user_id');
create trigger memberships_ended after delete on memberships for each row execute function atelier.announce_revocation('user', 'user_id');
create trigger message_feedback_is_noted after insert or delete or update of verdict on message_feedback for each row execute function atelier.note_opinion();
create trigger message_feedback_tells_flows after insert or update of verdict on message_feedback for each row when ((new.verdict = 'DISLIKE'::text)) execute function atelier.tell_of_dislike();
create trigger messages_are_noted after update of status on messages for each row when (((old.status = 'STREAMING'::text) and (new.status <> 'STREAMING'::text))) execute function atelier.note_answer();
create trigger messages_cost_is_noted after update of credits on messages for each row when (((old.status <> 'STREAMING'::text) and (new.credits <> old.credits))) execute function atelier.note_later_cost();
create trigger messages_name_their_app before insert on messages for each row when ((new.app_id is null)) execute function atelier.name_app_of_message();
create trigger messages_tell_flows after update of status on messages for each row when (((new.status = 'COMPLETED'::text) and (old.status <> 'COMPLETED'::text))) execute function atelier.tell_of_answer();
create constraint trigger revise_id_2542f22f after update of name, email, email_verified, mail_proven on users deferrable initially deferred for each row when (true) execute function atelier.revise('id');
create constraint trigger revise_id_2eaa0fbf after delete on tenants deferrable initially deferred for each row when (true) execute function atelier.revise('id');
create constraint trigger revise_id_2eaa0fbf after delete on users deferrable initially deferred for each row when (true) execute function atelier.revise('id');
create constraint trigger revise_id_dd150698 after update of status on tenants deferrable initially deferred for each row when ((old.status is distinct from new.status)) execute function atelier.revise('id');
create constraint trigger revise_tenant_id_0b8abce6 after insert or delete or update of question, wordings, active on curated_answers deferrable initially deferred for each row when (true) execute function atelier.revise('tenant_id');
create constraint trigger revise_tenant_id_28bd4663 after update of embedding_model_id, dimensions on index_versions deferrable initially deferred for each row when (((old.embedding_model_id is distinct from new.embedding_model_id) or (old.dimensions is distinct from new.dimensions))) execute function atelier.revise('tenant_id');
create constraint trigger revise_tenant_id_601819ea after update of active_index_version, status on knowledge_bases deferrable initially deferred for each row when (((old.active_index_version is distinct from new.active_index_version) or (old.status is distinct from new.status))) execute function atelier.revise('tenant_id');
create constraint trigger revise_tenant_id_6c0afc48 after insert or delete or update on app_knowledge_bases deferrable initially deferred for each row when (true) execute function atelier.revise('tenant_id');
create constraint trigger revise_tenant_id_6c0afc48 after insert or delete or update on apps deferrable initially deferred for each row when (true) execute function atelier.revise('tenant_id');
create constraint trigger revise_tenant_id_6c0afc48 after insert or delete or update on model_addresses deferrable initially deferred for each row when (true) execute function atelier.revise('tenant_id');
create constraint trigger revise_tenant_id_6c0afc48 after insert or delete or update on model_defaults deferrable initially deferred for each row when (true) execute function atelier.revise('tenant_id');
create constraint trigger revise_tenant_id_6c0afc48 after insert or delete or update on model_providers deferrable initially deferred for each row when (true) execute function atelier.revise('tenant_id');
create constraint trigger revise_tenant_id_6c0afc48 after insert or delete or update on public_objects deferrable initially deferred for each row when (true) execute function atelier.revise('tenant_id');
create constraint trigger revise_tenant_id_e860af72 after update of retrieval on knowledge_bases deferrable initially deferred for each row when ((old.retrieval is distinct from new.retrieval)) execute function atelier.revise('tenant_id');
create constraint trigger revise_user_id_2eaa0fbf after delete on api_keys deferrable initially deferred for each row when (true) execute function atelier.revise('user_id');
create constraint trigger revise_user_id_2eaa0fbf after delete on memberships deferrable initially deferred for each row when (true) execute function atelier.revise('user_id');
create constraint trigger revise_user_id_52d8002b after update on api_keys deferrable initially deferred for each row when (true) execute function atelier.revise('user_id');
create constraint trigger revise_user_id_8dd8f19f after update of tenant_id, expires_at, refreshed_at on sessions deferrable initially deferred for each row when (((old.tenant_id is distinct from new.tenant_id) or (new.expires_at < old.expires_at) or (new.refreshed_at < old.refreshed_at))) execute function atelier.revise('user_id');
create constraint trigger revise_user_id_d0690051 after update of role on memberships deferrable initially deferred for each row when ((old.role is distinct from new.role)) execute function atelier.revise('user_id');
create constraint trigger revise_user_id_f067e1ec after delete on sessions deferrable initially deferred for each row when ((old.expires_at > now())) execute function atelier.revise('user_id');
create trigger runs_are_noted after update of status on runs for each row when (((new.kind = any (array['agents.run'::text, 'flows.run'::text, 'workers.record'::text])) and (new.subject_id is not null) and (new.status = any (array['COMPLETED'::text, 'FAILED'::text, 'CANCELLED'::text])) and (old.status <> all (array['COMPLETED'::text, 'FAILED'::text, 'CANCELLED'::text])))) execute function atelier.note_run();
create trigger runs_dropped after delete on runs referencing old table as gone for each statement execute function atelier.drop_run_parts();
create trigger runs_tell_flows after update of status on runs for each row when (((new.status is distinct from old.status) and (((new.kind = 'flows.run'::text) and (new.status = 'FAILED'::text)) or ((new.kind = 'knowledge.import'::text) and (new.status = any (array['COMPLETED'::text, 'FAILED'::text])))))) execute function atelier.tell_of_run();
create trigger runs_terminal before update on runs for each row when ((old.status = any (array['COMPLETED'::text, 'FAILED'::text, 'CANCELLED'::text]))) execute function atelier.keep_terminal();
create trigger sessions_activity after insert or update of refreshed_at, tenant_id on sessions for each row execute function atelier.note_activity();
create trigger sessions_ended after delete on sessions for each row when ((old.expires_at > now())) execute function atelier.announce_revocation('user', 'user_id');
create trigger sessions_moved after update of tenant_id on sessions for each row when ((old.tenant_id is distinct from new.tenant_id)) execute function atelier.announce_revocation('user', 'user_id');
create trigger tenants_changed after update of status on tenants for each row when ((old.status is distinct from new.status)) execute function atelier.announce_revocation('tenant', 'id');
create trigger tenants_closed after delete on tenants for each row execute function atelier.announce_revocation('tenant', 'id');
create trigger unanswered_messages_are_noted after insert or update of status, answer_kind on messages for each row when (((new.status = 'COMPLETED'::text) and (new.answer_kind = any (array['CLOSEST_CHUNKS'::text, 'NONE'::text])))) execute function atelier.note_unanswered();
create trigger whole_messages_are_noted after insert on messages for each row when ((new.status <> 'STREAMING'::text)) execute function atelier.note_answer();
create trigger workers_figures_go after delete on workers for each row execute function atelier.forget_figures();
comment on column messages.awaited_run_id is 'The run or the record of a worker that adds the rest of the answer.';
