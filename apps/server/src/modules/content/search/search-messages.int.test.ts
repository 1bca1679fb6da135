import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { models } from '@atelier/contracts/content/models';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { type FakeServer, sendJson, startFakeServer } from '@atelier/models/tests/fake-http';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { holdMerges, importTexts, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';
import { countMessages } from '../../../../tests/wire.ts';
import { indexCache } from './memory/index-cache.ts';

const { endpoints } = retrieval;

describe('a retrieval test', () => {
  let server: TestServer;
  let fake: FakeOpenAI;
  let slow: FakeServer;
  /** What happens once, while the next text is embedded. */
  let meanwhile: (() => Promise<unknown>) | undefined;
  beforeAll(async () => {
    fake = await startFakeOpenAI();
    slow = await startFakeServer(async ({ path, body }, response) => {
      const work = meanwhile;
      meanwhile = undefined;
      await work?.();
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(`${fake.origin}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      sendJson(response, await reply.json());
    });
    server = await startTestServer({
      isCounted: true,
      env: { OUTBOUND_ALLOW: new URL(slow.origin).host },
    });
    // A merge would read the segments as well, and be counted.
    await holdMerges(server);
  });
  afterAll(async () => {
    await server.close();
    await slow.close();
    await fake.close();
  });

  const provider = () => ({
    kind: 'openai-compatible' as const,
    name: 'Embeddings',
    settings: { baseUrl: `${slow.origin}/v1`, apiKey: 'sk-key' },
    chatModels: [],
    embeddingModels: ['fake-embedding'],
  });
  /** Creates a tenant with a knowledge base of one document, by default with an embedding model. */
  const createTenant = async ({ embeds = true }: { embeds?: boolean } = {}) => {
    const { client, user } = await server.signUp();
    let providerId = '';
    if (embeds) ({ providerId } = await client.call(models.endpoints.createProvider, { body: provider() }));
    const id = await newKnowledgeBase(client);
    const rows = await importTexts(client, id, { 'leave.txt': 'Unused leave expires on 31 March.' });
    await settled(
      client,
      rows.map((row) => row.knowledgeBaseImportId),
    );
    return { client, id, providerId, tenantId: user.tenantId };
  };
  const ask = (client: Client, knowledgeBaseId: string, query: string) =>
    client.call(endpoints.retrievalTest, { body: { knowledgeBaseId, query } });
  /** Returns the least of three counts, because a chore of the server may fall into one. */
  const countLeast = async (work: () => Promise<unknown>) => {
    const counts = [];
    for (let time = 0; time < 3; time += 1) counts.push(await countMessages(server, work));
    const [least] = counts.sort((one, other) => one.roundTrips - other.roundTrips);
    if (!least) throw new Error('Nothing was counted.');
    return least;
  };
  const timesEmbedded = (text: string): number =>
    fake.requests.filter(
      ({ path, body }) => path.endsWith('/embeddings') && [body['input']].flat().includes(text),
    ).length;
  const spent = async (tenantId: string): Promise<number> => {
    const [row] = await server.sql<{ uses: number }>(
      'select count(*)::int as uses from usage_records where tenant_id = $1',
      [tenantId],
    );
    return row?.uses ?? 0;
  };

  it('by words takes at most four round trips to PostgreSQL in one transaction', async () => {
    const { client, id } = await createTenant({ embeds: false });
    await ask(client, id, 'When does leave expire?');
    const { roundTrips, transactions, statements } = await countLeast(async () => {
      const { mode, results } = await ask(client, id, 'unused leave');
      expect({ mode, found: results.length }).toEqual({ mode: 'BM25', found: 1 });
    });
    expect(transactions).toBe(1);
    expect(roundTrips, statements.join('\n')).toBeLessThanOrEqual(4);
  });

  it('of a question that was asked before takes as many, and embeds and charges nothing', async () => {
    const { client, id, tenantId } = await createTenant();
    await ask(client, id, 'When does leave expire?');
    const before = await spent(tenantId);
    const { roundTrips, transactions, statements } = await countLeast(async () => {
      const { mode, results } = await ask(client, id, 'When does leave expire?');
      expect({ mode, found: results.length }).toEqual({ mode: 'HYBRID', found: 1 });
    });
    expect(transactions).toBe(1);
    expect(roundTrips, statements.join('\n')).toBeLessThanOrEqual(4);
    expect(timesEmbedded('When does leave expire?')).toBe(1);
    expect(await spent(tenantId)).toBe(before);
  });

  it('embeds a repeated question again for another company, and after a change of the provider', async () => {
    const [first, second] = [await createTenant(), await createTenant()];
    const query = 'Which company is asked?';
    for (const { client, id } of [first, first, second]) await ask(client, id, query);
    expect(timesEmbedded(query)).toBe(2);
    await first.client.call(models.endpoints.updateProvider, {
      params: { id: first.providerId },
      body: { ...provider(), name: 'Renamed' },
    });
    await ask(first.client, first.id, query);
    expect(timesEmbedded(query)).toBe(3);
  });

  it('of a new question takes four too, holds the credits for its vector, and charges them with the search record', async () => {
    const { client, id, tenantId } = await createTenant();
    await ask(client, id, 'What is old?');
    const before = await spent(tenantId);
    let asked = 0;
    const { roundTrips, transactions, statements } = await countLeast(() => {
      asked += 1;
      return ask(client, id, `What is new in week ${asked}?`);
    });
    expect(await spent(tenantId)).toBe(before + 3);
    expect(transactions, statements.join('\n')).toBe(2);
    expect(roundTrips, statements.join('\n')).toBeLessThanOrEqual(4);
    const [record, charge] = ['insert into retrieval_history', 'atelier.end_hold('].map((part) =>
      statements.findIndex((statement) => statement.includes(part)),
    );
    expect(record).toBeGreaterThan(0);
    expect(charge).toBe(statements.length - 2);
    expect(statements.slice(record, charge)).not.toContain('commit');
    expect(await server.sql('select id from ledger_holds where tenant_id = $1', [tenantId])).toEqual([]);
  });

  it('finds what was imported, and not what was deleted, while its question was embedded', async () => {
    const { client, id } = await createTenant();
    const [old] = await importTexts(client, id, { 'old.txt': 'The canteen opens at nine.' });
    await settled(client, [old?.knowledgeBaseImportId ?? '']);
    await ask(client, id, 'Is the index loaded?');
    meanwhile = async () => {
      const [added] = await importTexts(client, id, { 'new.txt': 'The canteen opens at eight.' });
      await settled(client, [added?.knowledgeBaseImportId ?? '']);
      await client.call(documentImports.endpoints.removeImports, {
        body: { ids: [old?.knowledgeBaseImportId ?? ''] },
      });
    };
    const { results } = await ask(client, id, 'When does the canteen open?');
    expect(results.map(({ document }) => document.name).sort()).toEqual(['leave.txt', 'new.txt']);
  });

  it('after a start receives hardly more bytes than its index has', async () => {
    const { client, id, tenantId } = await createTenant();
    const words = Array.from({ length: 40_000 }, (_, at) => `term${at.toString(36)}`).join(' ');
    const rows = await importTexts(client, id, { 'words.txt': words });
    await settled(
      client,
      rows.map((row) => row.knowledgeBaseImportId),
    );
    await ask(client, id, 'When does leave expire?');
    const [stored] = await server.sql<{ bytes: number }>(
      `select (select sum(bytes) from index_segments where tenant_id = $1)
        + (select coalesce(sum(bytes), 0) from merged_segments where tenant_id = $1) as bytes`,
      [tenantId],
    );
    expect(Number(stored?.bytes)).toBeGreaterThan(300_000);
    server.contextOf(tenantId).use(indexCache).clear();
    const { receivedBytes } = await countMessages(server, async () => {
      expect((await ask(client, id, 'When does leave expire?')).results.length).toBeGreaterThan(0);
    });
    expect(receivedBytes).toBeLessThan(Number(stored?.bytes) * 1.25);
  });
});
