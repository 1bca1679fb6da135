-- The figures of the monitor. The database notes each ended answer and run, and each opinion, in the same transaction, so that nothing is
-- forgotten or counted twice. A note is only added, so nobody waits for anybody; a chore adds the notes to the figures of their hours.
-- A deleted conversation stays counted: its texts are gone, what happened is not.
create table monitor_notes (
  tenant_id text not null references tenants (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('APP', 'AGENT', 'CREW', 'FLOW', 'WORKER')),
  subject_id text not null,
  hour timestamptz not null,
  -- Questions to an app, or runs of the others, that have ended.
  asked integer not null default 0,
  answered integer not null default 0,
  unanswered integer not null default 0,
  blocked integer not null default 0,
  failed integer not null default 0,
  stopped integer not null default 0,
  likes integer not null default 0,
  dislikes integer not null default 0,
  -- Answers with at least one source, and the number of all sources.
  cited integer not null default 0,
  sources integer not null default 0,
  credits numeric(20, 6) not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  -- The time that a completed answer or run took; null where nothing is measured.
  ms bigint,
  primary key (tenant_id, id)
);
select atelier.protect('monitor_notes');

create table monitor_hours (
  tenant_id text not null references tenants (id) on delete cascade,
  kind text not null,
  subject_id text not null,
  hour timestamptz not null,
  asked integer not null default 0,
  answered integer not null default 0,
  unanswered integer not null default 0,
  blocked integer not null default 0,
  failed integer not null default 0,
  stopped integer not null default 0,
  likes integer not null default 0,
  dislikes integer not null default 0,
  cited integer not null default 0,
  sources integer not null default 0,
  credits numeric(20, 6) not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  -- How many took less than these milliseconds, and at least those before.
  ms_100 integer not null default 0,
  ms_250 integer not null default 0,
  ms_500 integer not null default 0,
  ms_1000 integer not null default 0,
  ms_2000 integer not null default 0,
  ms_4000 integer not null default 0,
  ms_8000 integer not null default 0,
  ms_16000 integer not null default 0,
  ms_30000 integer not null default 0,
  ms_60000 integer not null default 0,
  ms_300000 integer not null default 0,
  ms_1800000 integer not null default 0,
  ms_14400000 integer not null default 0,
  ms_more integer not null default 0,
  primary key (tenant_id, kind, subject_id, hour)
);
select atelier.protect('monitor_hours');

-- The figures as they are at this moment: those of the hours, and what is not added to them yet.
create view monitor_figures with (security_invoker = true) as
  select * from monitor_hours
  union all
  select tenant_id, kind, subject_id, hour, asked, answered, unanswered, blocked, failed, stopped, likes, dislikes, cited, sources,
    credits, input_tokens, output_tokens,
    coalesce((ms < 100)::int, 0), coalesce((ms >= 100 and ms < 250)::int, 0), coalesce((ms >= 250 and ms < 500)::int, 0),
    coalesce((ms >= 500 and ms < 1000)::int, 0), coalesce((ms >= 1000 and ms < 2000)::int, 0),
    coalesce((ms >= 2000 and ms < 4000)::int, 0), coalesce((ms >= 4000 and ms < 8000)::int, 0),
    coalesce((ms >= 8000 and ms < 16000)::int, 0), coalesce((ms >= 16000 and ms < 30000)::int, 0),
    coalesce((ms >= 30000 and ms < 60000)::int, 0), coalesce((ms >= 60000 and ms < 300000)::int, 0),
    coalesce((ms >= 300000 and ms < 1800000)::int, 0), coalesce((ms >= 1800000 and ms < 14400000)::int, 0),
    coalesce((ms >= 14400000)::int, 0)
  from monitor_notes;
grant select on monitor_figures to atelier_app;

-- The apps whose monitoring was started.
create table monitored_apps (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  app_id text not null,
  started_at timestamptz not null default now(),
  started_by text,
  -- The questions of the hour of the start that were asked before it.
  asked_before integer not null default 0,
  primary key (tenant_id, app_id),
  foreign key (tenant_id, app_id) references apps (tenant_id, id) on delete cascade
);
select atelier.protect('monitored_apps');

-- The triggers and the chore work for all companies, so they belong to the owner of the tables, who has a policy of their own.
do $$
declare noted_table text;
begin
  foreach noted_table in array array['monitor_notes', 'monitor_hours'] loop
    execute format('create policy engine_rows on %I to %I using (true) with check (true)', noted_table, current_user);
    execute format('alter policy tenant_rows on %I to atelier_app', noted_table);
  end loop;
end $$;
-- The triggers read the conversation of an answer.
do $$
declare read_table text;
begin
  foreach read_table in array array['conversations', 'messages'] loop
    execute format('create policy monitor_reads on %I for select to %I using (true)', read_table, current_user);
  end loop;
