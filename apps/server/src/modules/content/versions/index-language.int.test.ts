import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { indexVersions } from '@atelier/contracts/content/versions/index-versions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';

describe('the language of an index', () => {
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    server = await startTestServer();
    ({ client } = await server.signUp());
  });
  afterAll(() => server.close());

  const add = async (id: string, files: Record<string, string>) => {
    const [row] = await importTexts(client, id, files);
    const importId = row?.knowledgeBaseImportId ?? '';
    expect((await settled(client, [importId]))[0]?.status).toBe('COMPLETED');
    return importId;
  };
  const find = async (id: string, query: string) => {
    const body = { knowledgeBaseId: id, query, mode: 'BM25' as const };
    const { results } = await client.call(retrieval.endpoints.retrievalTest, { body });
    return results.map(({ text }) => text);
  };
  const houses = 'Die Häuser am Hafen wurden verkauft.';
  const chickens = 'Hühner legen morgens ihre Eier.';

  it('takes words of that language for one another, also in chunks that are edited', {
    tags: ['KB-05', 'RETRIEVE-01'],
  }, async () => {
    const english = await newKnowledgeBase(client);
    const german = await newKnowledgeBase(client, { language: 'german' });
    await add(english, { 'stadt.txt': houses });
    const importId = await add(german, { 'stadt.txt': houses });
    expect(await find(english, 'Haus')).toEqual([]);
    expect(await find(german, 'Haus')).toEqual([houses]);
    const chunks = await client.call(documentImports.endpoints.listChunks, {
      params: { knowledgeBaseImportId: importId },
    });
    const chunkId = chunks.items[0]?.chunkId ?? '';
    await client.call(documents.endpoints.editChunk, { body: { chunkId, text: chickens } });
    expect(await find(german, 'Huhn')).toEqual([chickens]);
    expect(await find(german, 'Haus')).toEqual([]);
  });

  it('is another one in an index that is built beside, which answers after the switch', {
    tags: ['KB-04'],
  }, async () => {
    const id = await newKnowledgeBase(client);
    await add(id, { 'stadt.txt': houses });
    const params = { id };
    const { start, list, activate, estimate } = indexVersions.endpoints;
    expect((await client.send(start, { params, body: { language: 'english' } })).body.code).toBe(
      'index_versions.unchanged',
    );
    expect(await client.call(estimate, { params, body: { language: 'german' } })).toMatchObject({
      documents: 1,
      tokens: 0,
    });
    const { indexVersionId: versionId } = await client.call(start, { params, body: { language: 'german' } });
    const built = await eventually(async () => {
      const { items } = await client.call(list, { params });
      const version = items.find(({ indexVersionId }) => indexVersionId === versionId);
      return version?.run?.status === 'COMPLETED' && version;
    });
    expect(built).toMatchObject({ language: 'german', pending: 0 });
    expect(await find(id, 'Haus')).toEqual([]);
    await client.call(activate, { params: { id, versionId } });
    await add(id, { 'hof.txt': chickens });
    expect(await find(id, 'Haus')).toEqual([houses]);
    expect(await find(id, 'Huhn')).toEqual([chickens]);
    const base = await client.call(knowledge.endpoints.get, { params });
    expect(base.language).toBe('german');
  });

  it('is no matter to the preview of how a text or a document is cut', async () => {
    const preview = (body: object) => client.send(indexVersions.endpoints.preview, { body });
    const chunking = { maxTokens: 100, overlapTokens: 0 };
    const typed = await preview({ text: houses, name: 'stadt.txt', chunking });
    expect(typed.body.responseData).toMatchObject({ isWhole: true, chunks: [{ text: houses }] });
    const id = await newKnowledgeBase(client);
    const importId = await add(id, { 'huhn.txt': chickens });
    const stored = await preview({ knowledgeBaseImportId: importId, chunking });
    expect(stored.body.responseData).toMatchObject({ isWhole: true, chunks: [{ text: chickens }] });
    const paragraphs = Array.from({ length: 60 }, (_, at) => `${at} ${'word '.repeat(200)}`.trim());
    const long = await add(id, { 'long.txt': paragraphs.join('\n\n') });
    const cut = (await preview({ knowledgeBaseImportId: long, chunking })).body.responseData;
    expect(cut?.isWhole).toBe(false);
    expect(cut?.chunks[0]?.text).toMatch(/^0 word/);
    expect(cut?.chunks.at(-1)?.end).toBeLessThanOrEqual(50_000);
    expect(cut?.chunks.at(-1)?.end).toBeGreaterThan(49_000);
    const missing = await preview({ knowledgeBaseImportId: 'imp_none', chunking });
    expect([missing.status, missing.body.code]).toEqual([404, 'knowledge.import_not_found']);
    const broken = await preview({ text: '%PDF-1.4 and no more', name: 'a.pdf', chunking });
    expect(broken.body).toMatchObject({
      code: 'index_versions.not_previewed',
      message: expect.stringMatching(/^It cannot be shown how this text is cut\. ./),
    });
  });
});
