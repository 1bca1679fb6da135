-- What readers think of answers. It belongs to the message, and disappears with it.
create table message_feedback (
  tenant_id text not null default atelier.tenant(),
  query_id text not null,
  verdict text not null check (verdict in ('LIKE', 'DISLIKE')),
  reason text,
  feedback text not null default '',
  status text not null default 'Open' check (status in ('Open', 'Require Attention', 'Closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, query_id),
  foreign key (tenant_id, query_id) references messages (tenant_id, id) on delete cascade
);
select atelier.protect('message_feedback');
