-- An app with an automatic configuration is searched as its only knowledge base says, so remembered apps depend on that.
select atelier.revise_with('knowledge_bases', 'tenant_id', 'update of retrieval', 'old.retrieval is distinct from new.retrieval');
