import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { describe, expect, it } from 'vitest';
import { eventually, startTestServer } from '../../../../../tests/harness.ts';
import {
  importTexts,
  longText,
  newKnowledgeBase,
  readImports,
  settled,
  storedOf,
} from '../../../../../tests/knowledge.ts';

const { endpoints } = retrieval;

// Starting and stopping servers takes long on a busy machine.
describe('an import whose worker stops', { timeout: 180_000 }, () => {
  it('is finished by another worker, with nothing lost and nothing twice', async () => {
    const server = await startTestServer({ env: { ATELIER_ROLES: 'api' } });
    try {
      const { client } = await server.signUp();
      const id = await newKnowledgeBase(client);
      const rows = await importTexts(client, id, {
        'long.txt': longText(4000),
        ...Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`${at}.md`, `Small ${at}.`])),
      });
      const ids = rows.map((row) => row.knowledgeBaseImportId);
      const long = ids[0] ?? '';
      const firstChunk = async () =>
        (await server.sql<{ id: string }>(`select min(id) as id from chunks where import_id = $1`, [long]))[0]
          ?.id;
      for (let stops = 0; stops < 2; stops += 1) {
        const before = await firstChunk();
        const worker = await server.another({ env: { ATELIER_ROLES: 'worker' } });
        // The chunks of this worker's own attempt, which started over.
        await eventually(async () => {
          const { chunks } = await storedOf(server, long);
          return chunks > 100 && (await firstChunk()) !== before;
        });
        await worker.close();
        expect((await readImports(client, [long]))[0]?.status).not.toBe('COMPLETED');
      }
      const last = await server.another({ env: { ATELIER_ROLES: 'worker' } });
      const done = await settled(client, ids, 50_000);
      await last.close();
      expect(new Set(done.map(({ status }) => status))).toEqual(new Set(['COMPLETED']));
      const stored = await storedOf(server, long);
      expect(stored).toMatchObject({
        chunks: done[0]?.chunkCount,
        ordinals: done[0]?.chunkCount,
        lexical: done[0]?.chunkCount,
        waiting: 0,
      });
      const { results } = await client.call(endpoints.retrievalTest, {
        body: { knowledgeBaseId: id, query: 'subject2000', topK: 5 },
      });
      expect(results[0]?.text).toContain('subject2000');
    } finally {
      await server.close();
    }
  });

  it('is taken over from a worker that hangs, whose late writes change nothing', async () => {
    const server = await startTestServer({ env: { ATELIER_ROLES: 'api' } });
    try {
      const { client } = await server.signUp();
      const id = await newKnowledgeBase(client);
      const [row] = await importTexts(client, id, { 'long.txt': longText(4000) });
      const importId = row?.knowledgeBaseImportId ?? '';
      const slow = await server.another({ env: { ATELIER_ROLES: 'worker' } });
      await eventually(async () => (await storedOf(server, importId)).chunks > 100);
      const other = await server.another({ env: { ATELIER_ROLES: 'worker' } });
      // Takes the run away from the first worker, which does not notice.
      await server.sql('update runs set owner = null, ready_at = now() where owner is not null');
      const [done] = await settled(client, [importId], 50_000);
      expect(done?.status).toBe('COMPLETED');
      await slow.close();
      await other.close();
      const stored = await storedOf(server, importId);
      expect(stored).toMatchObject({
        chunks: done?.chunkCount,
        ordinals: done?.chunkCount,
        lexical: done?.chunkCount,
        waiting: 0,
      });
    } finally {
      await server.close();
    }
  });
});
