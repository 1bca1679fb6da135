-- A position in a recording is the second at which it begins. Earlier it was stored as a page, counted from 1, and distinguished
-- from a page by the extension of the document's name.

alter table document_sections add column second integer;
alter table chunks add column second integer, add column second_end integer;
alter table schema_cells add column second integer;

create function pg_temp.is_recording(name text) returns boolean language sql immutable as $$
  select name ~* '\.(mp3|mpga|wav|m4a|aac|ogg|oga|opus|flac|webm|avi|flv|mkv|mov|mp4|mpeg|mpg|wmv|ogv)\s*$'
$$;

-- The forced policy also applies to the owner of the table, and no tenant is set here.
alter table knowledge_imports no force row level security;
alter table document_sections no force row level security;
alter table chunks no force row level security;
alter table schema_cells no force row level security;
alter table messages no force row level security;

update document_sections s set page = null, second = s.page - 1
  from knowledge_imports i
  where i.tenant_id = s.tenant_id and i.id = s.import_id and s.page is not null and pg_temp.is_recording(i.name);
update chunks c set page = null, page_end = null, second = c.page - 1, second_end = c.page_end - 1
  from knowledge_imports i
  where i.tenant_id = c.tenant_id and i.id = c.import_id and c.page is not null and pg_temp.is_recording(i.name);
update schema_cells s set page = null, second = s.page - 1
  from knowledge_imports i
  where i.tenant_id = s.tenant_id and i.id = s.import_id and s.page is not null and pg_temp.is_recording(i.name);
update messages m set citations = (
    select jsonb_agg(
      case when c ? 'page' and pg_temp.is_recording(c ->> 'documentName')
        then (c - 'page') || jsonb_build_object('second', (c ->> 'page')::int - 1)
        else c
      end order by place)
    from jsonb_array_elements(m.citations) with ordinality as cited (c, place))
  where exists (
    select 1 from jsonb_array_elements(m.citations) c
    where c ? 'page' and pg_temp.is_recording(c ->> 'documentName'));

alter table knowledge_imports force row level security;
alter table document_sections force row level security;
alter table chunks force row level security;
alter table schema_cells force row level security;
alter table messages force row level security;

drop function pg_temp.is_recording(text);
