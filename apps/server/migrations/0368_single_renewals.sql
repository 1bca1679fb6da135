-- One process at a time renews the tokens of an authorization, because services take a refresh token once. Until then nobody else does.
alter table authorizations add column renewing_until timestamptz;
