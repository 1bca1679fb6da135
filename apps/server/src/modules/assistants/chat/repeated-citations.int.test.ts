import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { findCitation } from '@atelier/contracts/assistants/chat/citations';
import { history } from '@atelier/contracts/assistants/chat/history';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../tests/client.ts';
import { openStream } from '../../../../tests/event-stream.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { filledBase } from '../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../tests/member.ts';

const chatUserId = 'visitor-0123456789abcdef';
const rates = 'City,Hotel,Rate\nParis,Pont Neuf,120\nRome,Trastevere,95\n';

interface Shown {
  answer: string;
  citations: { index: number; markAt?: number | undefined; quote: string }[];
}

/** Returns the number and the quote of each mark of an answer, in the order of the text. */
const quotesOf = ({ answer, citations }: Shown) =>
  [...answer.matchAll(/\[(\d+)\]/g)].map(({ 1: number, index: markAt }) => [
    number,
    findCitation(citations, { index: Number(number), markAt })?.quote,
  ]);

describe('an answer that repeats a number for another row', () => {
  let server: TestServer;
  let provider: FakeOpenAI;
  let owner: Client;
  let appId: string;
  let tenantId: string;

  beforeAll(async () => {
    provider = await startFakeOpenAI();
    const { hostname, port } = new URL(provider.baseUrl);
    server = await startTestServer({ env: { OUTBOUND_ALLOW: `${hostname}:${port},${hostname}` } });
    const { client, user } = await server.signUp();
    owner = client;
    tenantId = user.tenantId;
    const { providerId } = await offerModels(owner, provider.baseUrl, { chatModels: ['fake-chat'] });
    const body = {
      name: 'Hotels',
      access: 'PUBLIC' as const,
      knowledgeBaseIds: [await filledBase(owner, { 'rates.csv': rates })],
      modelId: `${providerId}/fake-chat`,
    };
    ({ appId } = await owner.call(apps.endpoints.create, { body }));
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const query = 'Name every row of the hotel rates of Paris and Rome';
  const expectOwnQuotes = (shown: Shown) => {
    const rows = quotesOf(shown).filter(([, quote]) => /Paris|Rome/.test(quote ?? ''));
    const lines = shown.answer.split('\n').filter((line) => /Paris|Rome/.test(line));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(rows.map(([number]) => number)).toEqual(lines.map(() => '1'));
    for (const city of ['Paris', 'Rome'])
      expect(rows[lines.findIndex((line) => line.includes(city))]?.[1]).toContain(city);
    expect(new Set(rows.map(([, quote]) => quote)).size).toBeGreaterThanOrEqual(2);
  };

  it('shows each mark its own quote: at once, stored, and in the source that it opens', {
    tags: ['CHAT-05'],
  }, async () => {
    const visitor = server.visitor();
    const reply = await visitor.call(chat.endpoints.query, { body: { appId, query, chatUserId } });
    expectOwnQuotes(reply);
    const { conversationId, queryId } = reply;
    const session = await visitor.call(chat.endpoints.session, {
      params: { conversationId },
      query: { appId, chatUserId },
    });
    expect(session.messages).toMatchObject([{ answer: reply.answer, citations: reply.citations }]);
    const opened = await Promise.all(
      reply.citations.map(({ index, markAt }) =>
        visitor.call(chat.endpoints.source, { query: { appId, chatUserId, queryId, index, markAt } }),
      ),
    );
    expect(opened.map(({ citation }) => citation)).toEqual(reply.citations);
    const first = await visitor.call(chat.endpoints.source, {
      query: { appId, chatUserId, queryId, index: 1, markAt: 100_000 },
    });
    expect(first.citation).toEqual(reply.citations[0]);
  });

  it('keeps the quotes when a stream is read again from the middle', async () => {
    const visitor = server.visitor();
    const { queryId, answer, citations } = await visitor.call(chat.endpoints.query, {
      body: { appId, query, chatUserId },
    });
    const place = new URLSearchParams({ appId, chatUserId, queryId, text: '10', citations: '1' });
    const stream = await openStream(visitor, `/api/content/chat/answer?${place.toString()}`);
    await stream.ended;
    const later = stream.received.flatMap(({ event, data }) =>
      event === 'citation' ? [data as Shown['citations'][number]] : [],
    );
    expect(later).toEqual(citations.slice(1));
    expectOwnQuotes({ answer, citations: [...citations.slice(0, 1), ...later] });
  });

  it('gives programs the quote of each mark, with an address that opens it', async () => {
    const { apiKey } = await owner.call(auth.endpoints.getApiKey, {});
    const response = await fetch(`${server.origin}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: appId, input: query }),
    });
    const reply = (await response.json()) as {
      id: string;
      output: {
        content: { text: string; annotations: { url: string; start_index: number; quote: string }[] }[];
      }[];
    };
    const { output } = reply;
    const read = async (id: string, key = apiKey) =>
      fetch(`${server.origin}/v1/responses/${id}`, { headers: { authorization: `Bearer ${key ?? ''}` } });
    const again = await read(reply.id);
    expect(await again.json()).toMatchObject({
      id: reply.id,
      status: 'completed',
      usage: { input_tokens: expect.any(Number) },
      output,
    });
    const others = (await joinTenant(server, { tenantId, role: 'ADMIN' })).client;
    const { apiKey: otherKey } = await others.call(auth.endpoints.getApiKey, {});
    expect((await read(reply.id, otherKey)).status).toBe(404);
    expect((await read('resp_qry_none')).status).toBe(404);
    const unknown = await server.visitor().call(chat.endpoints.query, { body: { appId, query } });
    expect((await read(`resp_${unknown.queryId}`)).status).toBe(404);
    const [part] = output[0]?.content ?? [];
    const annotations = part?.annotations ?? [];
    const rows = annotations.filter(({ start_index }) =>
      /Paris|Rome/.test(part?.text.slice(0, start_index).split('\n').at(-1) ?? ''),
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const { url, start_index, quote } of rows) {
      const [city = ''] = /Paris|Rome/.exec(part?.text.slice(0, start_index).split('\n').at(-1) ?? '') ?? [];
      expect(quote).toContain(city);
      const program = new Client(server.origin, apiKey ?? '');
      const source = await program.fetch(new URL(url).pathname + new URL(url).search);
      const { responseData } = (await source.json()) as { responseData: { citation: { quote: string } } };
      expect(responseData.citation.quote).toBe(quote);
    }
  });

  it('counts as one source in the history, which shows every quote', async () => {
    const { queryId, citations } = await owner.call(chat.endpoints.query, { body: { appId, query } });
    const details = await owner.call(history.endpoints.queryDetails, { params: { queryId }, query: {} });
    expect(details.citations).toBe(1);
    expect(details.sources.map(({ quote }) => quote)).toEqual(citations.map(({ quote }) => quote));
  });
});
