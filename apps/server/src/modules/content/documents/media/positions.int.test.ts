import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { wav } from '@atelier/documents/tests/recordings';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../../tests/knowledge.ts';
import { makePdf } from '../../../../../tests/pdf.ts';

const question = 'When does the heron project start?';

describe('where something is said in a recording', { timeout: 120_000 }, () => {
  let server: TestServer;
  let fake: FakeOpenAI;
  let client: Client;
  let base: string;
  let spoken: string;
  let appId: string;

  beforeAll(async () => {
    fake = await startFakeOpenAI();
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(fake.baseUrl).host } });
    ({ client } = await server.signUp());
    await offerModels(client, fake.baseUrl, { transcriptionModels: ['fake-transcription'] });
    base = await newKnowledgeBase(client);
    const rows = await importTexts(client, base, {
      'weekly.wav': Uint8Array.from(wav(3)),
      'report.pdf': makePdf([['The zebra stands on the first page.'], ['The otter stands on the second.']]),
    });
    const ids = rows.map((row) => row.knowledgeBaseImportId);
    await settled(client, ids);
    [spoken = ''] = ids;
    const body = { name: 'Asked', access: 'PUBLIC' as const, knowledgeBaseIds: [base] };
    ({ appId } = await client.call(apps.endpoints.create, { body }));
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
  });

  const find = async (query: string) =>
    (await client.call(retrieval.endpoints.retrievalTest, { body: { knowledgeBaseId: base, query } }))
      .results[0]?.document;
  const cite = async (): Promise<[conversationId: string, citations: unknown]> => {
    const { body: answer } = await client.send(chat.endpoints.query, { body: { appId, query: question } });
    return [answer.responseData?.conversationId ?? '', answer.responseData?.citations];
  };

  it('is told as a second, never as a page: by chunks, answers and the text', {
    tags: ['IMPORT-16'],
  }, async () => {
    const { items } = await client.call(documentImports.endpoints.listChunks, {
      params: { knowledgeBaseImportId: spoken },
      query: { limit: 10 },
    });
    expect(items).toMatchObject([{ page: null, second: 0 }]);
    const [, citations] = await cite();
    expect(citations).toMatchObject([{ documentName: 'weekly.wav', second: 725 }]);
    expect(citations).not.toMatchObject([{ page: expect.anything() }]);
    expect(await find('otter')).toMatchObject({ name: 'report.pdf', page: 2 });
    expect(await find('otter')).not.toHaveProperty('second');
  });

  it('stays when the text is edited by hand', async () => {
    const body = { knowledgeBaseImportId: spoken };
    const { text, version } = await client.call(documents.endpoints.viewExtracted, { body });
    expect(text).toContain('<!-- at 12:05 -->');
    const edited = text.replace('heron', 'bittern');
    await client.call(documents.endpoints.editContent, { body: { ...body, version, text: edited } });
    expect((await settled(client, [spoken]))[0]).toMatchObject({ status: 'COMPLETED', pages: null });
    expect(await find('bittern project')).toMatchObject({ name: 'weekly.wav', second: 725 });
  });
});
