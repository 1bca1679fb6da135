import { documents } from '@atelier/contracts/content/documents/documents';
import { startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { expect, it } from 'vitest';
import { offerModels } from '../../../../../../tests/fakes/model-provider.ts';
import { eventually, startTestServer } from '../../../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../../../tests/knowledge.ts';
import { importRepository } from '../../repository/imports.ts';

const { endpoints } = documents;

/** Selects the connection of a server that waits to store a summary. */
const storing = `from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like 'update "knowledge_imports"%'`;

// Starting and stopping servers takes long on a busy machine.
it('asks a model only once for a summary that a stopped server had recorded but not stored', {
  timeout: 180_000,
}, async () => {
  const fake = await startFakeOpenAI();
  const env = { OUTBOUND_ALLOW: new URL(fake.baseUrl).host };
  const server = await startTestServer({ env: { ...env, ATELIER_ROLES: 'api' } });
  const startWorker = () => server.another({ env: { ...env, ATELIER_ROLES: 'worker' } });
  try {
    const { client, user } = await server.signUp();
    await offerModels(client, fake.baseUrl, { chatModels: ['fake-chat'] });
    const first = await startWorker();
    const files = { 'handbook.md': 'Employees get 25 days of paid leave per year.' };
    const [made] = await importTexts(client, await newKnowledgeBase(client), files);
    const importId = made?.knowledgeBaseImportId ?? '';
    await settled(client, [importId], 50_000);
    await first.close();
    const read = () => client.call(endpoints.readSummary, { query: { knowledgeBaseImportId: importId } });
    const asked = () => fake.requests.filter(({ path }) => path.endsWith('/chat/completions')).length;
    expect(asked()).toBe(0);

    await client.call(endpoints.summarizeAndSave, { body: { knowledgeBaseImportId: importId } });
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = server.contextOf(user.tenantId).tx(async ({ db }) => {
      await importRepository.lockRow(db, importId);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const stopping = await startWorker();
    await eventually(async () => (await server.sql(`select 1 ${storing}`)).length > 0);
    expect(asked()).toBe(1);
    const closed = stopping.close();
    await server.sql(`select pg_terminate_backend(pid) ${storing}`);
    await closed;
    released.resolve();
    await holding;
    expect(await read()).toMatchObject({ state: 'IN-PROGRESS', summary: null });

    const last = await startWorker();
    const { kind } = await eventually(async () => {
      const now = await read();
      return now.state !== 'IN-PROGRESS' && now;
    });
    await last.close();
    expect([kind, asked()]).toEqual(['WRITTEN', 1]);
  } finally {
    await server.close();
    await fake.close();
  }
});
