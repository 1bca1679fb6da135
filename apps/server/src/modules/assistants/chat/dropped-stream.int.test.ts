import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { audit } from '@atelier/contracts/operate/audit';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { type OpenedStream, openStream, type Received } from '../../../../tests/event-stream.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { filledBase } from '../../../../tests/knowledge.ts';

const chatUserId = 'visitor-0123456789abcdef';
const handbook = '# Leave\n\nEmployees get 25 days of paid leave per year.\n';

const textOf = (received: readonly Received[]): string =>
  received.flatMap(({ event, data }) => (event === 'token' ? [String(data['text'])] : [])).join('');
const numbersOf = (received: readonly Received[]): unknown[] =>
  received.flatMap(({ event, data }) => (event === 'citation' ? [data['index']] : []));
const namesOf = (received: readonly Received[]): string[] => received.map(({ event }) => event);

describe('a streamed answer', () => {
  let server: TestServer;
  let other: TestServer;
  let provider: FakeOpenAI;
  let owner: Client;
  let tenantId: string;
  let providerId: string;
  let knowledgeBaseId: string;
  let appId: string;

  beforeAll(async () => {
    provider = await startFakeOpenAI();
    const { hostname, port } = new URL(provider.baseUrl);
    const env = { OUTBOUND_ALLOW: `${hostname}:${port},${hostname}` };
    server = await startTestServer({ env });
    other = await server.another({ env });
    const signedUp = await server.signUp();
    owner = signedUp.client;
    tenantId = signedUp.user.tenantId;
    const models = await offerModels(owner, provider.baseUrl, {
      chatModels: ['fake-slow-30', 'fake-slow-500', 'fake-slow-2000'],
    });
    providerId = models.providerId;
    knowledgeBaseId = await filledBase(owner, { 'handbook.md': handbook });
    appId = await makeApp('fake-slow-30');
  });
  afterAll(async () => {
    await other.close();
    await server.close();
    await provider.close();
  });

  const makeApp = async (model: string): Promise<string> => {
    const body = {
      name: `App ${crypto.randomUUID()}`,
      access: 'PUBLIC' as const,
      knowledgeBaseIds: [knowledgeBaseId],
      modelId: `${providerId}/${model}`,
    };
    return (await owner.call(apps.endpoints.create, { body })).appId;
  };
  const ask = (of: string) =>
    openStream(server.visitor(), '/api/content/query', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ appId: of, query: 'How many days of paid leave?', chatUserId, stream: true }),
    });
  const until = (stream: OpenedStream, event: string) =>
    eventually(async () => namesOf(stream.received).includes(event));
  const idOf = (stream: OpenedStream): string => String(stream.received[0]?.data['queryId']);
  /** Asks, and leaves after the first text. Returns what was read until then. */
  const askAndLeave = async (of = appId) => {
    const stream = await ask(of);
    await until(stream, 'token');
    stream.stop();
    await stream.ended;
    return { appId: of, queryId: idOf(stream), received: [...stream.received] };
  };
  const resume = async (
    at: TestServer,
    left: { appId: string; queryId: string; received: readonly Received[] },
    user = chatUserId,
  ) => {
    const { queryId, received } = left;
    const [text, citations] = [textOf(received).length, numbersOf(received).length];
    const query = new URLSearchParams({
      appId: left.appId,
      chatUserId: user,
      queryId,
      text: String(text),
      citations: String(citations),
    });
    return openStream(at.visitor(), `/api/content/chat/answer?${query.toString()}`);
  };
  const stored = async (queryId: string) => {
    const [row] = await server.sql<{ status: string; answer: string; credits: string; citations: unknown[] }>(
      'select status, answer, credits, citations from messages where id = $1',
      [queryId],
    );
    return row;
  };
  const ended = (queryId: string) =>
    eventually(async () => {
      const row = await stored(queryId);
      return row?.status !== 'STREAMING' && row;
    });

  it('is written to its end and charged when the reader leaves', async () => {
    const { queryId, received } = await askAndLeave();
    const row = await ended(queryId);
    expect(received[0]).toEqual({
      event: 'start',
      data: { queryId, conversationId: expect.stringMatching(/^cnv_/) },
    });
    expect(row).toMatchObject({ status: 'COMPLETED', answer: expect.stringContaining('25 days') });
    expect(row?.answer.length).toBeGreaterThan(textOf(received).length);
    expect(Number(row?.credits)).toBeGreaterThan(0);
  });

  it.each(['the process that writes it', 'another process'])(
    'gives a reader who comes back to %s the rest, without loss and without repetition',
    async (place) => {
      const left = await askAndLeave();
      const stream = await resume(place === 'another process' ? other : server, left);
      expect(await stream.ended).toBe('closed');
      const row = await stored(left.queryId);
      const all = [...left.received, ...stream.received];
      expect(row?.status).toBe('COMPLETED');
      expect(textOf(stream.received)).not.toBe('');
      expect(textOf(all)).toBe(row?.answer);
      expect(numbersOf(all)).toEqual([1]);
      expect(namesOf(stream.received).at(-1)).toBe('done');
      expect(namesOf(all).filter((name) => name === 'form')).toHaveLength(1);
      expect(stream.received.at(-1)?.data).toMatchObject({ status: 'COMPLETED', restFollows: false });
    },
  );

  it('ends for a reader who may no longer have it, with what is written', async () => {
    const of = await makeApp('fake-slow-500');
    const stream = await ask(of);
    await until(stream, 'token');
    const back = await resume(server, { appId: of, queryId: idOf(stream), received: [] });
    const elsewhere = await resume(other, { appId: of, queryId: idOf(stream), received: [] });
    await until(back, 'token');
    await owner.call(apps.endpoints.update, { body: { appId: of, active: false } });
    for (const { ended: over } of [stream, back, elsewhere]) expect(await over).toBe('closed');
    expect(namesOf(stream.received)).not.toContain('done');
    expect(await ended(idOf(stream))).toMatchObject({ status: 'STOPPED' });
  });

  it('can be read by several readers at once, and again from the beginning after its end', async () => {
    const first = await ask(appId);
    await until(first, 'token');
    const place = { appId, queryId: idOf(first), received: [] };
    const second = await resume(server, place);
    await Promise.all([first.ended, second.ended]);
    const third = await resume(other, place);
    await third.ended;
    const answer = (await stored(place.queryId))?.answer;
    expect([first, second, third].map(({ received }) => textOf(received))).toEqual([answer, answer, answer]);
  });

  it.each(['the process that writes it', 'another process'])(
    'ends at once with what is written when its reader stops it at %s',
    async (place) => {
      const appId = await makeApp('fake-slow-500');
      const stream = await ask(appId);
      await until(stream, 'token');
      const queryId = idOf(stream);
      const at = (place === 'another process' ? other : server).visitor();
      expect(
        (
          await at.send(chat.endpoints.stop, {
            body: { appId, chatUserId: 'a-stranger-0123456789', queryId },
          })
        ).body.code,
      ).toBe('chat.conversation_not_found');
      await at.call(chat.endpoints.stop, { body: { appId, chatUserId, queryId } });
      expect(await stream.ended).toBe('closed');
      expect(stream.received.at(-1)).toMatchObject({
        event: 'done',
        data: { ...stream.received[0]?.data, status: 'STOPPED', restFollows: false },
      });
      const { items } = await owner.call(audit.endpoints.list, { query: { search: queryId } });
      expect(items.map(({ action }) => action)).toEqual(['chat.answer_stopped']);
      expect(await stored(queryId)).toMatchObject({ status: 'STOPPED', answer: textOf(stream.received) });
    },
  );

  it('is written to its end as it began when the settings of its app change, which hold for the next question', async () => {
    const of = await makeApp('fake-slow-30');
    const stream = await ask(of);
    await until(stream, 'token');
    const change = { modelId: 'atelier/extractive', retrieval: { topK: 2 } };
    await owner.call(apps.endpoints.update, { body: { appId: of, ...change } });
    expect(namesOf(stream.received)).not.toContain('done');
    expect(await stream.ended).toBe('closed');
    expect(namesOf(stream.received).at(-1)).toBe('done');
    expect(await stored(idOf(stream))).toMatchObject({
      ...{ status: 'COMPLETED', answer: textOf(stream.received) },
    });
    const conversationId = String(stream.received[0]?.data['conversationId']);
    await server.visitor().call(chat.endpoints.query, {
      body: { appId: of, query: 'How many days of leave in a year?', chatUserId, conversationId },
    });
    const models = await server.sql<{ model: string }>(
      'select model_id as model from messages where conversation_id = $1 order by ordinal',
      [conversationId],
    );
    expect(models.map(({ model }) => model)).toEqual([`${providerId}/fake-slow-30`, 'atelier/extractive']);
  });

  it('is shown to nobody else', async () => {
    const left = await askAndLeave();
    const stream = await resume(server, left, 'a-stranger-0123456789');
    expect([stream.response.status, stream.received]).toEqual([404, []]);
    await ended(left.queryId);
  });

  it('is shown as stopped, and gives its credits back, when its process was killed', async () => {
    const holding = await askAndLeave(await makeApp('fake-slow-2000'));
    // What a killed process leaves behind: an unfinished answer with its hold, and no connection.
    await server.sql('update messages set writer = 1 where id = $1', [holding.queryId]);
    expect(await server.sql('select 1 from ledger_holds where tenant_id = $1', [tenantId])).toHaveLength(1);
    const stream = await resume(other, holding);
    await stream.ended;
    expect(stream.received.at(-1)).toMatchObject({ event: 'done', data: { status: 'STOPPED' } });
    expect(await stored(holding.queryId)).toMatchObject({ status: 'STOPPED', credits: '0.000000' });
    expect(
      await server.sql('select input_tokens as read, output_tokens as written from messages where id = $1', [
        holding.queryId,
      ]),
    ).toEqual([{ read: 0, written: 0 }]);
    expect(await server.sql('select 1 from ledger_holds where tenant_id = $1', [tenantId])).toEqual([]);
  });
});
