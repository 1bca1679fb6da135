import type { Client } from './client.ts';
import { type Import, retrieve, type SampleFile } from './knowledge.ts';
import type { Product } from './product.ts';

/**
 * Describes in sentences what went wrong in a knowledge base after a fault; empty when everything is as after an undisturbed
 * import.
 */
export const findDamage = async (product: Product, base: string): Promise<string[]> => {
  const rows = await product.sql<{ name: string; damage: string }>(
    `with pieces as (
       select i.tenant_id, i.id, i.name, i.chunk_count, v.id as version, v.embedding_model_id is not null as embedded,
         (select status from runs r where r.tenant_id = i.tenant_id and r.id = i.run_id) as status,
         (select count(*) from runs r where r.tenant_id = i.tenant_id and r.subject_id = i.id) as runs
       from knowledge_imports i
       join knowledge_bases b on b.tenant_id = i.tenant_id and b.id = i.knowledge_base_id
       join index_versions v on v.tenant_id = b.tenant_id and v.id = b.active_index_version
       where b.id = $1
     ), counted as (
       select p.*,
         (select count(*) from chunks c where c.tenant_id = p.tenant_id and c.import_id = p.id) as chunks,
         (select count(distinct c.start_offset || ':' || c.content_hash) from chunks c where c.tenant_id = p.tenant_id and c.import_id = p.id) as places,
         (select coalesce(max(ordinal) + 1, 0) from chunks c where c.tenant_id = p.tenant_id and c.import_id = p.id) as last,
         (select coalesce(sum(docs), 0) from index_segments s where s.tenant_id = p.tenant_id and s.import_id = p.id and s.live and s.kind = 'LEXICAL') as lexical,
         (select coalesce(sum(docs), 0) from index_segments s where s.tenant_id = p.tenant_id and s.import_id = p.id and s.live and s.kind = 'VECTOR') as vectors,
         (select count(*) from index_segments s where s.tenant_id = p.tenant_id and s.import_id = p.id and not s.live) as waiting,
         (select count(*) from index_segments s where s.tenant_id = p.tenant_id and s.import_id = p.id and s.index_version_id <> p.version) as stray
       from pieces p
     )
     select name, concat_ws(', ',
       case when status <> 'COMPLETED' then 'is ' || status end,
       case when runs <> 1 then runs || ' runs' end,
       case when chunks <> chunk_count or last <> chunk_count then chunks || ' chunks up to ' || last || ' for a count of ' || chunk_count end,
       case when places <> chunks then 'chunks of the same place' end,
       case when lexical <> chunk_count then lexical || ' words-indexed chunks for ' || chunk_count end,
       case when vectors <> case when embedded then chunk_count else 0 end then vectors || ' vectors for ' || chunk_count end,
       case when waiting > 0 then waiting || ' segments left waiting' end,
       case when stray > 0 then stray || ' segments of another version' end) as damage
     from counted order by name`,
    [base],
  );
  const damage = rows.filter((row) => row.damage !== '').map((row) => `${row.name}: ${row.damage}`);
  const [version] = await product.sql<{ told: number; live: string }>(
    `select v.segments as told, (select count(*) from index_segments s where s.tenant_id = v.tenant_id and s.index_version_id = v.id and s.live) as live
     from index_versions v join knowledge_bases b on b.tenant_id = v.tenant_id and b.active_index_version = v.id where b.id = $1`,
    [base],
  );
  if (version && version.told !== Number(version.live))
    damage.push(`the index counts ${version.told} segments and has ${version.live}`);
  const [queue] = await product.sql<{ left: string }>(
    'select count(*) as left from runs where finished_at is null',
  );
  if (queue?.left !== '0') damage.push(`${queue?.left} runs left in the queue`);
  return damage;
};

/** Returns the names of files whose unique sentence the search does not find by its words. */
export const findUnfindable = async (
  client: Client,
  base: string,
  files: readonly SampleFile[],
): Promise<string[]> => {
  const lost: string[] = [];
  for (const { name, question, word } of files) {
    const found = await retrieve(client, base, question, 'BM25');
    if (!found.some(({ text, document }) => document.name === name && text.includes(word))) lost.push(name);
  }
  return lost;
};

/**
 * Returns for each file's question the scores of the nearest chunks. They are equal for two knowledge bases with the same vectors,
 * regardless of the order of equally near chunks.
 */
export const nearness = async (
  client: Client,
  base: string,
  files: readonly SampleFile[],
): Promise<number[][]> => {
  const scores: number[][] = [];
  for (const { question } of files)
    scores.push((await retrieve(client, base, question, 'VECTOR')).map(({ score }) => score));
  return scores;
};

export const chunkCounts = (imports: readonly Import[]): Record<string, string> =>
  Object.fromEntries(imports.map(({ name, status, chunkCount }) => [name, `${status} ${chunkCount}`]));
