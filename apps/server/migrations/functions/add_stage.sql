-- Adds the present stage of a run to its list of stages. Texts that differ only in their numbers are one stage, with the latest
-- numbers; at most forty stages are kept.
create or replace function atelier.add_stage(stages jsonb, word text) returns jsonb
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select case
    when regexp_replace(stages -> -1 ->> 'name', '[0-9.,]+', '', 'g') = regexp_replace(word, '[0-9.,]+', '', 'g')
      then jsonb_set(stages, '{-1,name}', to_jsonb(word))
    when jsonb_array_length(stages) >= 40 then stages
    else stages || jsonb_build_object('name', word, 'at', clock_timestamp())
  end
$$;
revoke execute on function atelier.add_stage from public;
grant execute on function atelier.add_stage to atelier_app;
