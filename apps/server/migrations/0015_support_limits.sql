-- The times at which a user asked support in the last day, in any tenant, so that nobody floods support. Not tenant-bound,
-- because the user is counted and not the tenant; deleted with the user.
create table support_asks (
  user_id text not null references users (id) on delete cascade,
  asked_at timestamptz not null default clock_timestamp()
);
create index support_asks_by_user on support_asks (user_id, asked_at);
grant select, insert, delete on support_asks to atelier_app;
