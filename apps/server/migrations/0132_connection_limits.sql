-- How many steps of flows may use a connection at the same time, and within a time. Null stands for no limits.
alter table connections add column limits jsonb;
