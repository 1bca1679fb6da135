-- The columns of the session user besides name and email: consent (AUTH-09) and the guided tours that were finished (TOUR-15).
alter table users
  add column terms_accepted_at timestamptz,
  add column guides_seen text[] not null default '{}' check (guides_seen <@ array['KB', 'APP', 'AGENT']);
