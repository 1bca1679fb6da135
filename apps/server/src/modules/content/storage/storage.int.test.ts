import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apps } from '@atelier/contracts/assistants/apps';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { storage } from '@atelier/contracts/content/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';

const { endpoints } = storage;

const upload = (client: Client, knowledgeBaseId: string, files: Record<string, string>) => {
  const form = new FormData();
  form.append('knowledgeBaseId', knowledgeBaseId);
  for (const [name, text] of Object.entries(files)) form.append('file', new Blob([text]), name);
  return client.fetch('/api/import/import-file', { method: 'POST', body: form });
};

/** Creates a knowledge base whose documents are all imported. */
const fill = async (client: Client, name: string, files: Record<string, string>): Promise<string> => {
  const { knowledgeBaseId } = await client.call(knowledge.endpoints.create, { body: { name } });
  await upload(client, knowledgeBaseId, files);
  await eventually(async () => {
    const page = await client.call(documentImports.endpoints.listImports, {
      params: { id: knowledgeBaseId },
    });
    return page.balance.imported === Object.keys(files).length;
  });
  return knowledgeBaseId;
};

describe('the storage of a company', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const itemsOf = async (client: Client, query: object = {}) =>
    (await client.call(endpoints.items, { query })).items;

  it('measures what is used by type, in its own store, against the plan', {
    tags: ['STORAGE-01', 'STORAGE-04', 'STORAGE-05'],
  }, async () => {
    const { client, user } = await server.signUp();
    await fill(client, 'Handbook', { 'a.txt': 'x'.repeat(1000), 'b.txt': 'y'.repeat(500) });
    expect(await client.call(endpoints.use, { query: { tenantId: user.tenantId } })).toEqual({
      fileStore: 'ATELIER',
      usedBytes: 1500,
      limitBytes: 50 * 1024 ** 3,
      types: [
        { type: 'KNOWLEDGE_BASE_IMPORT', label: 'Knowledge Base', items: 2, bytes: 1500 },
        { type: 'AGENT_RECORD', label: 'Agents', items: 0, bytes: 0 },
        { type: 'FLOW_FILE', label: 'Runs', items: 0, bytes: 0 },
      ],
    });
  });

  it('lists items with their place and the apps that would lose them, sorted, searched and paged', {
    tags: ['STORAGE-06'],
  }, async () => {
    const { client } = await server.signUp();
    const handbook = await fill(client, 'Handbook', {
      'leave.txt': 'x'.repeat(300),
      'pay.txt': 'y'.repeat(900),
    });
    await fill(client, 'Sales', { 'prices.txt': 'z'.repeat(600) });
    const { appId } = await client.call(apps.endpoints.create, {
      body: { name: 'Help', knowledgeBaseIds: [handbook] },
    });
    const bySize = await itemsOf(client);
    expect(bySize.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['pay.txt', 900],
      ['prices.txt', 600],
      ['leave.txt', 300],
    ]);
    expect(bySize[0]).toMatchObject({
      type: 'KNOWLEDGE_BASE_IMPORT',
      label: 'Knowledge Base',
      fileStore: 'ATELIER',
      place: { id: handbook, name: 'Handbook' },
      usedBy: [{ appId, name: 'Help' }],
      abilities: { remove: true },
    });
    expect(bySize[1]?.usedBy).toEqual([]);
    const names = async (query: object) => (await itemsOf(client, query)).map(({ name }) => name);
    expect(await names({ sort: 'name', order: 'asc' })).toEqual(['leave.txt', 'pay.txt', 'prices.txt']);
    expect(await names({ sort: 'createdAt', order: 'asc' })).toEqual(['leave.txt', 'pay.txt', 'prices.txt']);
    expect(await names({ search: 'PRICE' })).toEqual(['prices.txt']);
    expect(await names({ type: 'KNOWLEDGE_BASE_IMPORT', search: 'pay' })).toEqual(['pay.txt']);
    expect(await names({ type: 'AGENT_RECORD' })).toEqual([]);
    const first = await client.call(endpoints.items, { query: { limit: 2 } });
    expect([first.items.length, first.total]).toEqual([2, 3]);
    expect(await names({ limit: 2, cursor: first.nextCursor ?? '' })).toEqual(['leave.txt']);
  });

  it('deletes items with chunks, index and files, and says what could not go', {
    tags: ['STORAGE-03', 'STORAGE-07'],
  }, async () => {
    const { client, user } = await server.signUp();
    const base = await fill(client, 'Handbook', {
      'leave.txt': 'Annual leave is 25 days.',
      'pay.txt': 'Pay day is the 28th.',
    });
    const find = async (query: string) =>
      (await client.call(retrieval.endpoints.retrievalTest, { body: { knowledgeBaseId: base, query } }))
        .results;
    expect(await find('annual leave')).not.toEqual([]);
    const items = await itemsOf(client, { sort: 'name', order: 'asc' });
    const [leave] = items;
    const filesOf = () =>
      server.sql('select f.storage_key from files f where f.tenant_id = $1', [user.tenantId]);
    expect(await filesOf()).toHaveLength(2);
    const reply = await client.call(endpoints.removeItems, {
      body: { tenantId: user.tenantId, ids: [leave?.id ?? '', 'imp_missing'] },
    });
    expect(reply).toEqual({
      removed: [leave?.id],
      failed: [
        { id: 'imp_missing', code: 'knowledge.import_not_found', message: 'This document does not exist.' },
      ],
    });
    expect((await itemsOf(client)).map(({ name }) => name)).toEqual(['pay.txt']);
    expect(await find('annual leave')).toEqual([]);
    expect(await filesOf()).toHaveLength(1);
    const audit = await server.sql(
      `select action from audit_log where tenant_id = $1 and action = 'storage.items_removed'`,
      [user.tenantId],
    );
    expect(audit).toHaveLength(1);
  });

  it('says that nothing is there to delete, also of items of another company', async () => {
    const { client } = await server.signUp();
    await fill(client, 'Handbook', { 'a.txt': 'hello there' });
    const [item] = await itemsOf(client);
    const stranger = (await server.signUp('Grace Hopper')).client;
    const { status, body } = await stranger.send(endpoints.removeItems, { body: { ids: [item?.id ?? ''] } });
    expect([status, body.code]).toEqual([404, 'storage.item_not_found']);
    expect(await itemsOf(client)).toHaveLength(1);
  });
});

