import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { modelCatalogue } from '@atelier/contracts/content/model-catalogue';
import { models } from '@atelier/contracts/content/models';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { filledBase, importTexts, settled } from '../../../../tests/knowledge.ts';

const { endpoints } = modelCatalogue;
const none = { label: null, temperature: null, maxOutputTokens: null };

describe('the models of a company, one by one', () => {
  let server: TestServer;
  let fake: FakeOpenAI;
  let owner: Client;
  let tenantId: string;
  let providerId: string;

  beforeAll(async () => {
    fake = await startFakeOpenAI();
    server = await startTestServer({
      env: {
        OUTBOUND_ALLOW: new URL(fake.baseUrl).host,
        OPENAI_BASE_URL: fake.baseUrl,
        OPENAI_API_KEY: 'sk-operator',
        OPENAI_MODEL: 'fake-chat',
        OPENAI_EMBEDDING_MODEL: 'fake-embedding',
      },
    });
    const signedUp = await server.signUp();
    owner = signedUp.client;
    tenantId = signedUp.user.tenantId;
    ({ providerId } = await offerModels(owner, fake.baseUrl, {
      chatModels: ['fake-chat', 'fake-chat-mini'],
      embeddingModels: ['fake-embedding'],
      visionModels: ['fake-vision'],
    }));
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
  });

  const get = (id: string, query: object = {}) => owner.send(endpoints.get, { params: { id }, query });
  const create = (model: string, body: object = {}) =>
    owner.send(endpoints.create, {
      params: { id: `${providerId}/${model}` },
      body: { type: 'CHAT', ...body },
    });

  it('reads a model with type, properties, owner and whether it is the default', {
    tags: ['MODEL-01', 'MODEL-03'],
  }, async () => {
    const own = await get(`${providerId}/fake-chat`);
    expect(own.body.responseData).toMatchObject({
      modelId: `${providerId}/fake-chat`,
      type: 'CHAT',
      owner: 'TENANT',
      kind: 'openai-compatible',
      properties: none,
      isDefault: true,
      price: { input: 1000, output: 4000, isAssumed: true },
      abilities: { canUpdate: true, canRemove: true },
    });
    const offered = await get('prv_operator_openai/fake-chat');
    expect(offered.body.responseData).toMatchObject({
      owner: 'PROVIDER',
      isDefault: false,
      abilities: { canUpdate: false, canRemove: false },
    });
    const quoting = await get('atelier/extractive');
    expect(quoting.body.responseData).toMatchObject({
      owner: 'PROVIDER',
      price: { input: 0, output: 0, isAssumed: false },
    });
    expect(JSON.stringify([own.body, offered.body])).not.toContain('sk-');
    expect((await get(`${providerId}/nothing`)).body.code).toBe('models.model_not_found');
  });

  it('answers an app, and embeds for a knowledge base, with the model of a provider that was picked', {
    tags: ['MODEL-02'],
  }, async () => {
    const knowledgeBaseId = await filledBase(owner, { 'leave.md': 'Employees get 25 days of leave.' });
    const { knowledgeBaseId: embedded } = await owner.call(knowledge.endpoints.create, {
      body: { name: 'By meaning', embeddingModelId: 'prv_operator_openai/fake-embedding' },
    });
    const embeddings = () => fake.requests.filter(({ path }) => path.endsWith('/embeddings'));
    const asleep = embeddings().length;
    const imports = await importTexts(owner, embedded, { 'boats.md': 'The blue boat sails at nine.' });
    await settled(
      owner,
      imports.map(({ knowledgeBaseImportId }) => knowledgeBaseImportId),
    );
    const sent = embeddings().slice(asleep);
    expect(sent.map(({ body, headers }) => [body['model'], headers.authorization])).toEqual([
      ['fake-embedding', 'Bearer sk-operator'],
    ]);
    expect(JSON.stringify(sent[0]?.body['input'])).toContain('The blue boat sails at nine.');
    const { appId } = await owner.call(apps.endpoints.create, {
      body: {
        name: 'Picked',
        access: 'PUBLIC',
        knowledgeBaseIds: [knowledgeBaseId],
        modelId: 'prv_operator_openai/fake-chat',
        configuration: 'MANUAL',
      },
    });
    const before = fake.requests.length;
    await server.visitor().send(chat.endpoints.query, {
      body: { appId, query: 'How many days of leave?', chatUserId: 'visitor-0123456789abcdef' },
    });
    const asked = fake.requests.slice(before).filter(({ path }) => path.endsWith('/chat/completions'));
    expect(asked.map(({ body, headers }) => [body['model'], headers.authorization])).toContainEqual([
      'fake-chat',
      'Bearer sk-operator',
    ]);
  });

  it('adds a model under the id that was given, which can be the default at once', {
    tags: ['MODEL-04'],
  }, async () => {
    const made = await create('vendor/fake-chat-long', {
      tenantId,
      properties: { label: 'Long answers', temperature: 0.3 },
      isDefault: true,
    });
    expect(made.body.responseData).toMatchObject({
      modelId: `${providerId}/vendor/fake-chat-long`,
      label: 'Long answers',
      properties: { label: 'Long answers', temperature: 0.3, maxOutputTokens: null },
      isDefault: true,
    });
    const { models: listed } = await owner.call(models.endpoints.list, { query: { type: 'CHAT' } });
    expect(listed.find(({ isDefault }) => isDefault)?.label).toBe('Long answers');
    expect((await create('vendor/fake-chat-long')).body.code).toBe('models.exists');
    const elsewhere = await owner.send(endpoints.create, {
      params: { id: 'prv_operator_openai/more' },
      body: { type: 'CHAT' },
    });
    expect(elsewhere.body.code).toBe('models.provider_managed');
    const nowhere = await owner.send(endpoints.create, { params: { id: 'more' }, body: { type: 'CHAT' } });
    expect(nowhere.body.code).toBe('models.provider_not_found');
    const ours = await owner.send(endpoints.create, {
      params: { id: 'atelier/extractive' },
      body: { type: 'CHAT' },
    });
    expect(ours.body.code).toBe('models.provider_managed');
    expect((await create('x'.repeat(201))).body.code).toBe('models.provider_not_found');
    expect((await create('x'.repeat(200))).status).toBe(200);
    const warm = await create('warm', { type: 'EMBEDDING', properties: { temperature: 1 } });
    expect(warm.body.code).toBe('models.property_unknown');
    await owner.call(endpoints.remove, {
      body: undefined,
      params: { id: `${providerId}/vendor/fake-chat-long` },
    });
  });

  it('changes the properties of a model, which its next replies keep', { tags: ['MODEL-05'] }, async () => {
    await create('fake-chat-short');
    const id = `${providerId}/fake-chat-short`;
    const changed = await owner.call(endpoints.update, {
      params: { id },
      body: { type: 'CHAT', properties: { label: 'Short', maxOutputTokens: 77 } },
    });
    expect(changed).toMatchObject({ label: 'Short', properties: { maxOutputTokens: 77 } });
    const { appId } = await owner.call(apps.endpoints.create, {
      body: { name: 'Short', access: 'PUBLIC', modelId: id, configuration: 'MANUAL' },
    });
    const before = fake.requests.length;
    await server.visitor().send(chat.endpoints.query, {
      body: { appId, query: 'Hello there', chatUserId: 'visitor-0123456789abcdef' },
    });
    const bodies = fake.requests.slice(before).map(({ body }) => body);
    expect(bodies.find(({ model }) => model === 'fake-chat-short')).toMatchObject({ max_tokens: 77 });
    // A change of the provider's form keeps the properties of the models that stay in its lists.
    await owner.call(models.endpoints.updateProvider, {
      params: { id: providerId },
      body: {
        kind: 'openai-compatible',
        name: 'Renamed',
        settings: { baseUrl: fake.baseUrl },
        chatModels: ['fake-chat', 'fake-chat-mini', 'fake-chat-short'],
        embeddingModels: ['fake-embedding'],
        visionModels: ['fake-vision'],
      },
    });
    expect((await get(id)).body.responseData).toMatchObject({ label: 'Short' });
    const change = (model: string, body: object) =>
      owner.send(endpoints.update, {
        params: { id: `${providerId}/${model}` },
        body: { type: 'CHAT', ...body },
      });
    const { revision } = (await get(`${providerId}/fake-chat-mini`)).body.responseData ?? {};
    const [late, missing, inTime] = [
      await change('fake-chat-short', { revision }),
      await change('nothing', {}),
      await change('fake-chat-mini', { revision, properties: { label: 'Mini' } }),
    ];
    expect([late.body.code, missing.body.code]).toEqual([
      'models.model_changed_meanwhile',
      'models.model_not_found',
    ]);
    expect(inTime.body.responseData).toMatchObject({ label: 'Mini', isDefault: false });
    const foreign = await owner.send(endpoints.update, {
      params: { id: `${providerId}/fake-embedding` },
      body: { type: 'EMBEDDING', properties: { temperature: 1 } },
    });
    expect(foreign.body).toMatchObject({
      code: 'models.property_unknown',
      details: { property: 'temperature', type: 'EMBEDDING' },
    });
  });

  it('deletes a model on both services, and chooses another default', {
    tags: ['MODEL-06', 'MODEL-12', 'MODEL-13'],
  }, async () => {
    await create('gone-1', { isDefault: true, properties: { label: 'Going' } });
    await create('gone-2');
    await create('kept', { properties: { label: 'Kept' } });
    await create('kept', { type: 'VISION' });
    await create('kept', { type: 'RERANK' });
    const first = {
      body: undefined,
      params: { id: `${providerId}/gone-1` },
      query: { type: 'CHAT' as const },
    };
    await owner.call(endpoints.remove, { ...first, body: { tenantId } });
    await owner.call(endpoints.removeFromContent, {
      body: undefined,
      params: { id: `${providerId}/gone-2` },
    });
    const { models: owned } = await owner.call(endpoints.owned, {});
    expect(owned.filter(({ model }) => model.startsWith('gone'))).toEqual([]);
    expect((await get(`${providerId}/kept`)).body.responseData).toMatchObject({
      type: 'CHAT',
      label: 'Kept',
    });
    const kept = { body: undefined, params: { id: `${providerId}/kept` } };
    await owner.call(endpoints.remove, { ...kept, query: { type: 'CHAT' } });
    expect((await get(`${providerId}/kept`)).body.responseData).toMatchObject({ type: 'VISION' });
    await owner.call(endpoints.remove, kept);
    const removals = await server.sql(
      `select details from audit_log where action = 'models.model_removed' and subject_id = $1 order by created_at`,
      [`${providerId}/kept`],
    );
    expect(removals).toEqual([{ details: { types: 'CHAT' } }, { details: { types: 'VISION, RERANK' } }]);
    const { model } = await owner.call(endpoints.standard, { params: { type: 'CHAT' } });
    expect(model?.modelId).toBe(`${providerId}/fake-chat`);
    for (const endpoint of [endpoints.remove, endpoints.removeFromContent])
      expect((await owner.send(endpoint, first)).body.code).toBe('models.model_not_found');
    // A model of the same name that is added later inherits nothing.
    expect((await create('gone-1')).body.responseData).toMatchObject({ label: 'gone-1', isDefault: false });
    await owner.call(endpoints.remove, first);
    const foreign = await owner.send(endpoints.remove, { ...first, body: { tenantId: 'tnt_other' } });
    expect(foreign.status).toBe(403);
  });

  it('lists the properties of each type, and its default', {
    tags: ['MODEL-07', 'MODEL-08'],
  }, async () => {
    const namesOf = async (type: 'CHAT' | 'EMBEDDING') =>
      (await owner.call(endpoints.properties, { params: { type } })).properties.map(({ name }) => name);
    expect(await namesOf('CHAT')).toEqual(['label', 'temperature', 'maxOutputTokens']);
    expect(await namesOf('EMBEDDING')).toEqual(['label']);
    const chosen = { type: 'VISION' as const, modelId: `${providerId}/fake-vision` };
    await owner.call(models.endpoints.setDefault, { body: chosen });
    const { model } = await owner.call(endpoints.standard, { params: { type: 'VISION' } });
    expect(model).toMatchObject({ ...chosen, isDefault: true });
    expect(await owner.call(endpoints.standard, { params: { type: 'RERANK' } })).toEqual({
      type: 'RERANK',
      model: null,
    });
    const unknown = await owner.send(endpoints.properties, { params: { type: 'SMELL' as never } });
    expect(unknown.status).toBe(400);
  });

  it('lists models by type and tenant, those that are owned, and those of a provider', {
    tags: ['MODEL-09', 'MODEL-10', 'MODEL-11'],
  }, async () => {
    const { models: embedding } = await owner.call(models.endpoints.list, {
      query: { type: 'EMBEDDING', tenantId },
    });
    expect(embedding.map(({ modelId }) => modelId)).toEqual([
      `${providerId}/fake-embedding`,
      'prv_operator_openai/fake-embedding',
    ]);
    const { models: owned } = await owner.call(endpoints.owned, { query: { type: 'EMBEDDING' } });
    expect(owned.map(({ modelId }) => modelId)).toEqual([`${providerId}/fake-embedding`]);
    const { providers } = await owner.call(endpoints.byProvider, {});
    expect(providers.map((each) => [each.providerId, each.owner])).toEqual([
      [providerId, 'TENANT'],
      ['prv_operator_openai', 'PROVIDER'],
      ['atelier', 'PROVIDER'],
    ]);
    const { providers: one } = await owner.call(endpoints.byProvider, {
      query: { providerId: 'prv_operator_openai' },
    });
    expect(one.flatMap((each) => each.models.map(({ model, type }) => [model, type]))).toEqual([
      ['fake-chat', 'CHAT'],
      ['fake-embedding', 'EMBEDDING'],
    ]);
  });

  it('takes at most fifty models of a type', async () => {
    const names = Array.from({ length: 50 }, (_none, index) => `rerank-${index}`);
    const { providerId: full } = await owner.call(models.endpoints.createProvider, {
      body: {
        kind: 'openai-compatible',
        name: 'Full',
        settings: { baseUrl: fake.baseUrl, apiKey: 'sk-test' },
        rerankModels: names,
      },
    });
    const more = await owner.send(endpoints.create, {
      params: { id: `${full}/one-more` },
      body: { type: 'RERANK' },
    });
    expect(more.body.code).toBe('models.too_many');
  });
});