end $$;

create function atelier.note_answer() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  app text;
  done boolean := new.status = 'COMPLETED';
begin
  select c.app_id into app from public.conversations c where c.tenant_id = new.tenant_id and c.id = new.conversation_id;
  if app is null then return null; end if;
  insert into public.monitor_notes (tenant_id, kind, subject_id, hour, asked, answered, unanswered, blocked, failed, stopped, cited, sources,
    credits, input_tokens, output_tokens, ms)
  values (new.tenant_id, 'APP', app, date_trunc('hour', new.created_at, 'UTC'), 1,
    (done and new.answer_kind = 'ANSWER')::int, (done and new.answer_kind in ('CLOSEST_CHUNKS', 'NONE'))::int,
    (done and new.answer_kind = 'BLOCKED')::int, (new.status = 'FAILED')::int, (new.status = 'STOPPED')::int,
    (done and new.answer_kind = 'ANSWER' and new.citations <> '[]')::int,
    case when done and new.answer_kind = 'ANSWER' then jsonb_array_length(new.citations) else 0 end,
    new.credits, new.input_tokens, new.output_tokens,
    case when done and new.finished_at is not null then greatest(0, extract(epoch from new.finished_at - new.created_at) * 1000)::bigint end);
  return null;
end $$;
create trigger messages_are_noted after update of status on messages for each row
  when (old.status = 'STREAMING' and new.status <> 'STREAMING') execute function atelier.note_answer();
create trigger whole_messages_are_noted after insert on messages for each row
  when (new.status <> 'STREAMING') execute function atelier.note_answer();

-- The rest of an answer, which a run adds later, has a cost of its own.
create function atelier.note_later_cost() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.monitor_notes (tenant_id, kind, subject_id, hour, credits)
  select new.tenant_id, 'APP', c.app_id, date_trunc('hour', new.created_at, 'UTC'), new.credits - old.credits
  from public.conversations c where c.tenant_id = new.tenant_id and c.id = new.conversation_id;
  return null;
end $$;
create trigger messages_cost_is_noted after update of credits on messages for each row
  when (old.status <> 'STREAMING' and new.credits <> old.credits) execute function atelier.note_later_cost();

create function atelier.note_opinion() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  t text := case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end;
  query text := case when tg_op = 'DELETE' then old.query_id else new.query_id end;
  before text := case when tg_op = 'INSERT' then '' else old.verdict end;
  after text := case when tg_op = 'DELETE' then '' else new.verdict end;
begin
  -- With the message, its opinion disappears too; what was counted stays counted.
  insert into public.monitor_notes (tenant_id, kind, subject_id, hour, likes, dislikes)
  select t, 'APP', c.app_id, date_trunc('hour', m.created_at, 'UTC'),
    (after = 'LIKE')::int - (before = 'LIKE')::int, (after = 'DISLIKE')::int - (before = 'DISLIKE')::int
  from public.messages m join public.conversations c on c.tenant_id = t and c.id = m.conversation_id
  where m.tenant_id = t and m.id = query and before <> after;
  return null;
end $$;
create trigger message_feedback_is_noted after insert or delete or update of verdict on message_feedback for each row
  execute function atelier.note_opinion();

create function atelier.note_run() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.monitor_notes (tenant_id, kind, subject_id, hour, asked, answered, failed, stopped, credits, ms)
  values (new.tenant_id,
    case when new.kind = 'flows.run' then 'FLOW' when new.kind = 'workers.record' then 'WORKER'
      when starts_with(new.subject_id, 'crw_') then 'CREW' else 'AGENT' end,
    new.subject_id, date_trunc('hour', coalesce(new.finished_at, now()), 'UTC'), 1,
    (new.status = 'COMPLETED')::int, (new.status = 'FAILED')::int, (new.status = 'CANCELLED')::int, new.cost / 1000000.0,
    case when new.status = 'COMPLETED' then
      greatest(0, extract(epoch from coalesce(new.finished_at, now()) - coalesce(new.started_at, new.created_at)) * 1000)::bigint end);
  return null;
end $$;
create trigger runs_are_noted after update of status on runs for each row
  when (new.kind in ('agents.run', 'flows.run', 'workers.record') and new.subject_id is not null
    and new.status in ('COMPLETED', 'FAILED', 'CANCELLED') and old.status not in ('COMPLETED', 'FAILED', 'CANCELLED'))
  execute function atelier.note_run();

create function atelier.forget_figures() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.monitor_hours where tenant_id = old.tenant_id and subject_id = old.id
    and kind in ('APP', 'AGENT', 'CREW', 'FLOW', 'WORKER');
  delete from public.monitor_notes where tenant_id = old.tenant_id and subject_id = old.id;
  return null;
