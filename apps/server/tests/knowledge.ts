import { readdir } from 'node:fs/promises';
import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import type { Client } from './client.ts';
import { eventually } from './eventually.ts';
import type { TestServer } from './harness.ts';

/** Makes a form as a browser sends it. */
export const uploadForm = (
  knowledgeBaseId: string | undefined,
  files: Record<string, string | Uint8Array<ArrayBuffer>>,
): FormData => {
  const form = new FormData();
  if (knowledgeBaseId !== undefined) form.append('knowledgeBaseId', knowledgeBaseId);
  for (const [name, content] of Object.entries(files)) form.append('file', new Blob([content]), name);
  return form;
};

export const sendForm = async (
  client: Client,
  form: FormData,
  { path }: { path: string } = documentImports.endpoints.importFile,
) => {
  const response = await client.fetch(path, { method: 'POST', body: form });
  const body = (await response.json()) as {
    success: boolean;
    code?: string;
    message?: string;
    details?: unknown;
    responseData: { imports: KnowledgeImport[] } | null;
  };
  return { status: response.status, body };
};

/** Uploads files and returns their imports. Throws with the envelope when they were refused. */
export const importTexts = async (
  client: Client,
  knowledgeBaseId: string,
  files: Record<string, string | Uint8Array<ArrayBuffer>>,
): Promise<KnowledgeImport[]> => {
  const { body } = await sendForm(client, uploadForm(knowledgeBaseId, files));
  if (!body.responseData) throw new Error(JSON.stringify(body));
  return body.responseData.imports;
};

export const readImports = async (client: Client, ids: readonly string[]): Promise<KnowledgeImport[]> =>
  (await client.call(documentImports.endpoints.getImports, { query: { kbImportIds: ids.join(',') } }))
    .imports;

/** Waits until no import is waiting or in progress. */
export const settled = (
  client: Client,
  ids: readonly string[],
  withinMs?: number,
): Promise<KnowledgeImport[]> =>
  eventually(async () => {
    const imports = await readImports(client, ids);
    return imports.every(({ status }) => status !== 'IN-QUEUE' && status !== 'IN-PROGRESS') && imports;
  }, withinMs);

/** Lists the objects in storage, including uploads in progress. */
export const listObjects = async (server: TestServer): Promise<string[]> => {
  const found = await readdir(server.dataFolder, { recursive: true });
  return found.filter((path) => /(^|\/)obj_[0-9a-z]+$/.test(path));
};

const contentTables = [
  'files',
  'stored_objects',
  'knowledge_bases',
  'index_versions',
  'knowledge_imports',
  'document_sections',
  'chunks',
  'index_segments',
  'runs',
] as const;

/** Counts the rows of a tenant in each table that has any. */
export const countRows = async (server: TestServer, tenantId: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of contentTables) {
    const [row] = await server.sql<{ n: number }>(
      `select count(*)::int as n from ${table} where tenant_id = $1`,
      [tenantId],
    );
    if (row && row.n > 0) counts[table] = row.n;
  }
  return counts;
};

export const newKnowledgeBase = async (client: Client, settings: object = {}): Promise<string> => {
  const body = { name: `Base ${crypto.randomUUID()}`, ...settings };
  return (await client.call(knowledge.endpoints.create, { body })).knowledgeBaseId;
};

/** Makes a text of this many paragraphs, each about something different. */
export const longText = (paragraphs: number): string =>
  Array.from(
    { length: paragraphs },
    (_, at) =>
      `Paragraph ${at} tells of subject${at}. ${'It goes on for a while with common words. '.repeat(12)}`,
  ).join('\n\n');

interface Stored extends Record<string, unknown> {
  chunks: number;
  ordinals: number;
  sections: number;
  lexical: number;
  vectors: number;
  waiting: number;
}

/** Returns the stored rows, the distinct ordinals, and the chunks in live segments of an import. */
export const storedOf = async (server: TestServer, importId: string): Promise<Stored> => {
  const [row] = await server.sql<Stored>(
    `select
      (select count(*)::int from chunks where import_id = $1) as chunks,
      (select count(distinct ordinal)::int from chunks where import_id = $1) as ordinals,
      (select count(*)::int from document_sections where import_id = $1) as sections,
      (select coalesce(sum(docs), 0)::int from index_segments where import_id = $1 and live and kind = 'LEXICAL') as lexical,
      (select coalesce(sum(docs), 0)::int from index_segments where import_id = $1 and live and kind = 'VECTOR') as vectors,
      (select count(*)::int from index_segments where import_id = $1 and not live) as waiting`,
    [importId],
  );
  if (!row) throw new Error('no row');
  return row;
};

/** Creates a knowledge base of these texts, and waits until they can be found. Returns its id. */
export const filledBase = async (
  client: Client,
  files: Record<string, string | Uint8Array<ArrayBuffer>>,
): Promise<string> => {
  const knowledgeBaseId = await newKnowledgeBase(client);
  const imports = await importTexts(client, knowledgeBaseId, files);
  await settled(
    client,
    imports.map((each) => each.knowledgeBaseImportId),
  );
  return knowledgeBaseId;
};

/** Puts off background merging of indexes for a day, so that only a test itself merges. */
export const holdMerges = async (server: Pick<TestServer, 'sql'>): Promise<void> => {
  await server.sql(`create function public.much_later() returns trigger language plpgsql as $$
    begin if new.key like 'knowledge.merge-segments%' then new.run_at := now() + interval '1 day'; end if; return new; end $$`);
  await server.sql(`create trigger much_later before insert or update on graphile_worker._private_jobs
    for each row execute function public.much_later()`);
};
