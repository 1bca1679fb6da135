-- Credits as a double-entry ledger, and the model providers of a tenant. Amounts are micro-credits (1 credit = 1,000,000).

create table ledger_transactions (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  -- The same order is never posted twice.
  idempotency_key text not null,
  kind text not null check (kind in ('GRANT', 'HOLD', 'SETTLE', 'RELEASE')),
  reference text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, idempotency_key)
);
select atelier.protect('ledger_transactions');
revoke update, delete on ledger_transactions from atelier_app;

create table ledger_entries (
  tenant_id text not null default atelier.tenant(),
  transaction_id text not null,
  account text not null check (account in ('GRANTED', 'AVAILABLE', 'HELD', 'SPENT')),
  amount bigint not null,
  primary key (tenant_id, transaction_id, account),
  foreign key (tenant_id, transaction_id) references ledger_transactions (tenant_id, id) on delete cascade
);
select atelier.protect('ledger_entries');
revoke update, delete on ledger_entries from atelier_app;

-- Every transaction sums to zero; checked when the database transaction commits.
create function atelier.check_ledger_zero() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from ledger_entries where tenant_id = new.tenant_id and transaction_id = new.transaction_id) <> 0 then
    raise exception 'ledger transaction % does not sum to zero', new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_zero after insert on ledger_entries deferrable initially deferred
  for each row execute function atelier.check_ledger_zero();

-- The running sum per account. A hold that would overdraw AVAILABLE fails here, even with other debits at the same time.
create table ledger_balances (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  account text not null,
  amount bigint not null,
  primary key (tenant_id, account),
  constraint ledger_no_overdraft check (account not in ('AVAILABLE', 'HELD') or amount >= 0)
);
select atelier.protect('ledger_balances');

create table ledger_holds (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  amount bigint not null check (amount > 0),
  reference text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select atelier.protect('ledger_holds');

create table model_providers (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  kind text not null,
  name text not null,
  settings jsonb not null default '{}',
  -- One encrypted JSON object with every secret setting.
  secrets text not null,
  chat_models text[] not null default '{}',
  embedding_models text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select atelier.protect('model_providers');

create table model_defaults (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  type text not null check (type in ('CHAT', 'EMBEDDING')),
  model_id text not null,
  primary key (tenant_id, type)
);
select atelier.protect('model_defaults');
