-- The model that summarises documents and writes further questions; null means the tenant's default.
alter table knowledge_bases add column language_model_id text;
