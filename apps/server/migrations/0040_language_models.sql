-- Which model summarizes documents and writes further questions; null is the company's default.
alter table knowledge_bases add column language_model_id text;
