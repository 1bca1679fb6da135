import type { AddressInfo, Server } from 'node:net';
import { createPostgresql } from '@atelier/connectors/databases';
import { openShop, type Shop } from '@atelier/connectors/tests/databases/shop-database';
import { connections } from '@atelier/contracts/content/connections/connections';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { sources } from '@atelier/contracts/content/sources/sources';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBridge } from '../../../../tests/database-bridge.ts';
import { newSource, synced } from '../../../../tests/fakes/record-server.ts';
import { eventually, startTestServer } from '../../../../tests/harness.ts';
import { newKnowledgeBase } from '../../../../tests/knowledge.ts';
import { createOutbound } from '../../../kernel/outbound/outbound.ts';
import { outboundIo } from '../connections/index.ts';

describe('database sources', () => {
  let connection: FieldValues;
  let bridge: Server;
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop(inject('adminUrl'));
    bridge = await openBridge(shop.address);
    const { port } = bridge.address() as AddressInfo;
    const { reader, database } = shop;
    connection = { host: '127.0.0.1', port, ...reader, database, tls: 'OFF' };
  });
  afterAll(async () => {
    bridge.close();
    await shop.close();
  });

  it.each([{ port: 1 }, { host: '10.0.0.1' }])('does not reach what is not permitted: %o', async (change) => {
    const outbound = createOutbound({ allow: [`127.0.0.1:${String(Number(connection['port']))}`] });
    const io = { ...outboundIo(outbound), signal: new AbortController().signal };
    const input = { connection: { ...connection, ...change }, settings: {} };
    await expect(createPostgresql().test(io, input)).rejects.toMatchObject({ code: 'sources.blocked' });
    expect(await createPostgresql().test(io, { connection, settings: {} })).toContain('can read 3 tables');
    await outbound.close();
  });

  it('imports a table through a connection, and what is gone there is gone here after the next sync', async () => {
    const server = await startTestServer({
      env: { OUTBOUND_ALLOW: `127.0.0.1:${String(Number(connection['port']))}` },
    });
    try {
      const { client } = await server.signUp();
      const { connectionId } = await client.call(connections.endpoints.create, {
        body: { name: 'Shop', service: 'DATABASE', kind: 'POSTGRESQL', values: connection },
      });
      const knowledgeBaseId = await newKnowledgeBase(client);
      const settings = { table: 'articles', titleColumn: 'title', template: '{{title}}: {{body}}' };
      const { sourceId } = await newSource(client, {
        knowledgeBaseId,
        type: 'POSTGRESQL',
        connectionId,
        settings,
      });
      expect((await synced(client, sourceId)).balance).toMatchObject({ imported: 7, failed: 0 });
      await shop.admin.query('delete from articles where id = 1');
      await client.call(sources.endpoints.sync, { params: { sourceId }, body: {} });
      expect((await synced(client, sourceId)).balance).toMatchObject({ unchanged: 6, removed: 1 });
      const { items } = await client.call(documentImports.endpoints.listImports, {
        params: { id: knowledgeBaseId },
        query: {},
      });
      expect(items.map(({ type }) => type)).toEqual(Array.from({ length: 6 }, () => 'POSTGRESQL'));
      const source = { type: 'POSTGRESQL' as const, connectionId, settings };
      const { options } = await client.call(sources.endpoints.options, {
        body: { ...source, settings: {}, field: 'table' },
      });
      expect(options.map(({ value }) => value)).toContain('"public"."articles"');
      await shop.admin.query(
        `insert into articles (id, title, body) select 100 + n, 'Title', 'Body' from generate_series(1, 30) n`,
      );
      const estimate = (maxItems: number) =>
        client.call(sources.endpoints.estimate, {
          body: { knowledgeBaseId, source: { ...source, maxItems } },
        });
      expect(await estimate(1000)).toMatchObject({
        documents: 36,
        pages: 36,
        isExact: false,
        note: 'The first 12 of 36 were looked at.',
      });
      expect(await estimate(20)).toMatchObject({ documents: 20, pages: 20 });
      await shop.admin.query('delete from articles where id > 100');
    } finally {
      await server.close();
    }
  });

  it('waits for the turn of its connection, together with everything else that uses it', async () => {
    const server = await startTestServer({
      env: { OUTBOUND_ALLOW: `127.0.0.1:${String(Number(connection['port']))}` },
    });
    try {
      const { client } = await server.signUp();
      const limits = { concurrency: { limit: 1, key: '' }, throttle: null };
      const { connectionId } = await client.call(connections.endpoints.create, {
        body: { name: 'Shop', service: 'DATABASE', kind: 'POSTGRESQL', values: connection, limits },
      });
      const settings = { table: 'articles', titleColumn: 'title', template: '{{title}}' };
      const body = { type: 'POSTGRESQL' as const, connectionId, settings };
      await server.sql(
        `insert into held_turns (tenant_id, id, limit_key, is_held, until)
          select tenant_id, 'trn_other', 'connection ' || id || ' ', true, now() + interval '1 hour' from connections where id = $1`,
        [connectionId],
      );
      const { sourceId } = await newSource(client, {
        ...body,
        knowledgeBaseId: await newKnowledgeBase(client),
      });
      const stage = async () =>
        (await server.sql<{ stage: string }>('select stage from runs where subject_id = $1', [sourceId]))[0]
          ?.stage;
      await eventually(async () => (await stage()) === 'Waiting for the turn of its connection');
      const params = { sourceId };
      const schedule = { every: 'HOURLY' as const };
      await client.call(sources.endpoints.update, { params, body: { schedule } });
      await client.call(sources.endpoints.cancel, { params });
      expect((await synced(client, sourceId)).nextSyncAt).not.toBeNull();
      await client.call(sources.endpoints.retry, { params });
      await eventually(async () => (await stage()) === 'Waiting for the turn of its connection');
      await server.sql(`select atelier.end_turn(tenant_id, id) from held_turns where id = 'trn_other'`);
      expect((await synced(client, sourceId)).balance).toMatchObject({ failed: 0, pending: 0 });
      expect(await server.sql('select 1 from held_turns')).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
