import { access } from '@atelier/contracts/account/access';
import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { reports } from '@atelier/contracts/assistants/chat/reports';
import { trial } from '@atelier/contracts/assistants/chat/trial';
import { openai } from '@atelier/contracts/assistants/programs/openai';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { baseRemoval } from '@atelier/contracts/content/documents/base-removal';
import { models } from '@atelier/contracts/content/models';
import { audit } from '@atelier/contracts/operate/audit';
import { evaluation } from '@atelier/contracts/operate/evaluation/evaluation';
import { onboarding } from '@atelier/contracts/operate/onboarding/onboarding';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { filledBase, importTexts, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../tests/member.ts';
import { findAppAnswerer, knowledgeForChat } from './index.ts';

const handbook = '# Leave\n\nEmployees get 25 days of paid leave per year.\n';
const chatUserId = 'visitor-0123456789abcdef';

let server: TestServer;
let owner: Client;
let tenantId: string;
beforeAll(async () => {
  server = await startTestServer();
  const signedUp = await server.signUp();
  owner = signedUp.client;
  tenantId = signedUp.user.tenantId;
});
afterAll(() => server.close());

const create = (body: object) =>
  owner.call(apps.endpoints.create, {
    body: { name: `App ${crypto.randomUUID()}`, access: 'PUBLIC', ...body },
  });
const send = (body: object) =>
  owner.send(apps.endpoints.create, { body: { name: `App ${crypto.randomUUID()}`, ...body } });
const get = (id: string) => owner.call(apps.endpoints.get, { params: { id } });
const ask = (appId: string, query = 'How many days of paid leave?') =>
  server.visitor().send(chat.endpoints.query, { body: { appId, query, chatUserId } });
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const inputCheck = { name: 'INPUT_CHECKING', enabled: true, flow_list: ['self check input'] };
const filled = () => filledBase(owner, { 'handbook.md': handbook });

describe('a new app', () => {
  it('has the settings of the documents', {
    tags: [
      'APP-22',
      'APP-24',
      'APP-25',
      'APP-26',
      'APP-27',
      'APP-28',
      'APP-29',
      'APP-30',
      'APP-31',
      'APP-32',
    ],
  }, async () => {
    const app = await create({});
    expect(app.model).toEqual({
      temp: 0.7,
      contextMaxToken: 6000,
      responseMaxToken: 1500,
      presentPenalty: 0.1,
      frequencyPenalty: 0.1,
      topP: 0.1,
    });
    expect(app).toMatchObject({
      modelId: null,
      instructionType: 'TEXT',
      followupConversation: true,
      chunkingStrategy: {
        previousSession: { enabled: true, tokens: 2000 },
        staticText: { enabled: false, text: '' },
      },
      retrieval: { rerank: { enabled: false, modelId: null } },
      followUp: false,
      summarizeAgent: false,
      csvAgent: false,
      guardRail: { enabled: false, type: null, configs: [] },
    });
    expect(app.instructions).toMatch(/friendly support agent/);
  });

  it('has every field of the documents, as it was created and as it is read', {
    tags: ['APP-08', 'APP-42', 'APP-44'],
  }, async () => {
    const given = {
      ...{ name: `App ${crypto.randomUUID()}`, access: 'PUBLIC', instructions: 'Be brief.' },
      ...{ welcomeMessage: 'Ahoy!', sampleQuestions: ['One?', 'Two?', 'Three?'], themeName: 'Purple' },
      ...{ collectUserInfo: true, model: { temp: 0.3 }, retrieval: { topK: 7 } },
      guardRail: { enabled: true, type: 'INPUT', configs: [inputCheck], blockedMessage: 'Not here.' },
    };
    const { appId } = await create(given);
    for (const kind of ['bot-icon', 'bot-logo']) {
      const body = new FormData();
      body.set('file', new Blob([png], { type: 'image/png' }), 'picture.png');
      await owner.fetch(`/api/content/${kind}/${appId}`, { method: 'PUT', body });
    }
    const questions = [{ question: 'How many days?', correctAnswer: '25' }];
    await owner.call(evaluation.endpoints.add, { body: { appId, questions } });
    expect(await get(appId)).toMatchObject({
      ...given,
      ...{ appId, tenantId, orchestration: 'BASIC', state: 'READY' },
      botIcon: expect.any(String) as string,
      botLogo: expect.any(String) as string,
    });
    const { items } = await owner.call(evaluation.endpoints.list, { query: { appId } });
    expect(items).toMatchObject(questions);
  });

  it('is a chatbot with instructions, a welcome and its links', {
    tags: ['APP-01', 'APP-02', 'APP-10', 'APP-11', 'APP-47'],
  }, async () => {
    const knowledgeBaseId = await newKnowledgeBase(owner);
    const { appId } = await create({
      knowledgeBaseIds: [knowledgeBaseId],
      instructions: 'Speak like a pirate.',
      welcomeMessage: 'Ahoy!',
    });
    const { items } = await owner.call(apps.endpoints.list, { query: { limit: '100' } });
    expect(items.find((app) => app.appId === appId)).toMatchObject({
      appType: 'CHATBOT',
      orchestration: 'BASIC',
      instructions: 'Speak like a pirate.',
      welcomeMessage: 'Ahoy!',
      knowledgeBaseIds: [knowledgeBaseId],
    });
  });

  it('keeps its theme when a change has an empty one', { tags: ['APP-09', 'APP-43'] }, async () => {
    const { appId } = await create({ themeName: 'Purple' });
    const changed = await owner.send(apps.endpoints.update, {
      body: { appId, themeName: '' as never, welcomeMessage: 'Hi' },
    });
    expect(changed.body.responseData).toMatchObject({ themeName: 'Purple', welcomeMessage: 'Hi' });
  });

  it('is deleted by two calls, as a knowledge base is', {
    tags: ['APP-45', 'APP-46', 'APP-55'],
  }, async () => {
    const made = [await create({}), await create({})].map(({ appId }) => appId);
    const bases = [await newKnowledgeBase(owner), await newKnowledgeBase(owner)];
    await owner.call(apps.endpoints.remove, { params: { id: made[0] ?? '' } });
    await owner.call(apps.endpoints.removeByBody, { body: { appId: made[1] ?? '' } });
    await owner.call(baseRemoval.endpoints.remove, { params: { id: bases[0] ?? '' } });
    await owner.call(baseRemoval.endpoints.removeBase, { body: { knowledgeBaseId: bases[1] ?? '' } });
    for (const id of made)
      expect((await owner.send(apps.endpoints.get, { params: { id } })).status).toBe(404);
    for (const id of bases)
      expect((await owner.send(knowledge.endpoints.get, { params: { id } })).status).toBe(404);
  });

  it('shows the same access in the account completion', { tags: ['APP-04'] }, async () => {
    const { appId } = await create({ access: 'PRIVATE' });
    const { app } = await owner.call(onboarding.endpoints.accountCompletion, {});
    expect(app).toEqual({ _id: appId, configuration: { type: 'PRIVATE' } });
  });
});

describe('the default model', () => {
  it('is gpt-4o where a provider offers it, until another one is chosen', { tags: ['APP-23'] }, async () => {
    const { client } = await server.signUp();
    const { providerId } = await client.call(models.endpoints.createProvider, {
      body: {
        kind: 'openai',
        name: 'Ours',
        settings: { apiKey: 'sk-ours' },
        chatModels: ['gpt-4.1-mini', 'gpt-4o'],
      },
    });
    const defaultModel = async () =>
      (await client.call(models.endpoints.list, { query: { type: 'CHAT' } })).models.find(
        (model) => model.isDefault,
      )?.modelId;
    expect(await defaultModel()).toBe(`${providerId}/gpt-4o`);
    await client.call(models.endpoints.setDefault, {
      body: { type: 'CHAT', modelId: `${providerId}/gpt-4.1-mini` },
    });
    expect(await defaultModel()).toBe(`${providerId}/gpt-4.1-mini`);
    const explained = async (by: Client) => {
      const query = { knowledgeBaseIds: await newKnowledgeBase(by) };
      return JSON.stringify((await by.call(apps.endpoints.automatic, { query })).choices[0]);
    };
    expect(await explained(client)).toContain('"gpt-4.1-mini"');
    expect(await explained(owner)).toContain('"Atelier extractive"');
  });
});

describe('the configuration of an app', () => {
  it('is automatic until the model, the retrieval or its settings are given', {
    tags: ['APP-19'],
  }, async () => {
    const automatic = await create({});
    expect(automatic.configuration).toBe('AUTO');
    expect((await create({ retrieval: { topK: 3 } })).configuration).toBe('MANUAL');
    const change = { appId: automatic.appId, model: { ...automatic.model, temp: 0.1 } };
    expect((await owner.call(apps.endpoints.update, { body: change })).configuration).toBe('MANUAL');
    const back = { appId: automatic.appId, configuration: 'AUTO' as const };
    expect((await owner.call(apps.endpoints.update, { body: back })).configuration).toBe('AUTO');
  });

  it('follows the only knowledge base at once when it is automatic', { tags: ['APP-19'] }, async () => {
    const knowledgeBaseId = await filled();
    const { appId } = await create({ knowledgeBaseIds: [knowledgeBaseId] });
    const cited = async () => (await ask(appId)).body.responseData.citations.length;
    expect(await cited()).toBe(1);
    await owner.call(knowledge.endpoints.update, {
      params: { id: knowledgeBaseId },
      body: { retrieval: { scoreThreshold: 1, topK: 1, mode: 'ATELIER_COSINE' } },
    });
    const { settings, choices } = await owner.call(apps.endpoints.automatic, {
      query: { knowledgeBaseIds: knowledgeBaseId },
    });
    expect(settings.retrieval).toMatchObject({ topK: 1, scoreThreshold: 1 });
    expect(choices.map(({ setting }) => setting)).toEqual([
      'Model',
      'Retriever',
      'Chunks (top K)',
      'Score threshold',
      'Reranking',
      'Context',
      'Answer',
    ]);
    for (const { reason } of choices) expect(reason).toMatch(/\w+.*\.$/);
    const { body } = await ask(appId);
    const [last] = await server.sql<{ found: unknown[] }>(
      `select retrieval -> 'found' as found from messages where id = $1`,
      [body.responseData.queryId],
    );
    expect(last?.found.length).toBeLessThanOrEqual(1);
  });

  it('is refused for a knowledge base of another company', async () => {
    const { client } = await server.signUp();
    const query = { knowledgeBaseIds: await newKnowledgeBase(client) };
    const { body } = await owner.send(apps.endpoints.automatic, { query });
    expect(body).toMatchObject({ responseCode: 400, code: 'apps.knowledge_base_not_found' });
  });

  it('stays manual for an app that was stored before there was a choice', async () => {
    const { appId } = await create({});
    await server.sql(
      `update apps set settings = settings - 'configuration' - 'appType' - 'answererId' where id = $1`,
      [appId],
    );
    expect(await get(appId)).toMatchObject({ configuration: 'MANUAL', appType: 'CHATBOT', answererId: null });
  });
});

describe('the state of an app', () => {
  it('is PROCESSING until its first document is ready, and READY from then on', {
    tags: ['APP-07', 'IMPORT-15'],
  }, async () => {
    const knowledgeBaseId = await newKnowledgeBase(owner);
    const { appId, state } = await create({ knowledgeBaseIds: [knowledgeBaseId] });
    expect(state).toBe('PROCESSING');
    expect((await ask(appId)).body).toMatchObject({ responseCode: 409, code: 'apps.processing' });
    const opened = await server
      .visitor()
      .send(chat.endpoints.chatbot, { params: { id: appId }, query: { tenantId } });
    expect(opened.body).toMatchObject({ responseCode: 409, code: 'apps.processing' });
    const completion = { model: appId, messages: [{ role: 'user' as const, content: 'leave?' }] };
    expect((await owner.send(openai.endpoints.chatCompletions, { body: completion })).status).toBe(409);

    const imports = await importTexts(owner, knowledgeBaseId, { 'handbook.md': handbook });
    const ids = imports.map((each) => each.knowledgeBaseImportId);
    await settled(owner, ids);
    expect((await get(appId)).state).toBe('READY');
    expect((await ask(appId)).body.responseData.answer).toMatch(/25 days/);

    await server.sql(`update knowledge_imports set state = 'DISABLED' where id = $1`, [ids[0]]);
    expect((await get(appId)).state).toBe('READY');
    expect((await ask(appId)).status).toBe(200);
  });

  it('is READY at once without a knowledge base, which has nothing to prepare', async () => {
    expect((await create({})).state).toBe('READY');
  });
});

describe('an app that is changed', () => {
  const actionsOf = async (appId: string) =>
    (await owner.call(audit.endpoints.list, { query: { search: appId } })).items
      .filter(({ subjectId }) => subjectId === appId)
      .map(({ action, details }) => [action, details]);

  it('leaves a line for each change in the audit log, and a version for those that change something', async () => {
    const { appId } = await create({});
    const update = (change: object) => owner.call(apps.endpoints.update, { body: { appId, ...change } });
    expect(await update({ welcomeMessage: 'Hi' })).toMatchObject({ welcomeMessage: 'Hi', active: true });
    expect(await update({ welcomeMessage: 'Hi' })).toMatchObject({ welcomeMessage: 'Hi' });
    expect(await update({ active: false })).toMatchObject({ welcomeMessage: 'Hi', active: false });
    expect(await update({ welcomeMessage: 'Ho' })).toMatchObject({ welcomeMessage: 'Ho', active: false });
    const late = { appId, welcomeMessage: 'Late', revision: 1 };
    expect((await owner.send(apps.endpoints.update, { body: late })).body.code).toBe(
      'apps.changed_meanwhile',
    );
    const image = { appId, botIconId: 'img_missing' };
    expect((await owner.send(apps.endpoints.update, { body: image })).body.code).toBe('apps.image_not_found');
    await owner.call(apps.endpoints.remove, { params: { id: appId } });
    expect((await actionsOf(appId)).toReversed()).toEqual([
      ['apps.created', { access: 'PUBLIC' }],
      ['apps.updated', { version: 2, changed: ['welcomeMessage'] }],
      ['apps.updated', { version: 2, changed: ['welcomeMessage'] }],
      ['apps.updated', { version: 2, changed: [] }],
      ['apps.updated', { version: 3, changed: ['welcomeMessage'] }],
      ['apps.removed', {}],
    ]);
    for (const reply of [
      await owner.send(apps.endpoints.remove, { params: { id: appId } }),
      await owner.send(apps.endpoints.update, { body: { appId, name: 'Gone' } }),
      await owner.send(apps.endpoints.get, { params: { id: appId } }),
    ])
      expect(reply.body.code).toBe('apps.not_found');
  });

  it('is tried with its changes as it would be stored', async () => {
    const { appId } = await create({});
    const tryApp = async (settings: object, id = appId) => {
      const response = await owner.fetch(trial.endpoints.tryApp.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ appId: id, query: 'Hello?', settings }),
      });
      return ((await response.json().catch(() => ({}))) as { code?: string }).code;
    };
    expect(await tryApp({ knowledgeBaseIds: ['kb_missing'] })).toBe('apps.knowledge_base_not_found');
    expect(await tryApp({ modelId: 'prv_missing/gpt' })).toBe('apps.model_not_found');
    expect(await tryApp({}, 'app_missing')).toBe('apps.not_found');
    expect(await tryApp({ welcomeMessage: 'Hi' })).toBeUndefined();
  });

  it('is offered to programs while it is active', async () => {
    const [{ appId: shown }, { appId: off }] = [await create({}), await create({})];
    await owner.call(apps.endpoints.update, { body: { appId: off, active: false } });
    const { apiKey } = await owner.call(auth.endpoints.getApiKey, {});
    const response = await fetch(`${server.origin}/v1/models`, {
      headers: { authorization: `Bearer ${apiKey ?? ''}` },
    });
    const text = await response.text();
    expect(text).toContain(shown);
    expect(text).not.toContain(off);
  });

  it('is private again for those who were not invited', async () => {
    const { appId, name } = await create({ access: 'PRIVATE' });
    const { client } = await joinTenant(server, { tenantId, role: 'USER' });
    const body = { appId, query: 'Hello?' };
    expect((await client.send(chat.endpoints.query, { body })).body.code).toBe('chat.app_not_found');
    expect(
      (await client.call(reports.endpoints.filter, { query: {} })).apps.map((each) => each.name),
    ).not.toContain(name);
    const params = { entityId: appId };
    await owner.call(access.endpoints.give, { body: { ...params, email: await emailOf(client) } });
    expect((await client.send(chat.endpoints.query, { body })).status).toBe(200);
    expect((await client.call(reports.endpoints.filter, { query: {} })).apps).toContainEqual({ appId, name });
    expect((await client.call(apps.endpoints.get, { params: { id: appId } })).conversations).toBe(1);
  });
});

