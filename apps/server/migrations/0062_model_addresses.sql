-- Addresses in the operator's own network that the model providers of a company may be reached at, by host and port.
-- The operator has allowed each of them.
create table model_addresses (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  id text not null,
  address text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, address)
);
select atelier.protect('model_addresses');
