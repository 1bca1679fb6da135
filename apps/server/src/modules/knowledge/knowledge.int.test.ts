import { knowledge } from '@atelier/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, startTestServer, type TestServer } from '../../../tests/harness.ts';
import { importTexts } from '../../../tests/knowledge.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('a knowledge base', () => {
  it('answers a question from an uploaded document (KB-26, IMPORT-57, IMPORT-51, RETRIEVE-08)', async () => {
    const { client } = await server.signUp();
    const { knowledgeBaseId } = await client.call(knowledge.endpoints.create, { body: { name: 'Handbook' } });
    const [row] = await importTexts(client, knowledgeBaseId, {
      'leave.md': '# Leave\n\nEvery employee has 28 days of paid leave a year.',
    });
    const ids = row?.knowledgeBaseImportId ?? '';
    const done = await eventually(async () => {
      const { imports } = await client.call(knowledge.endpoints.getImports, { query: { kbImportIds: ids } });
      return imports[0]?.status === 'COMPLETED' ? imports[0] : false;
    });
    expect(done).toMatchObject({ name: 'leave.md', type: 'FILE', progress: 1, chunkCount: 1 });
    const found = await client.call(knowledge.endpoints.retrievalTest, {
      body: { knowledgeBaseId, query: 'How many days a year are paid?' },
    });
    expect(found.mode).toBe('BM25');
    expect(found.results[0]).toMatchObject({
      document: { knowledgeBaseImportId: ids, name: 'leave.md', heading: 'Leave' },
      quote: 'Every employee has 28 days of paid leave a year.',
    });
  });
});
