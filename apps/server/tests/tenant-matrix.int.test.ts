import {
  apps,
  type Contract,
  chat,
  contracts,
  type Endpoint,
  knowledge,
  models,
  openai,
  type Role,
  rolePermissions,
} from '@atelier/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { eventually, startTestServer, type TestServer } from './harness.ts';

interface Ids {
  knowledgeBaseId: string;
  importId: string;
  appId: string;
  providerId: string;
}

const provider = { kind: 'openai' as const, name: 'Ours', settings: { apiKey: 'sk-ours' } };

/** Requests that name A's things, for every endpoint that takes an id. A new endpoint without one fails the test below. */
const requestsNaming = (
  ids: Ids,
): Map<Endpoint, { params?: object; query?: object; body?: unknown; refusal?: number[] }> =>
  new Map<Endpoint, { params?: object; query?: object; body?: unknown; refusal?: number[] }>([
    [knowledge.endpoints.get, { params: { id: ids.knowledgeBaseId } }],
    [knowledge.endpoints.update, { params: { id: ids.knowledgeBaseId }, body: { name: 'Taken over' } }],
    [knowledge.endpoints.remove, { params: { id: ids.knowledgeBaseId }, query: { force: true } }],
    [knowledge.endpoints.listImports, { params: { id: ids.knowledgeBaseId } }],
    [knowledge.endpoints.events, { query: { knowledgeBaseId: ids.knowledgeBaseId } }],
    [knowledge.endpoints.cancelImport, { params: { importId: ids.importId } }],
    [knowledge.endpoints.retryImport, { params: { importId: ids.importId } }],
    [knowledge.endpoints.listChunks, { params: { importId: ids.importId } }],
    [knowledge.endpoints.readSource, { params: { importId: ids.importId } }],
    [knowledge.endpoints.download, { params: { importId: ids.importId } }],
    [knowledge.endpoints.removeImports, { body: { ids: [ids.importId] } }],
    [knowledge.endpoints.retrievalTest, { body: { knowledgeBaseId: ids.knowledgeBaseId, query: 'leave' } }],
    [apps.endpoints.get, { params: { id: ids.appId } }],
    [apps.endpoints.update, { body: { appId: ids.appId, name: 'Taken over' } }],
    [apps.endpoints.remove, { params: { id: ids.appId } }],
    [apps.endpoints.removeByBody, { body: { appId: ids.appId } }],
    [
      apps.endpoints.create,
      { body: { name: 'On theirs', knowledgeBaseIds: [ids.knowledgeBaseId] }, refusal: [400] },
    ],
    [
      models.endpoints.updateProvider,
      { params: { id: ids.providerId }, body: { ...provider, name: 'Taken over' } },
    ],
    [models.endpoints.removeProvider, { params: { id: ids.providerId } }],
    [
      models.endpoints.setDefault,
      { body: { type: 'CHAT', modelId: `${ids.providerId}/gpt` }, refusal: [400] },
    ],
    [
      openai.endpoints.chatCompletions,
      { body: { model: `app:${ids.appId}`, messages: [{ role: 'user', content: 'leave?' }] } },
    ],
  ]);

/** Endpoints that take no id of a tenant's thing, or answer with an empty list for a foreign one. */
const withoutIds = new Set<Endpoint>([
  knowledge.endpoints.create,
  knowledge.endpoints.list,
  knowledge.endpoints.importFile,
  knowledge.endpoints.getImports,
  apps.endpoints.list,
  models.endpoints.types,
  models.endpoints.list,
  models.endpoints.listProviders,
  models.endpoints.createProvider,
  models.endpoints.testProvider,
  openai.endpoints.models,
]);

const endpointsOf = (list: readonly Contract[]): Endpoint[] =>
  list.flatMap((contract) => Object.values(contract.endpoints) as Endpoint[]);
const label = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;
const roles: Role[] = ['OWNER', 'ADMIN', 'BUILDER', 'OPERATOR', 'USER'];