end $$;
create trigger apps_figures_go after delete on apps for each row execute function atelier.forget_figures();
create trigger agents_figures_go after delete on agents for each row execute function atelier.forget_figures();
create trigger flows_figures_go after delete on flows for each row execute function atelier.forget_figures();
create trigger workers_figures_go after delete on workers for each row execute function atelier.forget_figures();

-- Adds notes of all companies to the figures of their hours, and returns their number. Notes disappear in the statement that
-- adds them, so each is added once.
create function atelier.add_up_notes(most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  added integer;
begin
  with taken as (
    select n.tenant_id, n.id from public.monitor_notes n limit most for update skip locked
  ), gone as (
    delete from public.monitor_notes n using taken o where n.tenant_id = o.tenant_id and n.id = o.id returning n.*
  ), summed as (
    select g.tenant_id, g.kind, g.subject_id, g.hour, sum(g.asked)::int as asked, sum(g.answered)::int as answered,
      sum(g.unanswered)::int as unanswered, sum(g.blocked)::int as blocked, sum(g.failed)::int as failed, sum(g.stopped)::int as stopped,
      sum(g.likes)::int as likes, sum(g.dislikes)::int as dislikes, sum(g.cited)::int as cited, sum(g.sources)::int as sources,
      sum(g.credits) as credits, sum(g.input_tokens)::bigint as input_tokens, sum(g.output_tokens)::bigint as output_tokens,
      count(*) filter (where g.ms < 100) as ms_100, count(*) filter (where g.ms >= 100 and g.ms < 250) as ms_250,
      count(*) filter (where g.ms >= 250 and g.ms < 500) as ms_500, count(*) filter (where g.ms >= 500 and g.ms < 1000) as ms_1000,
      count(*) filter (where g.ms >= 1000 and g.ms < 2000) as ms_2000, count(*) filter (where g.ms >= 2000 and g.ms < 4000) as ms_4000,
      count(*) filter (where g.ms >= 4000 and g.ms < 8000) as ms_8000, count(*) filter (where g.ms >= 8000 and g.ms < 16000) as ms_16000,
      count(*) filter (where g.ms >= 16000 and g.ms < 30000) as ms_30000,
      count(*) filter (where g.ms >= 30000 and g.ms < 60000) as ms_60000,
      count(*) filter (where g.ms >= 60000 and g.ms < 300000) as ms_300000,
      count(*) filter (where g.ms >= 300000 and g.ms < 1800000) as ms_1800000,
      count(*) filter (where g.ms >= 1800000 and g.ms < 14400000) as ms_14400000,
      count(*) filter (where g.ms >= 14400000) as ms_more
    from gone g group by 1, 2, 3, 4
  ), stored as (
    insert into public.monitor_hours as h select * from summed s order by 1, 2, 3, 4
    on conflict (tenant_id, kind, subject_id, hour) do update set asked = h.asked + excluded.asked,
      answered = h.answered + excluded.answered, unanswered = h.unanswered + excluded.unanswered, blocked = h.blocked + excluded.blocked,
      failed = h.failed + excluded.failed, stopped = h.stopped + excluded.stopped, likes = h.likes + excluded.likes,
      dislikes = h.dislikes + excluded.dislikes, cited = h.cited + excluded.cited, sources = h.sources + excluded.sources,
      credits = h.credits + excluded.credits, input_tokens = h.input_tokens + excluded.input_tokens,
      output_tokens = h.output_tokens + excluded.output_tokens, ms_100 = h.ms_100 + excluded.ms_100, ms_250 = h.ms_250 + excluded.ms_250,
      ms_500 = h.ms_500 + excluded.ms_500, ms_1000 = h.ms_1000 + excluded.ms_1000, ms_2000 = h.ms_2000 + excluded.ms_2000,
      ms_4000 = h.ms_4000 + excluded.ms_4000, ms_8000 = h.ms_8000 + excluded.ms_8000, ms_16000 = h.ms_16000 + excluded.ms_16000,
      ms_30000 = h.ms_30000 + excluded.ms_30000, ms_60000 = h.ms_60000 + excluded.ms_60000,
      ms_300000 = h.ms_300000 + excluded.ms_300000, ms_1800000 = h.ms_1800000 + excluded.ms_1800000,
      ms_14400000 = h.ms_14400000 + excluded.ms_14400000, ms_more = h.ms_more + excluded.ms_more
  )
  select count(*) into added from gone;
  return added;
end $$;
revoke execute on function atelier.note_answer, atelier.note_later_cost, atelier.note_opinion, atelier.note_run, atelier.forget_figures,
  atelier.add_up_notes from public;
grant execute on function atelier.add_up_notes to atelier_app;
