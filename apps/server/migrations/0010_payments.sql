-- Payments: the tenant of each customer of the payment provider, events that were handled, invoices, cancellations.

-- Not tenant-bound, because an event names a customer whose tenant has to be found; contains ids only.
create table payment_customers (
  customer_id text primary key,
  tenant_id text not null unique references tenants (id) on delete cascade,
  created_at timestamptz not null default now()
);
grant select, insert on payment_customers to atelier_app;

create table payment_accounts (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  -- Rises with every state that was taken over from the provider; a reader of an older state does not store it.
  revision bigint not null default 0,
  -- The number of the last invoice. Counted in the transaction that writes the invoice, so that no number is skipped.
  last_invoice integer not null default 0,
  primary key (tenant_id)
);
select atelier.protect('payment_accounts');

create table payment_events (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  type text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select atelier.protect('payment_events');
revoke update, delete on payment_events from atelier_app;

create table invoices (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  ordinal integer not null check (ordinal > 0),
  number text not null,
  -- The name of the company at that time.
  company_name text not null,
  currency text not null,
  -- Smallest units of the currency.
  total bigint not null,
  lines jsonb not null,
  status text not null check (status in ('DUE', 'PAID', 'VOID')),
  due_at timestamptz,
  paid_at timestamptz,
  -- The id of the provider's own invoice, if there is one.
  external_id text,
  issued_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint invoices_ordinal unique (tenant_id, ordinal),
  constraint invoices_external_id unique (tenant_id, external_id)
);
select atelier.protect('invoices');
-- The content of an invoice never changes, except that it is marked as paid.
revoke update, delete on invoices from atelier_app;
grant update (status, due_at, paid_at) on invoices to atelier_app;

create table plan_cancellations (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  plan_id text not null,
  reasons text[] not null default '{}',
  comment text,
  at_cycle_end boolean not null,
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
select atelier.protect('plan_cancellations');
revoke update, delete on plan_cancellations from atelier_app;
