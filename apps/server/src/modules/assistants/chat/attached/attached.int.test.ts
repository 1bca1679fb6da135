import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { filledBase } from '../../../../../tests/knowledge.ts';
import { makePdf } from '../../../../../tests/pdf.ts';
import { dropWaitingFiles } from './drop-waiting-files.ts';

const chatUserId = 'visitor-0123456789abcdef';
const filler = Array.from({ length: 300 }, (_row, at) => `Town ${at},Inn ${at},${50 + (at % 10)}`).join('\n');
const rates = `City,Hotel,Rate\nParis,Pont Neuf,120\nRome,Trastevere,95\nParis,Marais,180\n${filler}\n`;
const lease =
  '# Lease\n\n## Rent\n\nThe monthly rent is 940 euros.\n\n## Notice\n\nThe notice period is three months.\n';
const handbook = '# Leave\n\nEmployees get 25 days of paid leave per year.\n';

describe('the file of a visitor', () => {
  let server: TestServer;
  let provider: FakeOpenAI;
  let owner: Client;
  let modelId: string;
  let knowledgeBaseId: string;

  beforeAll(async () => {
    provider = await startFakeOpenAI();
    const { hostname, port } = new URL(provider.baseUrl);
    server = await startTestServer({
      env: { OUTBOUND_ALLOW: `${hostname}:${port},${hostname}`, RATE_LIMIT_CHAT_PER_MINUTE: '1000' },
    });
    owner = (await server.signUp()).client;
    const offered = await offerModels(owner, provider.baseUrl, { chatModels: ['fake-chat'] });
    modelId = `${offered.providerId}/fake-chat`;
    knowledgeBaseId = await filledBase(owner, { 'handbook.md': handbook });
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const makeApp = async (settings: object = {}) =>
    (
      await owner.call(apps.endpoints.create, {
        body: {
          name: `App ${crypto.randomUUID()}`,
          access: 'PUBLIC',
          knowledgeBaseIds: [knowledgeBaseId],
          modelId: 'atelier/extractive',
          visitorFiles: true,
          ...settings,
        },
      })
    ).appId;
  const post = async (
    fields: Record<string, string>,
    file?: { name: string; content: string | Uint8Array<ArrayBuffer> },
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    if (file) form.append('file', new Blob([file.content]), file.name);
    const response = await server.visitor().fetch('/api/content/chat/file', { method: 'POST', body: form });
    const { responseData, code } = (await response.json()) as {
      responseData?: { fileId: string; name: string };
      code?: string;
    };
    return { status: response.status, fileId: responseData?.fileId ?? '', code };
  };
  const attach = async (appId: string, name: string, content: string | Uint8Array<ArrayBuffer>) =>
    (await post({ appId, chatUserId }, { name, content })).fileId;
  const ask = (
    body: Partial<Parameters<typeof post>[0]> & { appId: string; query: string; fileId?: string },
  ) => server.visitor().call(chat.endpoints.query, { body: { chatUserId, ...body } });
  const codeOf = async (body: { appId: string; query: string; fileId: string; chatUserId?: string }) =>
    (await server.visitor().send(chat.endpoints.query, { body: { chatUserId, ...body } })).body.code;

  it('answers in the place of the knowledge bases, and its passages open', async () => {
    const appId = await makeApp();
    const { files } = await server.visitor().call(chat.endpoints.chatbot, { params: { id: appId } });
    expect(files).toMatchObject({ endings: expect.arrayContaining(['.pdf', '.csv', '.xlsx']) });
    const fileId = await attach(appId, 'lease.md', lease);
    const reply = await ask({ appId, fileId, query: 'What is the notice period?' });
    expect(reply.answer).toContain('three months');
    expect(reply.citations).toMatchObject([
      {
        documentName: 'lease.md',
        knowledgeBaseImportId: fileId,
        quote: expect.stringContaining('three months'),
      },
    ]);
    const { queryId, conversationId } = reply;
    const source = await server
      .visitor()
      .call(chat.endpoints.source, { query: { appId, chatUserId, queryId, index: 1 } });
    const [section] = source.sections;
    const { start, end } = source.citation;
    expect(section?.text.slice(start - section.start, end - section.start)).toContain('three months');
    const leave = { appId, conversationId, query: 'How many days of paid leave do employees get?' };
    expect((await ask({ ...leave, fileId })).answer).not.toContain('25 days');
    expect((await ask(leave)).answer).toContain('25 days');
    const session = await server
      .visitor()
      .call(chat.endpoints.session, { params: { conversationId }, query: { appId, chatUserId } });
    expect(session.messages.map(({ file }) => file?.name)).toEqual(['lease.md', 'lease.md', undefined]);
  });

  it('is computed with when it is a table, whether or not the app computes with its own', async () => {
    const appId = await makeApp({ knowledgeBaseIds: [], csvAgent: false });
    const fileId = await attach(appId, 'rates.csv', rates);
    const reply = await ask({ appId, fileId, query: 'What is the average rate in Paris?' });
    expect(reply).toMatchObject({ origin: 'COMPUTED', answer: expect.stringContaining('**150** [1]') });
    expect(reply.answer).toContain('2 of 303 rows');
    const source = await server.visitor().call(chat.endpoints.source, {
      query: { appId, chatUserId, queryId: reply.queryId, index: 1 },
    });
    expect(source.form).toBe('TABLE');
    expect(source.sections.map(({ text }) => text).join()).toContain('Pont Neuf');
  });

  it('is shown as the page of its PDF, whose bytes go with the conversation', async () => {
    const appId = await makeApp({ knowledgeBaseIds: [] });
    const bytes = makePdf([['The rent is 940 euros.'], ['The notice period is three months.']]);
    const fileId = await attach(appId, 'lease.pdf', bytes);
    const { queryId, conversationId } = await ask({ appId, fileId, query: 'What is the notice period?' });
    const place = { appId, chatUserId, queryId, index: 1 };
    const source = await server.visitor().call(chat.endpoints.source, { query: place });
    expect(source).toMatchObject({ form: 'PDF', fileBytes: bytes.byteLength, citation: { page: 2 } });
    const address = `${chat.endpoints.sourceFile.path}?${new URLSearchParams({ ...place, index: '1' }).toString()}`;
    const read = (by = chatUserId) =>
      server.visitor().fetch(address.replace(chatUserId, by), { headers: { range: 'bytes=0-4' } });
    const part = await read();
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'application/pdf']);
    expect(await part.text()).toBe('%PDF-');
    expect((await read('visitor-of-somebody-else')).status).toBe(404);
    const stored = () =>
      server.sql<{ storage_key: string }>(
        `select o.storage_key from files f join stored_objects o using (storage_key) where f.name = 'lease.pdf'`,
      );
    expect(await stored()).toHaveLength(1);
    await server
      .visitor()
      .call(chat.endpoints.removeSession, { params: { conversationId }, query: { appId, chatUserId } });
    expect(await stored()).toEqual([]);
  });

  it('is read by a language model as far as its context reaches', async () => {
    const appId = await makeApp({ modelId });
    const fileId = await attach(appId, 'lease.md', lease);
    const before = provider.requests.length;
    await ask({ appId, fileId, query: 'Summarise it' });
    const sent = JSON.stringify(provider.requests.slice(before));
    expect(sent).toContain('940 euros');
    expect(sent).not.toContain('25 days');
  });

  it('belongs to one visitor, one app and one conversation', async () => {
    const appId = await makeApp();
    const other = await makeApp();
    const fileId = await attach(appId, 'lease.md', lease);
    const query = 'What is the rent?';
    const stranger = 'visitor-of-somebody-else';
    expect(await codeOf({ appId, fileId, query, chatUserId: stranger })).toBe('chat.file_not_found');
    expect(await codeOf({ appId: other, fileId, query })).toBe('chat.file_not_found');
    const { queryId } = await ask({ appId, fileId, query });
    expect(await codeOf({ appId, fileId, query })).toBe('chat.file_not_found');
    const source = { appId, queryId, index: 1, chatUserId: stranger };
    const foreign = await server.visitor().send(chat.endpoints.source, { query: source });
    expect(foreign.body.code).toBe('chat.conversation_not_found');
  });

  it('is gone with its conversation, and after a day without a question', async () => {
    const appId = await makeApp();
    const count = async () => {
      const sql = 'select count(*)::int as total from conversation_files where app_id = $1';
      return (await server.sql<{ total: number }>(sql, [appId]))[0]?.total;
    };
    const { conversationId } = await ask({
      appId,
      fileId: await attach(appId, 'lease.md', lease),
      query: 'What is the rent?',
    });
    await attach(appId, 'waiting.md', lease);
    expect(await count()).toBe(2);
    await server
      .visitor()
      .call(chat.endpoints.removeSession, { params: { conversationId }, query: { appId, chatUserId } });
    expect(await count()).toBe(1);
    await dropWaitingFiles(server.services);
    expect(await count()).toBe(1);
    await server.sql(
      "update conversation_files set created_at = now() - interval '25 hours' where app_id = $1",
      [appId],
    );
    await dropWaitingFiles(server.services);
    expect(await count()).toBe(0);
  });

  it('is refused with the reason', async () => {
    const appId = await makeApp();
    const file = { name: 'lease.md', content: lease };
    const off = await makeApp({ visitorFiles: false });
    expect(await server.visitor().call(chat.endpoints.chatbot, { params: { id: off } })).toMatchObject({
      files: null,
    });
    expect((await post({ appId: off, chatUserId }, file)).code).toBe('chat.files_off');
    expect((await post({ appId, chatUserId })).code).toBe('chat.file_missing');
    expect((await post({ appId }, file)).code).toBe('chat.reader_unknown');
    const large = new Uint8Array(10 * 1024 * 1024 + 1).fill(97);
    expect((await post({ appId, chatUserId }, { name: 'large.txt', content: large })).code).toBe(
      'chat.file_too_large',
    );
    expect(
      (await post({ appId, chatUserId }, { name: 'broken.pdf', content: '%PDF-1.7 nothing' })).code,
    ).toBe('chat.file_unreadable');
    const long = 'word '.repeat(500_000);
    expect((await post({ appId, chatUserId }, { name: 'long.txt', content: long })).code).toBe(
      'chat.file_too_large',
    );
    expect(await codeOf({ appId: off, fileId: 'cfl_none', query: 'Rent?' })).toBe('chat.files_off');
  });

  it('counts as a question of its visitor', async () => {
    const appId = await makeApp({ visitorLimits: { tenMinutes: 1, day: 0 } });
    expect((await post({ appId, chatUserId }, { name: 'lease.md', content: lease })).status).toBe(200);
    expect((await post({ appId, chatUserId }, { name: 'lease.md', content: lease })).code).toBe(
      'chat.visitor_limit',
    );
  });
});
