-- What a program sent with a question of `/v1/responses` besides its text, so that a later question can continue from its answer.
create table program_turns (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  query_id text not null,
  -- The answer from which the question continues. It may have been deleted since.
  previous_id text,
  -- The messages that the program sent before its question.
  brought jsonb not null default '[]',
  metadata jsonb not null default '{}',
  primary key (tenant_id, query_id),
  foreign key (tenant_id, query_id) references messages (tenant_id, id) on delete cascade
);
select atelier.protect('program_turns');