describe('a plan with little room', () => {
  let server: TestServer;
  beforeAll(async () => {
    const ground = await startTestServer();
    const file = join(ground.dataFolder, 'catalogue.json');
    const room = {
      credits: 1000,
      members: null,
      knowledgeBases: null,
      apps: null,
      storageBytes: 1000,
      dailyStories: null,
    };
    const plan = { description: '', monthlyPrice: 0, featureBalances: room };
    const plans = [
      { ...plan, planId: 'free', planType: 'Free', name: 'Free' },
      { ...plan, planId: 'premium', planType: 'Premium', name: 'Premium', monthlyPrice: 100 },
    ];
    await writeFile(file, JSON.stringify({ currency: 'EUR', plans }));
    server = await ground.another({ env: { BILLING_CATALOGUE: file } });
    const { close } = server;
    server.close = async () => {
      await close.call(server);
      await ground.close();
    };
  });
  afterAll(() => server.close());

  it('takes documents up to its limit, and leaves neither row nor file of what is refused', {
    tags: ['STORAGE-05'],
  }, async () => {
    const { client } = await server.signUp();
    const base = await fill(client, 'Handbook', { 'a.txt': 'x'.repeat(700) });
    const filesOnDisk = async () =>
      (await readdir(join(server.dataFolder, 'files'), { recursive: true })).filter((name) =>
        name.includes('obj_'),
      );
    const before = await filesOnDisk();
    const refused = await upload(client, base, { 'b.txt': 'y'.repeat(301) });
    expect(refused.status).toBe(412);
    expect(await refused.json()).toMatchObject({ code: 'billing.plan_limit' });
    expect(await filesOnDisk()).toEqual(before);
    expect((await upload(client, base, { 'a.txt': 'x'.repeat(700) })).status).toBe(200);
    expect((await upload(client, base, { 'c.txt': 'z'.repeat(300) })).status).toBe(200);
    const use = await client.call(endpoints.use, {});
    expect([use.usedBytes, use.limitBytes]).toEqual([1000, 1000]);
  });

  it('counts the files of versions that are kept, and gives their room back with them', {
    tags: ['STORAGE-05'],
  }, async () => {
    const { client } = await server.signUp();
    const base = await fill(client, 'Handbook', { 'a.txt': 'x'.repeat(400) });
    const [item] = (await client.call(endpoints.items, {})).items;
    const document = { knowledgeBaseImportId: item?.id ?? '' };
    const settled = () =>
      eventually(async () => {
        const { items } = await client.call(documentImports.endpoints.listImports, { params: { id: base } });
        return items.every(({ status }) => status === 'COMPLETED');
      });
    const edit = async (version: number, text: string) => {
      const reply = await client.send(documents.endpoints.editContent, {
        body: { ...document, version, text },
      });
      await settled();
      return reply;
    };
    const used = async () => (await client.call(endpoints.use, {})).usedBytes;
    expect((await edit(1, 'y'.repeat(300))).status).toBe(200);
    expect(await used()).toBe(700);
    expect((await client.call(endpoints.items, {})).items[0]?.bytes).toBe(700);
    const refused = await edit(2, 'z'.repeat(301));
    expect([refused.status, refused.body.code]).toEqual([412, 'billing.plan_limit']);
    expect((await upload(client, base, { 'b.txt': 'b'.repeat(301) })).status).toBe(412);
    // Reverting needs no storage, because the file is already stored.
    await client.call(documents.endpoints.revertVersion, { body: { ...document, version: 1 } });
    await settled();
    expect(await used()).toBe(700);
    const place = { ...document, version: 2 };
    await client.call(documents.endpoints.deleteVersion, { params: place });
    expect(await used()).toBe(400);
  });
});