const emailOf = async (client: Client) => (await client.call(auth.endpoints.session, {})).user?.email ?? '';

describe('what answers an app', () => {
  it('is a choice that says what is missing', { tags: ['APP-05'] }, async () => {
    const { orchestrations } = await owner.call(apps.endpoints.orchestrations, {});
    expect(orchestrations).toEqual([
      { orchestration: 'BASIC', missing: null, answerers: [] },
      { orchestration: 'ADVANCE', missing: expect.stringMatching(/under Flows/), answerers: [] },
      { orchestration: 'AGENT', missing: expect.stringMatching(/under Agents/), answerers: [] },
      { orchestration: 'APP', missing: null, answerers: [] },
      { orchestration: 'WORKER', missing: expect.stringMatching(/under Workers/), answerers: [] },
    ]);
    const { body } = await send({ orchestration: 'AGENT' });
    expect(body).toMatchObject({ responseCode: 400, code: 'apps.answerer_not_found' });
  });

  it('may be another app, under this app’s own name, look and limits', async () => {
    const knowledgeBaseId = await filled();
    const inner = await create({
      access: 'PRIVATE',
      knowledgeBaseIds: [knowledgeBaseId],
      welcomeMessage: 'Inside',
      visitorLimits: { tenMinutes: 1, day: 1 },
    });
    const outer = await create({ orchestration: 'APP', answererId: inner.appId, welcomeMessage: 'Outside' });
    expect(outer).toMatchObject({ state: 'READY', answerer: { answererId: inner.appId, name: inner.name } });
    const { body } = await ask(outer.appId);
    expect(body.responseData.answer).toMatch(/25 days/);
    expect(body.responseData.citations).toHaveLength(1);
    const bot = await server.visitor().call(chat.endpoints.chatbot, { params: { id: outer.appId } });
    expect(bot).toMatchObject({ name: outer.name, welcomeMessage: 'Outside' });
    expect((await ask(inner.appId)).body).toMatchObject({ responseCode: 403, code: 'chat.private_app' });
    const [row] = await server.sql<{ app_id: string }>('select app_id from conversations where id = $1', [
      body.responseData.conversationId,
    ]);
    expect(row?.app_id).toBe(outer.appId);
  });

  it('is refused as a circle, also when two changes close it at the same time', async () => {
    const one = await create({});
    const itself = { appId: one.appId, orchestration: 'APP' as const, answererId: one.appId };
    const circle = { responseCode: 400, code: 'apps.answerer_circle' };
    expect((await owner.send(apps.endpoints.update, { body: itself })).body).toMatchObject(circle);
    const two = await create({ orchestration: 'APP', answererId: one.appId });
    const three = await create({ orchestration: 'APP', answererId: two.appId });
    const round = { appId: one.appId, orchestration: 'APP' as const, answererId: three.appId };
    expect((await owner.send(apps.endpoints.update, { body: round })).body).toMatchObject(circle);

    const [left, right] = [await create({}), await create({})];
    const answer = (appId: string, answererId: string) =>
      owner.send(apps.endpoints.update, { body: { appId, orchestration: 'APP', answererId } });
    const both = await Promise.all([answer(left.appId, right.appId), answer(right.appId, left.appId)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('is found at the end of a chain, and may be knowledge bases without an app', async () => {
    const [base, off] = [await filled(), await newKnowledgeBase(owner)];
    const inner = await create({ knowledgeBaseIds: [base] });
    const { appId } = await create({ orchestration: 'APP', answererId: inner.appId });
    const ctx = server.contextOf(tenantId);
    const answererOf = (id: string) => ctx.tx((tx) => findAppAnswerer(tx, id));
    expect(await answererOf(appId)).toEqual({ orchestration: 'BASIC', answererId: null });
    expect(await answererOf('app_missing')).toBeUndefined();
    const knowledgeOf = (...knowledgeBaseIds: string[]) =>
      ctx.tx((tx) => knowledgeForChat(tx, { knowledgeBaseIds, modelId: null, appId }));
    expect(await knowledgeOf(base, base)).toMatchObject({
      appId,
      orchestration: 'BASIC',
      knowledgeBaseIds: [base],
    });
    await expect(knowledgeOf(base, 'kb_missing')).rejects.toThrow('knowledge bases does not exist');
    await owner.call(knowledge.endpoints.update, { params: { id: off }, body: { status: 'OFF' } });
    await expect(knowledgeOf(base, off)).rejects.toMatchObject({ code: 'apps.knowledge_base_off' });
  });

  it('is refused when it does not exist here, and cannot be deleted while it answers', async () => {
    const { client } = await server.signUp();
    const foreign = await client.call(apps.endpoints.create, { body: { name: 'Theirs' } });
    for (const answererId of [foreign.appId, 'app_missing', null])
      expect((await send({ orchestration: 'APP', answererId })).body).toMatchObject({
        code: 'apps.answerer_not_found',
      });
    const inner = await create({});
    await create({ orchestration: 'APP', answererId: inner.appId });
    const { body } = await owner.send(apps.endpoints.remove, { params: { id: inner.appId } });
    expect(body).toMatchObject({ responseCode: 409, code: 'apps.answers_for_others' });
    expect((await get(inner.appId)).appId).toBe(inner.appId);
  });
});
