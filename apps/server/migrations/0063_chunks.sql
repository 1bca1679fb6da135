-- The word chunk replaces passage in the database, as in the documents of the product.
alter table document_versions rename column passages to chunks;

alter table graph_answers drop constraint graph_answers_kind_check;
alter table messages drop constraint messages_answer_kind_check;
-- The forced policy also applies to the owner of the table, and no tenant is set here.
alter table graph_answers no force row level security;
alter table messages no force row level security;
update graph_answers set kind = 'CHUNK' where kind = 'PASSAGE';
update messages set answer_kind = 'CLOSEST_CHUNKS' where answer_kind = 'CLOSEST_PASSAGES';
alter table graph_answers force row level security;
alter table messages force row level security;
alter table graph_answers add constraint graph_answers_kind_check check (kind in ('CHUNK', 'SUMMARY', 'VECTOR'));
alter table messages
  add constraint messages_answer_kind_check check (answer_kind in ('ANSWER', 'CLOSEST_CHUNKS', 'NONE'));
