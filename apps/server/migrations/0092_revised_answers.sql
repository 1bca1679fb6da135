-- The data that decides how a question is answered is remembered by processes (docs/adr/0025-revisions.md).
select atelier.revise_with('apps', 'tenant_id', 'insert or delete or update');
select atelier.revise_with('app_knowledge_bases', 'tenant_id', 'insert or delete or update');
select atelier.revise_with('public_objects', 'tenant_id', 'insert or delete or update');
select atelier.revise_with('model_providers', 'tenant_id', 'insert or delete or update');
select atelier.revise_with('model_addresses', 'tenant_id', 'insert or delete or update');
select atelier.revise_with('model_defaults', 'tenant_id', 'insert or delete or update');
