import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { models } from '@atelier/contracts/content/models';
import { audit } from '@atelier/contracts/operate/audit';
import { type FakeServer, startFakeServer } from '@atelier/models/tests/fake-http';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { newSource, synced } from '../../../../tests/fakes/record-server.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { filledBase, newKnowledgeBase } from '../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../tests/member.ts';
import { proveOperator } from '../../../../tests/prove-operator.ts';

const { endpoints } = models;

describe('a model server at a private address', () => {
  let server: TestServer;
  let local: FakeOpenAI;
  let address: string;
  /** The owner of a tenant who has also proven to be the operator. */
  let operator: Client;
  let tenantId: string;

  beforeAll(async () => {
    local = await startFakeOpenAI();
    address = new URL(local.baseUrl).host;
    server = await startTestServer();
  });
  afterAll(async () => {
    await server.close();
    await local.close();
  });
  beforeEach(async () => {
    const signedUp = await server.signUp();
    operator = signedUp.client;
    tenantId = signedUp.user.tenantId;
    await proveOperator(operator, server);
  });

  const test = (client: Client, baseUrl = local.baseUrl) =>
    client.call(endpoints.testProvider, {
      body: {
        kind: 'openai-compatible',
        settings: { baseUrl, apiKey: 'sk-test' },
        chatModels: ['fake-chat'],
      },
    });
  const allow = (client: Client, host = address) =>
    client.send(endpoints.allowAddress, { body: { address: host } });
  const codeOf = async (reply: ReturnType<typeof allow>) => {
    const { status, body } = await reply;
    return [status, body.success ? 'ok' : body.code];
  };
  const listed = async (client: Client) =>
    (await client.call(endpoints.listAddresses, {})).addresses.map((each) => each.address);

  it('is refused until it is allowed, and only the operator is told that they may allow it', async () => {
    expect(await test(operator)).toMatchObject({ ok: false, mayAllow: address });
    const { client: stranger } = await server.signUp();
    expect(await test(stranger)).toMatchObject({
      ok: false,
      mayAllow: null,
      message: expect.stringContaining(`OUTBOUND_ALLOW=${address}`),
    });
    expect((await test(operator, 'http://127.0.0.1:1/v1')).mayAllow).toBe('127.0.0.1:1');
  });

  it('is allowed by nobody without the proof, and by nobody who may not write models', async () => {
    const { client: stranger } = await server.signUp();
    expect(await codeOf(allow(stranger))).toEqual([403, 'models.operator_only']);
    expect(await listed(stranger)).toEqual([]);
    const { client: member } = await joinTenant(server, { tenantId, role: 'USER' });
    await proveOperator(member, server);
    expect(await codeOf(allow(member))).toEqual([403, 'auth.forbidden']);
    expect((await member.send(endpoints.listAddresses, {})).status).toBe(403);
    expect(await listed(operator)).toEqual([]);
  });

  it('works once allowed, and an app answers through it', async () => {
    expect(await codeOf(allow(operator))).toEqual([200, 'ok']);
    expect(await test(operator)).toMatchObject({ ok: true, mayAllow: null });
    expect(await answerOf(operator)).toMatchObject({ status: 200, isWritten: true });
  });

  it('stays closed to another company, to a website source and to the plain way out', async () => {
    await allow(operator);
    const { client: other } = await server.signUp();
    await proveOperator(other, server);
    expect(await test(other)).toMatchObject({ ok: false, mayAllow: address });
    expect(await answerOf(other)).toMatchObject({ isWritten: false });
    expect(await listed(other)).toEqual([]);

    const before = local.requests.length;
    const { sourceId } = await newSource(operator, {
      knowledgeBaseId: await newKnowledgeBase(operator),
      type: 'WEBSITE',
      name: 'Inside',
      settings: { address: local.origin, read: 'page' },
    });
    expect((await synced(operator, sourceId)).balance.imported).toBe(0);
    await expect(server.services.outbound.fetch(local.baseUrl)).rejects.toMatchObject({
      code: 'outbound.blocked',
    });
    expect(local.requests.length).toBe(before);
  });

  it('opens its own port and no other, not by a redirect either', async () => {
    const redirecting: FakeServer = await startFakeServer((_request, response) => {
      response.writeHead(307, { location: `${local.baseUrl}/models` }).end();
    });
    try {
      await allow(operator, new URL(redirecting.origin).host);
      expect(await test(operator)).toMatchObject({ ok: false, mayAllow: address });
      await allow(operator);
      const before = local.requests.length;
      const answered = await test(operator, `${redirecting.origin}/v1`);
      expect(answered).toMatchObject({ ok: false, mayAllow: null, message: 'HTTP 307' });
      expect(redirecting.requests.length).toBeGreaterThan(0);
      expect(local.requests.length).toBe(before);
    } finally {
      await redirecting.close();
    }
  });

  it.each(['127.0.0.1', '10.0.0.0/8', '10.0.0.0/8:80', 'http://127.0.0.1:80', 'a@127.0.0.1:80', ''])(
    'is no range and no half of an address: %s',
    async (host) => {
      expect(await codeOf(allow(operator, host))).toEqual([400, 'request.invalid']);
    },
  );

  it('is closed again when it is removed, and both are in the audit log', async () => {
    const { addressId } = await operator.call(endpoints.allowAddress, { body: { address } });
    expect(await operator.call(endpoints.allowAddress, { body: { address } })).toMatchObject({ addressId });
    expect(await listed(operator)).toEqual([address]);
    const { client: stranger } = await server.signUp();
    const foreign = await stranger.send(endpoints.removeAddress, { params: { id: addressId } });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'models.address_not_found']);
    expect(await test(operator)).toMatchObject({ ok: true });
    await operator.call(endpoints.removeAddress, { params: { id: addressId } });
    expect(await listed(operator)).toEqual([]);
    expect(await test(operator)).toMatchObject({ ok: false, mayAllow: address });
    expect(await answerOf(operator)).toMatchObject({ isWritten: false });
    const { items } = await operator.call(audit.endpoints.list, { query: {} });
    const written = items.filter(({ subjectId }) => subjectId === addressId);
    expect(written.map(({ action, details }) => [action, details])).toEqual([
      ['models.address_removed', { address }],
      ['models.address_allowed', { address }],
      ['models.address_allowed', { address }],
    ]);
  });

  /** Returns the answer of an app whose model is at the private address. */
  const answerOf = async (client: Client) => {
    const knowledgeBaseId = await filledBase(client, {
      'leave.txt': 'Employees get 25 days of leave.',
    });
    const { providerId } = await offerModels(client, local.baseUrl, { chatModels: ['fake-chat'] });
    const { appId } = await client.call(apps.endpoints.create, {
      body: {
        name: `App ${crypto.randomUUID()}`,
        access: 'PUBLIC',
        knowledgeBaseIds: [knowledgeBaseId],
        modelId: `${providerId}/fake-chat`,
      },
    });
    const before = local.requests.length;
    const { status, body } = await client.send(chat.endpoints.query, {
      body: {
        appId,
        query: 'How many days of leave do employees get?',
        chatUserId: 'visitor-0123456789abcdef',
      },
    });
    const asked = local.requests.slice(before).filter(({ path }) => path.endsWith('/chat/completions'));
    return { status, code: body.code, isWritten: body.success && asked.length > 0 };
  };
});
