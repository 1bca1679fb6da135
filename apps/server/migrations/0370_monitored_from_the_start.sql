-- Every app is monitored until somebody stops that. A row now says when the monitoring was stopped, or started again; an app without one is
-- monitored since it was made.
alter table monitored_apps add column stopped_at timestamptz;
