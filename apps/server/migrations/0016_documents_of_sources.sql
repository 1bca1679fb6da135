-- A document may come from a source that is read again later, has details that users set, and can be disabled.
alter table knowledge_imports
  add column source_id text,
  add column external_id text,
  add column url text,
  add column state text not null default 'ENABLED' check (state in ('ENABLED', 'DISABLED')),
  add column version integer not null default 1,
  add column document_type text,
  add column language text,
  add column categories jsonb not null default '[]',
  add column metadata jsonb not null default '{}',
  add column summary text;
create unique index knowledge_imports_external on knowledge_imports (tenant_id, source_id, external_id)
  where source_id is not null;
