import type { Client, Reply } from './client.ts';
import { eventually } from './eventually.ts';

export interface Import {
  knowledgeBaseImportId: string;
  name: string;
  status: string;
  chunkCount: number;
  finishedAt: string | null;
  error?: { code: string; message: string };
}

export interface Found {
  chunkId: string;
  text: string;
  score: number;
  document: { knowledgeBaseImportId: string; name: string; page?: number; heading?: string };
}

export interface SampleFile {
  name: string;
  content: Uint8Array<ArrayBuffer> | string;
  /** A question that only this file answers. `word` is part of the answer. */
  question: string;
  word: string;
}

export const makeBase = async (client: Client, name: string, settings: object = {}): Promise<string> =>
  (await client.post<{ knowledgeBaseId: string }>('/api/content/knowledge-base', { name, ...settings }))
    .knowledgeBaseId;

export const formOf = (base: string, files: readonly Pick<SampleFile, 'name' | 'content'>[]): FormData => {
  const form = new FormData();
  form.append('knowledgeBaseId', base);
  for (const { name, content } of files) form.append('file', new Blob([content]), name);
  return form;
};

export const tryUpload = (
  client: Client,
  base: string,
  files: readonly Pick<SampleFile, 'name' | 'content'>[],
): Promise<Reply<{ imports: Import[] } | null>> =>
  client.send('POST', '/api/import/import-file', formOf(base, files));

export const upload = async (
  client: Client,
  base: string,
  files: readonly Pick<SampleFile, 'name' | 'content'>[],
): Promise<Import[]> =>
  (await client.post<{ imports: Import[] }>('/api/import/import-file', formOf(base, files))).imports;

/** Lists every document of a knowledge base by name. */
export const listImports = async (client: Client, base: string): Promise<Import[]> => {
  const imports: Import[] = [];
  for (let cursor = ''; ; ) {
    const page = await client.get<{ items: Import[]; nextCursor: string | null }>(
      `/api/import/knowledge-base/${base}/imports?sort=name&order=asc&limit=100${cursor}`,
    );
    imports.push(...page.items);
    if (!page.nextCursor) return imports;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
};

export const isSettled = ({ status }: Import): boolean => !status.startsWith('IN-');

export const countSettled = async (client: Client, base: string): Promise<number> =>
  (await listImports(client, base)).filter(isSettled).length;

/** Waits until no document of the knowledge base is queued or being imported. */
export const settled = (
  client: Client,
  base: string,
  { within = 90_000, every = 200 }: { within?: number; every?: number } = {},
): Promise<Import[]> =>
  eventually(
    async () => {
      const imports = await listImports(client, base);
      return imports.length > 0 && imports.every(isSettled) && imports;
    },
    { within, every, what: 'The import' },
  );

/** Returns the best three chunks. */
export const retrieve = async (
  client: Client,
  base: string,
  query: string,
  mode: 'BM25' | 'VECTOR' | 'AUTO' = 'AUTO',
): Promise<Found[]> =>
  (
    await client.post<{ results: Found[] }>('/api/query-engine/retrieval-test', {
      knowledgeBaseId: base,
      query,
      topK: 3,
      mode,
    })
  ).results;
