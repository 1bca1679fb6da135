import { apps } from '@atelier/contracts/assistants/apps';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { findFrameSites } from '../../../kernel/http/public-objects.ts';

describe('the sites that may show an app', () => {
  let server: TestServer;
  let client: Client;
  const sites = ['https://shop.example', 'https://*.blog.example', 'http://localhost:8080'];

  beforeAll(async () => {
    server = await startTestServer();
    client = (await server.signUp()).client;
  });
  afterAll(() => server.close());

  const create = (name: string, allowedSites?: string[]) =>
    client.call(apps.endpoints.create, { body: { name, access: 'PUBLIC', allowedSites } });
  const framedBy = (appId: string) => findFrameSites(server.pool, appId);

  it('are none until somebody allows them, and change with the settings', {
    tags: ['ROUTE-30'],
  }, async () => {
    const { appId, allowedSites } = await create('Plain');
    expect(allowedSites).toEqual([]);
    expect(await framedBy(appId)).toEqual([]);
    await client.call(apps.endpoints.update, { body: { appId, allowedSites: sites } });
    expect(await framedBy(appId)).toEqual(sites);
    await client.call(apps.endpoints.update, { body: { appId, name: 'Plainer' } });
    expect(await framedBy(appId)).toEqual(sites);
    await client.call(apps.endpoints.update, { body: { appId, allowedSites: [] } });
    expect(await framedBy(appId)).toEqual([]);
  });

  it('are those of a new app from the beginning, and none of a deleted one', async () => {
    const { appId } = await create('Ready', sites);
    expect(await framedBy(appId)).toEqual(sites);
    await client.call(apps.endpoints.remove, { params: { id: appId } });
    expect(await framedBy(appId)).toEqual([]);
  });

  it('are refused when they would say more in a header than a site', async () => {
    for (const site of [
      "https://a.example 'unsafe-inline'",
      'https://a.example; script-src *',
      '*',
      'a.example',
    ])
      expect(
        (await client.send(apps.endpoints.create, { body: { name: site, allowedSites: [site] } })).body,
      ).toMatchObject({
        success: false,
        responseCode: 400,
      });
  });
});
