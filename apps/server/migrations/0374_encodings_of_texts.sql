alter table knowledge_imports add column encoding jsonb;
alter table document_versions add column encoding jsonb;
alter table knowledge_imports drop constraint knowledge_imports_version_reason_check,
  add constraint knowledge_imports_version_reason_check check (version_reason in ('IMPORT', 'EDIT', 'RESYNC', 'REVERT', 'ENCODING')) not valid;
alter table knowledge_imports validate constraint knowledge_imports_version_reason_check;
alter table document_versions drop constraint document_versions_reason_check,
  add constraint document_versions_reason_check check (reason in ('IMPORT', 'EDIT', 'RESYNC', 'REVERT', 'ENCODING')) not valid;
alter table document_versions validate constraint document_versions_reason_check;
