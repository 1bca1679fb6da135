import { openSite, page, type Site } from '@atelier/connectors/tests/website/site';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import type { Source } from '@atelier/contracts/content/sources/source-shapes';
import { sources } from '@atelier/contracts/content/sources/sources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { newSource, synced } from './fakes/record-server.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { newKnowledgeBase } from './knowledge.ts';

const { endpoints } = sources;

describe('a website as a source', () => {
  let site: Site;
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    site = await openSite({
      '/robots.txt': (response) => void response.end('User-agent: *\nDisallow: /private'),
      '/': page('Opening hours', ['/prices', '/old', '/private', 'http://169.254.169.254/latest/']),
      '/prices': page('Prices', [], '<meta charset="utf-8">'),
      '/old': page('Old news'),
    });
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(site.origin).host } });
    client = (await server.signUp()).client;
  });
  afterAll(async () => {
    await server.close();
    await site.close();
  });

  const documents = async (id: string) =>
    (
      await client.call(documentImports.endpoints.listImports, {
        params: { id },
        query: { sort: 'name', order: 'asc' },
      })
    ).items.map(({ name, type, status, version }) => `${name} ${type} ${status} v${version}`);

  it('becomes documents that are found, with a report, and is followed at the next sync', {
    tags: ['KB-01', 'KB-16', 'CONNECTOR-07'],
  }, async () => {
    const knowledgeBaseId = await newKnowledgeBase(client);
    const settings = { address: site.origin, read: 'links', pages: 50 };
    const { sourceId } = await newSource(client, {
      knowledgeBaseId,
      type: 'WEBSITE',
      name: 'Site',
      settings,
    });
    const first = await synced(client, sourceId);
    expect(first.sync).toMatchObject({ status: 'COMPLETED' });
    expect(first.balance).toMatchObject({ imported: 3, skipped: 2, failed: 0 });
    expect(await documents(knowledgeBaseId)).toEqual([
      'Old news WEBSITE COMPLETED v1',
      'Opening hours WEBSITE COMPLETED v1',
      'Prices WEBSITE COMPLETED v1',
    ]);
    const { results } = await client.call(retrieval.endpoints.retrievalTest, {
      body: { knowledgeBaseId, query: 'prices', mode: 'BM25' },
    });
    expect(results[0]?.text).toContain('What there is to know about Prices.');

    const base = await client.call(knowledge.endpoints.get, { params: { id: knowledgeBaseId } });
    expect(base.sourceKinds).toEqual(['WEBSITE']);

    site.routes['/'] = page('Opening hours', ['/prices']);
    await client.call(endpoints.sync, { params: { sourceId }, body: {} });
    const second: Source = await synced(client, sourceId);
    expect(second.balance).toMatchObject({ imported: 1, unchanged: 1, removed: 1 });
    expect(await documents(knowledgeBaseId)).toEqual([
      'Opening hours WEBSITE COMPLETED v2',
      'Prices WEBSITE COMPLETED v1',
    ]);
  });

  it('inside the operator’s network is refused with a reason, by the Test button too', {
    tags: ['CONNECTOR-07'],
  }, async () => {
    const settings = { address: 'http://169.254.169.254/latest/meta-data/', read: 'page' };
    const call = client.call(endpoints.test, { body: { type: 'WEBSITE', settings } });
    await expect(call).rejects.toThrow('169.254.169.254 is not a public address.');
  });

  it('keeps an unchanged page as it is at the next sync', async () => {
    const knowledgeBaseId = await newKnowledgeBase(client);
    const body = {
      knowledgeBaseId,
      type: 'WEBSITE' as const,
      settings: { address: `${site.origin}/prices`, read: 'links', pages: 1 },
    };
    const first = await newSource(client, { ...body, name: 'Prices' });
    await synced(client, first.sourceId);
    const { sourceId } = await newSource(client, { ...body, name: 'Prices again' });
    const causes = async () => {
      await synced(client, sourceId);
      const { items } = await client.call(endpoints.report, { params: { sourceId } });
      return items.flatMap(({ name, cause }) => (name === 'Prices' ? [cause] : []));
    };
    const before = await causes();
    expect(before).toMatchObject([{ code: 'sources.duplicate' }]);
    await client.call(endpoints.sync, { params: { sourceId }, body: {} });
    expect(await causes()).toEqual(before);
  });
});
