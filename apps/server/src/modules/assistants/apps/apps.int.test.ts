import { apps } from '@atelier/contracts/assistants/apps';
import { models } from '@atelier/contracts/content/models';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { joinTenant } from '../../../../tests/member.ts';

describe('the model of an app', () => {
  let server: TestServer;
  let client: Client;
  let providerId: string;

  beforeAll(async () => {
    server = await startTestServer();
    client = (await server.signUp()).client;
    const provider = {
      kind: 'openai' as const,
      name: 'Ours',
      settings: { apiKey: 'sk-ours' },
      chatModels: ['gpt'],
    };
    providerId = (await client.call(models.endpoints.createProvider, { body: provider })).providerId;
  });
  afterAll(() => server.close());

  const create = (name: string, modelId: string | null) =>
    client.send(apps.endpoints.create, { body: { name, modelId } });

  it('is one of the tenant’s, the embedded one, or none', async () => {
    for (const modelId of [null, 'atelier/extractive', `${providerId}/gpt`]) {
      const { body } = await create(`On ${modelId}`, modelId);
      expect(body).toMatchObject({ success: true, responseData: { modelId } });
    }
  });

  it('is refused when the tenant has no such model, and nothing is created or changed', async () => {
    const refused = { responseCode: 400, code: 'apps.model_not_found' };
    for (const modelId of [`${providerId}/other`, 'prv_missing/gpt', 'gpt'])
      expect((await create('Refused', modelId)).body).toMatchObject(refused);
    const { appId } = await client.call(apps.endpoints.create, { body: { name: 'Kept' } });
    const change = { appId, name: 'Changed', modelId: 'gpt' };
    expect((await client.send(apps.endpoints.update, { body: change })).body).toMatchObject(refused);
    expect(await client.call(apps.endpoints.get, { params: { id: appId } })).toMatchObject({
      name: 'Kept',
      modelId: null,
    });
  });

  it('may stay one that no longer exists while other settings are changed', async () => {
    const { providerId: gone } = await client.call(models.endpoints.createProvider, {
      body: { kind: 'openai', name: 'Gone', settings: { apiKey: 'sk-gone' }, chatModels: ['gpt'] },
    });
    const modelId = `${gone}/gpt`;
    const { appId } = await client.call(apps.endpoints.create, { body: { name: 'Left behind', modelId } });
    await client.call(models.endpoints.removeProvider, { params: { id: gone } });
    const change = { appId, name: 'Renamed', modelId };
    expect(await client.call(apps.endpoints.update, { body: change })).toMatchObject({
      name: 'Renamed',
      modelId,
    });
  });
});

describe('the settings of an app', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('can be set by builders, and by nobody who only uses apps', { tags: ['ROLE-13'] }, async () => {
    const { client: owner, user } = await server.signUp();
    const { appId } = await owner.call(apps.endpoints.create, { body: { name: 'Helper', access: 'PUBLIC' } });
    const change = async (role: 'BUILDER' | 'OPERATOR' | 'USER') => {
      const { client } = await joinTenant(server, { tenantId: user.tenantId, role });
      const body = { appId, name: 'Helper', instructions: `Said by ${role}` };
      return (await client.send(apps.endpoints.update, { body })).status;
    };
    expect(await change('BUILDER')).toBe(200);
    expect([await change('OPERATOR'), await change('USER')]).toEqual([403, 403]);
    const { instructions } = await owner.call(apps.endpoints.get, { params: { id: appId } });
    expect(instructions).toBe('Said by BUILDER');
  });
});