describe('who may call what', () => {
  let server: TestServer;
  let owner: Client;
  let stranger: Client;
  let tenantId: string;
  let ids: Ids;

  beforeAll(async () => {
    server = await startTestServer();
    const signedUp = await server.signUp();
    owner = signedUp.client;
    tenantId = signedUp.user.tenantId;
    stranger = (await server.signUp('Grace Hopper')).client;
    const { knowledgeBaseId } = await owner.call(knowledge.endpoints.create, { body: { name: 'Ours' } });
    const form = new FormData();
    form.append('knowledgeBaseId', knowledgeBaseId);
    form.append('file', new Blob(['Leave is 25 days.']), 'leave.txt');
    await owner.fetch('/api/import/import-file', { method: 'POST', body: form });
    const list = await eventually(async () => {
      const page = await owner.call(knowledge.endpoints.listImports, { params: { id: knowledgeBaseId } });
      return page.balance.imported === 1 && page;
    });
    const { appId } = await owner.call(apps.endpoints.create, {
      body: { name: 'Ours', knowledgeBaseIds: [knowledgeBaseId] },
    });
    const { providerId } = await owner.call(models.endpoints.createProvider, { body: provider });
    ids = { knowledgeBaseId, importId: list.items[0]?.knowledgeBaseImportId ?? '', appId, providerId };
  });
  afterAll(() => server.close());

  const send = (client: Client, endpoint: Endpoint, request: object) =>
    client.send(endpoint, request as never);

  it('knows a request for every endpoint of the build domain', () => {
    const known = requestsNaming(ids);
    const all = endpointsOf([knowledge, apps, models, openai]);
    expect(all.filter((endpoint) => !known.has(endpoint) && !withoutIds.has(endpoint)).map(label)).toEqual(
      [],
    );
  });

  it('answers 404 to another tenant for every id, and changes nothing', async () => {
    for (const [endpoint, { refusal = [404], ...request }] of requestsNaming(ids)) {
      // Ids that are not there are no failure of a bulk delete; the count below shows that nothing went.
      const allowed = endpoint === knowledge.endpoints.removeImports ? [200, 404] : refusal;
      const { status, body } = await send(stranger, endpoint, request);
      expect(allowed, `${label(endpoint)} answered ${JSON.stringify(body)}`).toContain(status);
    }
    expect(
      (await owner.call(knowledge.endpoints.getImports, { query: { kbImportIds: ids.importId } })).imports,
    ).toHaveLength(1);
    expect(
      (await stranger.call(knowledge.endpoints.getImports, { query: { kbImportIds: ids.importId } })).imports,
    ).toEqual([]);
    expect((await owner.call(apps.endpoints.get, { params: { id: ids.appId } })).name).toBe('Ours');
    expect((await owner.call(models.endpoints.listProviders, {})).providers).toMatchObject([
      { name: 'Ours', secretsSet: ['apiKey'] },
    ]);
  });

  it('answers 401 without a session for everything that is not public', async () => {
    const visitor = server.visitor();
    const request = { params: { id: 'x', importId: 'x' } };
    for (const endpoint of endpointsOf(Object.values(contracts))) {
      if ('public' in endpoint.access) continue;
      const { status, body } = await send(visitor, endpoint, request);
      expect([status, body.code], label(endpoint)).toEqual([401, 'auth.unauthenticated']);
    }
  });

  it('follows the permission table for every role and endpoint, at once after a change of role (ROLE-01, ROLE-15)', async () => {
    for (const role of roles) {
      await server.sql('update memberships set role = $1 where tenant_id = $2', [role, tenantId]);
      for (const endpoint of endpointsOf(Object.values(contracts))) {
        if (!('allow' in endpoint.access)) continue;
        const { status } = await send(owner, endpoint, { params: { id: 'missing', importId: 'missing' } });
        const may = rolePermissions[role].has(endpoint.access.allow);
        expect(status === 403, `${role} ${label(endpoint)} got ${status}`).toBe(!may);
      }
    }
    await server.sql(`update memberships set role = 'OWNER' where tenant_id = $1`, [tenantId]);
  });

  it('lets a visitor ask and read public things only, whatever spelling the path has', async () => {
    const visitor = server.visitor();
    for (const path of [
      '/API/content/apps',
      '/api//content/apps',
      '/api/content/apps/',
      '/api/content/%61pps',
      '/api/content/apps%2f',
      '/api/./content/apps',
    ]) {
      const response = await visitor.fetch(path);
      expect([401, 404], `${path} answered ${response.status}`).toContain(response.status);
    }
    expect((await visitor.send(chat.endpoints.chatbot, { params: { id: ids.knowledgeBaseId } })).status).toBe(
      404,
    );
  });
});
