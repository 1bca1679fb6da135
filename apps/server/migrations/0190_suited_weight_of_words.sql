-- The weight of the words in a hybrid search was always stored, so 0.5 is the value that nobody had to choose. Null means the weight that
-- suits the embedding model; for other models than the server's own it is 0.5 as before.
-- The forced policies also apply to the owner of the tables, and no tenant is set here.
alter table knowledge_bases no force row level security;
update knowledge_bases set retrieval = jsonb_set(retrieval, '{options,lexicalWeight}', 'null')
  where retrieval #> '{options,lexicalWeight}' = '0.5';
alter table knowledge_bases force row level security;

alter table apps no force row level security;
update apps set settings = jsonb_set(settings, '{retrieval,options,lexicalWeight}', 'null')
  where settings #> '{retrieval,options,lexicalWeight}' = '0.5';
alter table apps force row level security;
