/** A statement that the database plans once for each connection. */
export interface Prepared {
  name: string;
  text: string;
  values: unknown[];
}

/** Reads all rows for the reply to GET /api/content/knowledge-base/:id in one statement. */
export const readKnowledgeBase = (tenantId: string, id: string): Prepared => ({
  name: 'bench-knowledge-base',
  text: `select b.*, v.chunking, v.embedding_model_id,
      (select json_agg(c) from (
        select r.status, count(*)::int as imports, coalesce(sum(i.chunk_count), 0)::int as chunks
        from knowledge_imports i join runs r on r.tenant_id = i.tenant_id and r.id = i.run_id
        where i.tenant_id = b.tenant_id and i.knowledge_base_id = b.id group by r.status) c) as counts,
      (select json_agg(u) from (
        select a.id, a.name from app_knowledge_bases l join apps a on a.tenant_id = l.tenant_id and a.id = l.app_id
        where l.tenant_id = b.tenant_id and l.knowledge_base_id = b.id) u) as apps
    from knowledge_bases b
    join index_versions v on v.tenant_id = b.tenant_id and v.id = b.active_index_version
    where b.tenant_id = $1 and b.id = $2`,
  values: [tenantId, id],
});

/** Reads the index of a knowledge base as it is stored: its words or its vectors. */
export const readSegments = (
  tenantId: string,
  indexVersionId: string,
  kind: 'LEXICAL' | 'VECTOR',
): Prepared => ({
  name: 'bench-segments',
  text: `select id, data from index_segments
    where tenant_id = $1 and index_version_id = $2 and kind = $3 and live and merged_into is null
    union all select id, data from merged_segments where tenant_id = $1 and index_version_id = $2 and kind = $3`,
  values: [tenantId, indexVersionId, kind],
});

/** Reads the chunks that were found, with the names of their documents. */
export const readFound = (tenantId: string, ids: readonly string[]): Prepared => ({
  name: 'bench-found',
  text: `select c.id, c.text, c.page, c.heading, c.start_offset, c.end_offset, i.id as import_id, i.name
    from chunks c join knowledge_imports i on i.tenant_id = c.tenant_id and i.id = c.import_id
    where c.tenant_id = $1 and c.id = any($2)`,
  values: [tenantId, ids],
});
