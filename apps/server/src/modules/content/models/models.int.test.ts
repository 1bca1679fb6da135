import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { models } from '@atelier/contracts/content/models';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { embedAndPay } from '../../../../tests/fakes/embed-and-pay.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { findModelId } from './service/chosen-models.ts';
import { findVisionModel, resolveChatModel } from './service/resolve-chat-model.ts';
import { findTranscriptionModel } from './service/transcribe.ts';

describe('model providers', () => {
  let server: TestServer;
  let fake: FakeOpenAI;
  let owner: Client;
  let tenantId: string;

  beforeAll(async () => {
    fake = await startFakeOpenAI();
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(fake.baseUrl).host } });
    const signedUp = await server.signUp();
    owner = signedUp.client;
    tenantId = signedUp.user.tenantId;
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
  });

  const settings = () => ({ baseUrl: fake.baseUrl, apiKey: 'sk-very-secret' });
  const add = (extra: object = {}) =>
    owner.call(models.endpoints.createProvider, {
      body: {
        kind: 'openai-compatible',
        name: 'Fake',
        settings: settings(),
        chatModels: ['fake-chat'],
        embeddingModels: ['fake-embedding'],
        ...extra,
      },
    });

  it('offers the embedded model, as extractive, while there is no provider', async () => {
    const { models: offered } = await owner.call(models.endpoints.list, {});
    expect(offered).toMatchObject([
      { modelId: 'atelier/extractive', type: 'CHAT', isDefault: true, extractive: true },
    ]);
    const ctx = server.contextOf(tenantId);
    expect(await resolveChatModel(ctx, null)).toMatchObject({
      modelId: 'atelier/extractive',
      extractive: true,
    });
    expect([await findVisionModel(ctx), await findTranscriptionModel(ctx)]).toEqual([undefined, undefined]);
    expect(await findModelId(ctx, 'CHAT', 'atelier/extractive')).toBe('atelier/extractive');
    expect(await findModelId(ctx, 'EMBEDDING', 'atelier/extractive')).toBeNull();
    expect(await findModelId(ctx, 'EMBEDDING', null)).toBeNull();
  });

  it('stores a key encrypted, never shows it, and keeps it through a change of name', async () => {
    const made = await add();
    expect(made).toMatchObject({ secretsSet: ['apiKey'], settings: { baseUrl: fake.baseUrl } });
    const changed = await owner.call(models.endpoints.updateProvider, {
      params: { id: made.providerId },
      body: {
        kind: 'openai-compatible',
        name: 'Renamed',
        settings: { baseUrl: fake.baseUrl },
        chatModels: ['fake-chat'],
        embeddingModels: ['fake-embedding'],
      },
    });
    expect(changed).toMatchObject({ name: 'Renamed', secretsSet: ['apiKey'] });
    const late = await owner.send(models.endpoints.updateProvider, {
      params: { id: made.providerId },
      body: { kind: 'openai-compatible', name: 'Late', settings: settings(), revision: made.revision },
    });
    expect(late.body.code).toBe('models.provider_changed_meanwhile');
    const stored = await server.sql<{ row: string }>(
      'select model_providers::text as row from model_providers',
    );
    const shown = JSON.stringify([made, changed, await owner.call(models.endpoints.listProviders, {})]);
    expect(JSON.stringify(stored) + shown).not.toContain('sk-very-secret');
  });

  it('does not send a stored key to a new address', async () => {
    const made = await add({ kind: 'openai', settings: { apiKey: 'sk-very-secret', baseUrl: fake.baseUrl } });
    const { body } = await owner.send(models.endpoints.testProvider, {
      body: {
        kind: 'openai',
        providerId: made.providerId,
        settings: { baseUrl: 'https://attacker.example' },
      },
    });
    expect(body).toMatchObject({ code: 'models.settings_invalid' });
  });

  it('does not send a stored key to another Azure resource', async () => {
    const settings = { resourceName: 'ours', apiKey: 'azure-key' };
    const azure = { kind: 'azure' as const, name: 'Azure', chatModels: ['gpt'] };
    const { providerId } = await owner.call(models.endpoints.createProvider, {
      body: { ...azure, settings },
    });
    const params = { id: providerId };
    const body = { ...azure, settings: { resourceName: 'theirs' } };
    expect((await owner.send(models.endpoints.updateProvider, { params, body })).body).toMatchObject({
      code: 'models.settings_invalid',
      details: { issues: [{ path: 'settings.apiKey' }] },
    });
    const tried = await owner.send(models.endpoints.testProvider, { body: { ...body, providerId } });
    expect(tried.body.code).toBe('models.settings_invalid');
    const same = { ...azure, name: 'Azure of ours', settings: { resourceName: 'ours' } };
    expect(await owner.call(models.endpoints.updateProvider, { params, body: same })).toMatchObject({
      settings: { resourceName: 'ours' },
      secretsSet: ['apiKey'],
    });
  });

  it('tries a provider and says in its words what is wrong', async () => {
    const before = performance.now();
    const good = await owner.call(models.endpoints.testProvider, {
      body: { kind: 'openai-compatible', settings: settings() },
    });
    expect(good.latencyMs).toBeLessThanOrEqual(Math.ceil(performance.now() - before));
    expect(fake.requests.some(({ path }) => path.endsWith('/chat/completions'))).toBe(false);
    await owner.call(models.endpoints.testProvider, {
      body: { kind: 'openai-compatible', settings: settings(), chatModels: ['fake-chat-mini'] },
    });
    expect(fake.requests.at(-1)?.body['model']).toBe('fake-chat-mini');
    expect(good).toMatchObject({ ok: true, models: expect.arrayContaining(['fake-chat']) });
    const bad = await owner.call(models.endpoints.testProvider, {
      body: { kind: 'openai-compatible', settings: { ...settings(), apiKey: 'wrong-key' } },
    });
    expect(bad).toMatchObject({ ok: false, message: expect.stringContaining('Incorrect API key') });
  });

  it.each([
    'http://127.0.0.1:1/v1',
    'http://169.254.169.254/latest',
    'http://[::1]:1/v1',
    'http://2130706433/v1',
    'http://localhost:1/v1',
  ])('does not reach the address %s of the operator for a tenant', async (baseUrl) => {
    const trial = await owner.call(models.endpoints.testProvider, {
      body: { kind: 'openai-compatible', settings: { baseUrl, apiKey: 'k' } },
    });
    expect(trial).toMatchObject({ ok: false });
    expect(trial.message).not.toMatch(/ECONNREFUSED/);
  });

  it('makes a chosen model the default, and refuses one that does not exist', async () => {
    const { providerId } = await add({ name: 'Second', chatModels: ['fake-chat-mini'] });
    await owner.call(models.endpoints.setDefault, {
      body: { type: 'CHAT', modelId: `${providerId}/fake-chat-mini` },
    });
    const { models: offered } = await owner.call(models.endpoints.list, { query: { type: 'CHAT' } });
    expect(offered.filter((model) => model.isDefault).map((model) => model.label)).toEqual([
      'fake-chat-mini',
    ]);
    expect(
      (await owner.send(models.endpoints.setDefault, { body: { type: 'CHAT', modelId: 'nobody/nothing' } }))
        .body.code,
    ).toBe('models.not_found');
    const standard = { type: 'CHAT' as const, modelId: 'atelier/extractive' };
    await owner.call(models.endpoints.setDefault, { body: standard });
    const { models: quoting } = await owner.call(models.endpoints.list, { query: { type: 'CHAT' } });
    expect(quoting.filter((model) => model.isDefault).map((model) => model.modelId)).toEqual([
      'atelier/extractive',
    ]);
    const embedding = await owner.send(models.endpoints.setDefault, {
      body: { type: 'EMBEDDING', modelId: 'atelier/extractive' },
    });
    expect(embedding.body.code).toBe('models.not_found');
    await owner.call(models.endpoints.setDefault, {
      body: { type: 'CHAT', modelId: `${providerId}/fake-chat-mini` },
    });
    await owner.call(models.endpoints.removeProvider, { params: { id: providerId } });
    const missing = await owner.send(models.endpoints.removeProvider, { params: { id: providerId } });
    expect(missing.body.code).toBe('models.provider_not_found');
    const ctx = server.contextOf(tenantId);
    const fallback = await resolveChatModel(ctx, `${providerId}/fake-chat-mini`);
    expect(fallback.modelId).toMatch(/\/fake-chat$/);
    expect(await findModelId(ctx, 'CHAT', fallback.modelId)).toBe(fallback.modelId);
    expect(await findModelId(ctx, 'CHAT', `${providerId}/fake-chat-mini`)).toBeNull();
    expect(
      (await owner.call(models.endpoints.list, { query: { type: 'CHAT' } })).models.filter(
        (model) => model.isDefault,
      ),
    ).toHaveLength(1);
  });

  it('embeds texts in their order and charges each call once', async () => {
    const { providerId } = await add({ name: 'Embedder' });
    const ctx = server.contextOf(tenantId);
    const order = {
      modelId: `${providerId}/fake-embedding`,
      reference: 'query',
      purpose: 'QUESTION' as const,
    };
    const both = await embedAndPay(ctx, { ...order, texts: ['alpha', 'beta'] });
    const [beta] = (await embedAndPay(ctx, { ...order, texts: ['beta'] })).vectors;
    expect(both.vectors).toHaveLength(2);
    expect(both.vectors[1]).toEqual(beta);
    const kinds = await server.sql<{ kind: string; count: number }>(
      `select kind, count(*)::int as count from ledger_transactions where tenant_id = $1 and kind in ('HOLD', 'SETTLE') group by kind`,
      [tenantId],
    );
    expect(kinds).toEqual([{ kind: 'SETTLE', count: 2 }]);
  });

  it("gives every tenant the operator's provider without showing where it is", async () => {
    const managed = await startTestServer({
      env: { OPENAI_BASE_URL: fake.baseUrl, OPENAI_API_KEY: 'sk-operator', OPENAI_MODEL: 'fake-chat' },
    });
    const { client } = await managed.signUp();
    const { providers } = await client.call(models.endpoints.listProviders, {});
    expect(providers).toMatchObject([
      {
        managed: true,
        settings: {},
        chatModels: ['fake-chat'],
        abilities: { canUpdate: false, canRemove: false },
      },
    ]);
    expect(
      (await client.send(models.endpoints.removeProvider, { params: { id: providers[0]?.providerId ?? '' } }))
        .body.code,
    ).toBe('models.provider_managed');
    expect((await client.call(knowledge.endpoints.list, {})).items).toEqual([]);
    await managed.close();
  });
});
