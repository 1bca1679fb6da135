-- Adds notes of all companies to the figures of their hours, and returns their number. Notes disappear in the statement that
-- adds them, so each is added once.
create or replace function atelier.add_up_notes(most integer) returns integer
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
revoke execute on function atelier.add_up_notes from public;
grant execute on function atelier.add_up_notes to atelier_app;
