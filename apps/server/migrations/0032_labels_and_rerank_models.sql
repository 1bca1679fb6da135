-- The labels of every document of a source: type, language, categories.
alter table sources add column labels jsonb not null
  default '{"documentType": null, "language": null, "categories": []}'::jsonb;

-- The names of a provider's rerank models, in a list like those of the other kinds of models.
alter table model_providers add column rerank_models text[] not null default '{}';
alter table model_defaults drop constraint model_defaults_type_check;
alter table model_defaults
  add constraint model_defaults_type_check
    check (type in ('CHAT', 'EMBEDDING', 'TRANSCRIPTION', 'VISION', 'RERANK'));
