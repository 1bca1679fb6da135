import { type SQL, sql } from 'drizzle-orm';
import type { TxCtx } from '../../../kernel/context/context.ts';

/** Builds a query of the documents of a knowledge base that can be found now: id, name and version. */
export const publishedDocuments = (knowledgeBaseId: string): SQL => sql`
  select i.id, i.name, i.shown_version as version
  from knowledge_imports i
  join knowledge_bases b on b.id = i.knowledge_base_id
  where b.id = ${knowledgeBaseId} and i.state = 'ENABLED' and exists (
    select 1 from index_segments s
    where s.index_version_id = b.active_index_version and s.import_id = i.id and s.live)`;

/** A row of `chunksOfDocument`. */
export interface DocumentChunk {
  id: string;
  heading: string | null;
  text: string;
  tokens: number;
  page: number | null;
  second: number | null;
  start_offset: number;
  end_offset: number;
  edited: boolean;
}

/** Builds a query of the published chunks of a document, in the order of the text. */
export const chunksOfDocument = (importId: string): SQL => sql`
  select c.id, c.heading, c.text, c.tokens, c.page, c.second, c.start_offset::float8 as start_offset,
    c.end_offset::float8 as end_offset, c.edited
  from chunks c
  join knowledge_imports i on i.id = c.import_id and i.shown_version = c.document_version
  join knowledge_bases b on b.id = i.knowledge_base_id and b.active_index_version = c.index_version_id
  where i.id = ${importId} order by c.ordinal`;

/** The most chunks that are read for their headings, and the most headings that are returned. */
const headings = { chunks: 200, most: 3 };

/** Returns some headings of chunks that can be found now, each without its parent headings. */
export const someHeadings = async (tx: TxCtx, knowledgeBaseIds: readonly string[]): Promise<string[]> => {
  const { rows } = await tx.db.execute<{ heading: string }>(sql`
    select heading, min(place) from (
      select c.heading, row_number() over () as place
      from chunks c
      join knowledge_imports i on i.id = c.import_id and i.shown_version = c.document_version
      join knowledge_bases b on b.id = i.knowledge_base_id and b.active_index_version = c.index_version_id
      where i.state = 'ENABLED' and c.heading <> '' and b.id in
        (select json_array_elements_text(${JSON.stringify(knowledgeBaseIds)}::json))
      limit ${headings.chunks}
    ) found group by heading order by 2 limit ${headings.most}`);
  return [...new Set(rows.map(({ heading }) => heading.split(' > ').at(-1) ?? heading))];
};
