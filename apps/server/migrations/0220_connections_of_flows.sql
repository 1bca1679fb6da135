-- The connections that a version uses, so that the list of connections does not read whole flows.
alter table flow_versions add column connection_ids jsonb
  generated always as (jsonb_path_query_array(content, '$.**.connectionId')) stored;
