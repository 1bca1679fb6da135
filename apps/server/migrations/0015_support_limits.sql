-- When a person asked support in the last day, in whichever company: nobody floods the address of support. Not tenant-bound,
-- because the person is counted, not the company; it goes with the person.
create table support_asks (
  user_id text not null references users (id) on delete cascade,
  asked_at timestamptz not null default clock_timestamp()
);
create index support_asks_by_user on support_asks (user_id, asked_at);
grant select, insert, delete on support_asks to atelier_app;
