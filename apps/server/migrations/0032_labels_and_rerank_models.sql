-- What is said of every document that a source brings: type, language, categories.
alter table sources add column labels jsonb not null
  default '{"documentType": null, "language": null, "categories": []}'::jsonb;
