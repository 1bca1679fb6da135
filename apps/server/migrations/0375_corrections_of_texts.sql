alter table knowledge_imports add column corrections jsonb not null default '[]';
alter table document_versions add column corrections jsonb not null default '[]';
alter table knowledge_imports drop constraint knowledge_imports_version_reason_check,
  add constraint knowledge_imports_version_reason_check check (version_reason in ('IMPORT', 'EDIT', 'RESYNC', 'REVERT', 'ENCODING', 'CORRECTION')) not valid;
alter table knowledge_imports validate constraint knowledge_imports_version_reason_check;
alter table document_versions drop constraint document_versions_reason_check,
  add constraint document_versions_reason_check check (reason in ('IMPORT', 'EDIT', 'RESYNC', 'REVERT', 'ENCODING', 'CORRECTION')) not valid;
alter table document_versions validate constraint document_versions_reason_check;

create or replace view found_chunks with (security_invoker='true') as select c.tenant_id, c.id, c.import_id, c.index_version_id, c.ordinal, c.text,
  c.tokens, c.page, c.page_end, c.second, c.second_end, c.heading, c.start_offset, c.end_offset, c.content_hash, c.edited, c.document_version,
  i.knowledge_base_id, i.name as document_name, (exists ( with made as ( select i.version as number, i.file_id, i.version_reason as reason, i.corrections union
  all select v.number, v.file_id, v.reason, v.corrections from document_versions v where (v.import_id = i.id) ) select 1 from (made shown join made written on
  ((written.file_id = shown.file_id))) where ((shown.number = i.shown_version) and ((written.reason = 'EDIT'::text) or (shown.corrections <> '[]'::jsonb))))) as document_edited, case
  when ((c.page_end is null) and (c.second_end is null)) then '[]'::json else coalesce(( select json_agg(json_build_object('page', p.page,
  'second', p.second, 'start', p.start) order by p.page, p.second) as json_agg from ( select s.page, s.second, min(s.start_offset) as start from
  document_sections s where ((s.import_id = c.import_id) and (s.document_version = c.document_version) and (s.start_offset > c.start_offset) and
  (s.start_offset < c.end_offset) and ((s.page > c.page) or (s.second > c.second))) group by s.page, s.second) p), '[]'::json) end as
  position_starts from (chunks c join knowledge_imports i on ((i.id = c.import_id)));
