import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../knowledge.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a run that has ended keeps its state, because the database refuses every change', {
  tags: ['IMPORT-15'],
}, async () => {
  const { client } = await server.signUp();
  const [made] = await importTexts(client, await newKnowledgeBase(client), { 'note.md': 'Some words.' });
  const importId = made?.knowledgeBaseImportId ?? '';
  await settled(client, [importId]);
  const become = (status: string) =>
    server.sql('update runs set status = $2 where subject_id = $1', [importId, status]);
  for (const final of ['COMPLETED', 'FAILED', 'CANCELLED']) {
    await server.sql('alter table runs disable trigger runs_terminal');
    await become(final);
    await server.sql('alter table runs enable trigger runs_terminal');
    for (const next of ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'])
      await expect(become(next), `${final} to ${next}`).rejects.toThrow('is finished and cannot change');
  }
});
