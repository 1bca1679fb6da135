import { asc, desc, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import {
  type EditRow,
  graphAliases,
  graphCommunities,
  graphEdits,
  graphEntities,
  graphMentions,
  graphRelations,
} from './tables.ts';

type Row<T extends { $inferInsert: object }> = Omit<T['$inferInsert'], 'tenantId' | 'knowledgeBaseId'>;

/** The contents of a graph, as rows. */
export interface GraphContents {
  entities: Row<typeof graphEntities>[];
  aliases: Row<typeof graphAliases>[];
  relations: Row<typeof graphRelations>[];
  mentions: Row<typeof graphMentions>[];
  communities: Row<typeof graphCommunities>[];
}

/** The contents of a graph as they are written: JSON of rows, divided so that one statement can carry each part. */
export type GraphRows = Record<'entities' | 'aliases' | 'relations' | 'mentions', string[]>;

const insert = {
  entities: (id: string, rows: string) => sql`insert into graph_entities
    (knowledge_base_id, id, name, type, description, mentions, degree, community)
    select ${id}, e.* from json_to_recordset(${rows}::json)
      as e(id text, name text, type text, description text, mentions int, degree int, community int)`,
  aliases: (id: string, rows: string) => sql`insert into graph_aliases
    (knowledge_base_id, entity_id, place, name, atom)
    select ${id}, e.* from json_to_recordset(${rows}::json)
      as e("entityId" text, place int, name text, atom text)`,
  relations: (id: string, rows: string) => sql`insert into graph_relations
    (knowledge_base_id, id, source_id, target_id, description, weight)
    select ${id}, e.* from json_to_recordset(${rows}::json)
      as e(id text, "sourceId" text, "targetId" text, description text, weight real)`,
  mentions: (id: string, rows: string) => sql`insert into graph_mentions
    (knowledge_base_id, subject_id, chunk_id, import_id, start_offset, end_offset)
    select ${id}, e.* from json_to_recordset(${rows}::json)
      as e("subjectId" text, "chunkId" text, "importId" text, start bigint, "end" bigint)`,
  communities: (id: string, rows: string) => sql`insert into graph_communities
    (knowledge_base_id, place, title, summary, members)
    select ${id}, e.* from json_to_recordset(${rows}::json)
      as e(place int, title text, summary text, members jsonb)`,
};

const parts = ['entities', 'aliases', 'relations', 'mentions'] as const;

/** A mention as the database returns it. Mentions are by far the most rows, so they are not converted. */
const readMentions = async (db: TenantDb, knowledgeBaseId: string): Promise<GraphContents['mentions']> => {
  const { rows } = await db.execute<GraphContents['mentions'][number] & Record<string, unknown>>(sql`
    select subject_id as "subjectId", chunk_id as "chunkId", import_id as "importId",
      start_offset::float8 as start, end_offset::float8 as "end"
    from graph_mentions where knowledge_base_id = ${knowledgeBaseId} order by chunk_id`);
  return rows;
};

export const contentsRepository = {
  /** Replaces the contents of a graph. Many rows are passed as one parameter, because placeholders cost more than rows. */
  async replace(
    db: TenantDb,
    knowledgeBaseId: string,
    { rows, communities }: { rows: GraphRows; communities: GraphContents['communities'] },
  ): Promise<void> {
    await db.delete(graphMentions).where(eq(graphMentions.knowledgeBaseId, knowledgeBaseId));
    await db.delete(graphCommunities).where(eq(graphCommunities.knowledgeBaseId, knowledgeBaseId));
    await db.delete(graphEntities).where(eq(graphEntities.knowledgeBaseId, knowledgeBaseId));
    for (const part of parts)
      for (const batch of rows[part]) await db.execute(insert[part](knowledgeBaseId, batch));
    await db.execute(insert.communities(knowledgeBaseId, JSON.stringify(communities)));
  },

  async read(db: TenantDb, knowledgeBaseId: string): Promise<GraphContents> {
    return {
      entities: await db
        .select()
        .from(graphEntities)
        .where(eq(graphEntities.knowledgeBaseId, knowledgeBaseId))
        .orderBy(desc(graphEntities.degree), desc(graphEntities.mentions), asc(graphEntities.id)),
      aliases: await db
        .select()
        .from(graphAliases)
        .where(eq(graphAliases.knowledgeBaseId, knowledgeBaseId))
        .orderBy(asc(graphAliases.place)),
      relations: await db
        .select()
        .from(graphRelations)
        .where(eq(graphRelations.knowledgeBaseId, knowledgeBaseId))
        .orderBy(desc(graphRelations.weight), asc(graphRelations.id)),
      mentions: await readMentions(db, knowledgeBaseId),
      communities: await db
        .select()
        .from(graphCommunities)
        .where(eq(graphCommunities.knowledgeBaseId, knowledgeBaseId))
        .orderBy(asc(graphCommunities.place)),
    };
  },

  /**
   * Returns the input of `indexGraph` as JSON. Names are looked up one by one, because a new graph has no statistics from
   * which to plan a join.
   */
  async readTexts(db: TenantDb, id: string): Promise<string> {
    const { rows } = await db.execute<{ texts: string }>(sql`select json_build_object(
      'entities', (select coalesce(json_agg(json_build_object(
          'id', e.id, 'name', e.name, 'type', e.type, 'description', e.description, 'names', (
            select json_agg(a.name order by a.place) from graph_aliases a
            where a.knowledge_base_id = ${id} and a.entity_id = e.id)
        ) order by e.degree desc, e.mentions desc, e.id), '[]')
        from graph_entities e where e.knowledge_base_id = ${id}),
      'relations', (select coalesce(json_agg(json_build_object(
          'id', r.id, 'sourceId', r.source_id, 'targetId', r.target_id, 'description', r.description)), '[]')
        from graph_relations r where r.knowledge_base_id = ${id}),
      'communities', (select coalesce(json_agg(json_build_object(
          'title', c.title, 'summary', c.summary) order by c.place), '[]')
        from graph_communities c where c.knowledge_base_id = ${id})
    )::text as texts`);
    return rows[0]?.texts ?? '';
  },

  listEdits: (db: TenantDb, knowledgeBaseId: string): Promise<EditRow[]> =>
    db
      .select()
      .from(graphEdits)
      .where(eq(graphEdits.knowledgeBaseId, knowledgeBaseId))
      .orderBy(asc(graphEdits.createdAt), asc(graphEdits.id)),

  async insertEdit(db: TenantDb, row: Omit<EditRow, 'tenantId' | 'createdAt'>): Promise<void> {
    await db.insert(graphEdits).values(row);
  },

  async removeEdit(db: TenantDb, knowledgeBaseId: string, id: string): Promise<EditRow | undefined> {
    const [row] = await db
      .delete(graphEdits)
      .where(sql`${graphEdits.id} = ${id} and ${graphEdits.knowledgeBaseId} = ${knowledgeBaseId}`)
      .returning();
    return row;
  },
};
