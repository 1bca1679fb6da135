-- Rules that watch the figures of the monitor, what they noticed, and the messages about it.
create table alert_rules (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  name text not null check (length(name) between 1 and 120),
  subject_kind text not null check (subject_kind in ('COMPANY', 'APP', 'AGENT', 'CREW', 'FLOW', 'WORKER', 'KNOWLEDGE_BASE')),
  -- Null for the whole company.
  subject_id text,
  metric text not null check (metric in ('UNANSWERED_PERCENT', 'DISLIKES', 'FAILURES', 'FAILED_IMPORTS', 'CREDITS', 'SLOW_SECONDS')),
  threshold double precision not null check (threshold > 0),
  hours integer not null check (hours between 1 and 168),
  -- The fewest questions or runs that a share or a time is taken from.
  least integer not null default 0 check (least >= 0),
  -- After a message about the beginning of an alert, none about another beginning is sent for this long.
  quiet_minutes integer not null check (quiet_minutes between 5 and 10080),
  mail text not null check (mail in ('NOBODY', 'AUTHOR', 'ADMINS')),
  webhook_url text,
  -- The key that signs the calls, encrypted.
  webhook_secret text,
  enabled boolean not null default true,
  author_id text,
  told_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((subject_kind = 'COMPANY') = (subject_id is null)),
  check ((webhook_url is null) = (webhook_secret is null))
);
select atelier.protect('alert_rules');

-- The history outlives the rules.
create table alerts (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  rule_id text not null,
  rule_name text not null,
  subject_kind text not null,
  subject_id text,
  subject_name text,
  metric text not null,
  threshold double precision not null,
  hours integer not null,
  -- The value at the beginning.
  value double precision not null,
  -- Whether its beginning was reported. It was not if it began in a quiet period and ended in it.
  told boolean not null,
  began_at timestamptz not null default now(),
  resolved_at timestamptz,
  primary key (tenant_id, id)
);
create unique index alerts_open on alerts (tenant_id, rule_id) where resolved_at is null;
create index alerts_by_time on alerts (tenant_id, began_at desc, id desc);
select atelier.protect('alerts');

create table alert_messages (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  alert_id text not null,
  event text not null check (event in ('BEGAN', 'RESOLVED')),
  channel text not null check (channel in ('MAIL', 'WEBHOOK')),
  -- The member who gets the mail.
  user_id text,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'FAILED')),
  attempts integer not null default 0,
  problem text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alerts (tenant_id, id) on delete cascade
);
create index alert_messages_by_alert on alert_messages (tenant_id, alert_id);
select atelier.protect('alert_messages');

-- The chore that orders the checks and the trigger that removes rules work for all companies.
create policy engine_rows on alert_rules to current_user using (true) with check (true);
create policy engine_rows on alerts to current_user using (true) with check (true);
alter policy tenant_rows on alert_rules to atelier_app;
alter policy tenant_rows on alerts to atelier_app;

-- Orders one check for each company with a rule that is on. A job with the same key replaces one that still waits.
create function atelier.order_alert_checks() returns integer language sql security definer set search_path = pg_catalog, pg_temp as $$
  with companies as (select distinct r.tenant_id from public.alert_rules r where r.enabled),
  ordered as (
    select c.tenant_id, atelier.add_job('monitoring.check-alerts', json_build_object('tenantId', c.tenant_id),
      'monitoring.check-alerts:' || c.tenant_id, null, 3) from companies c
  )
  select count(tenant_id)::integer from ordered;
$$;
revoke execute on function atelier.order_alert_checks from public;
grant execute on function atelier.order_alert_checks to atelier_app;

-- A failed import is noted for its knowledge base.
alter table monitor_notes drop constraint monitor_notes_kind_check;
alter table monitor_notes add constraint monitor_notes_kind_check
  check (kind in ('APP', 'AGENT', 'CREW', 'FLOW', 'WORKER', 'KNOWLEDGE_BASE'));
create function atelier.note_failed_import() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.monitor_notes (tenant_id, kind, subject_id, hour, asked, failed)
  values (new.tenant_id, 'KNOWLEDGE_BASE', new.scope_id, date_trunc('hour', coalesce(new.finished_at, now()), 'UTC'), 1, 1);
  return null;
end $$;
create trigger failed_imports_are_noted after update of status on runs for each row
  when (new.kind = 'knowledge.import' and new.scope_id is not null and new.status = 'FAILED' and old.status <> 'FAILED')
  execute function atelier.note_failed_import();

-- With what a rule watches, the rule goes, and what it noticed is over.
create or replace function atelier.forget_figures() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.monitor_hours where tenant_id = old.tenant_id and subject_id = old.id
    and kind in ('APP', 'AGENT', 'CREW', 'FLOW', 'WORKER', 'KNOWLEDGE_BASE');
  delete from public.monitor_notes where tenant_id = old.tenant_id and subject_id = old.id;
  delete from public.alert_rules where tenant_id = old.tenant_id and subject_id = old.id;
  update public.alerts set resolved_at = now() where tenant_id = old.tenant_id and subject_id = old.id and resolved_at is null;
  return null;
end $$;
create trigger knowledge_bases_figures_go after delete on knowledge_bases for each row execute function atelier.forget_figures();
revoke execute on function atelier.note_failed_import from public;
