-- The properties of the models of a provider, by `<type>/<name of the model>`.
alter table model_providers add column properties jsonb not null default '{}';
