import { apps } from '@atelier/contracts/assistants/apps';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { pieces } from '@atelier/contracts/assistants/flows/pieces';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../../tests/client.ts';
import { offerModels } from '../../../../../../tests/fakes/model-provider.ts';
import { pieceStep, respondWith, webhookFlow } from '../../../../../../tests/flow-json.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../../tests/harness.ts';
import { filledBase } from '../../../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../../../tests/member.ts';

const question = 'How many days of paid leave do employees get?';

describe('a step that asks knowledge bases or an app', () => {
  let server: TestServer;
  let provider: FakeOpenAI;
  let owner: Client;
  let tenantId: string;
  let knowledgeBaseId: string;
  let appId: string;
  beforeAll(async () => {
    provider = await startFakeOpenAI();
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(provider.baseUrl).host } });
    const signedUp = await server.signUp();
    owner = signedUp.client;
    tenantId = signedUp.user.tenantId;
    knowledgeBaseId = await filledBase(owner, {
      'leave.md': '# Leave\n\nEmployees get 25 days of paid leave per year.\n',
    });
    ({ appId } = await owner.call(apps.endpoints.create, {
      body: { name: 'Leave', knowledgeBaseIds: [knowledgeBaseId] },
    }));
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  /** Publishes a flow that answers its webhook with the value of one step. */
  const publish = async (action: string, input: object, by = owner) => {
    const step = pieceStep('step_1', ['knowledge', action], { question: '{{trigger.body.q}}', ...input });
    const body = webhookFlow(`Flow ${crypto.randomUUID()}`, [step, respondWith('step_2', '{{step_1}}')]);
    const { flowId } = await by.call(flows.endpoints.create, { body });
    await by.call(flows.endpoints.publish, { params: { id: flowId } });
    return flowId;
  };
  const start = async (flowId: string, body: object = { q: question }) => {
    const response = await fetch(`${server.origin}/api/orchestrator/webhooks/${flowId}/sync`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  /** Returns the newest run of the flow, once it has ended. */
  const ended = (flowId: string) =>
    eventually(async () => {
      const [run] = (await owner.call(flowRuns.endpoints.list, { query: { flowId } })).items;
      return run !== undefined && run.endedAt !== null && run;
    });
  const failureOf = async (flowId: string) => {
    expect((await start(flowId)).status).not.toBe(200);
    const { runId } = await ended(flowId);
    const { steps } = await owner.call(flowRuns.endpoints.steps, { params: { runId }, query: {} });
    return steps.find(({ step }) => step === 'step_1')?.cause;
  };

  const answered = {
    answer: expect.stringMatching(/25 days.*\[1\]/) as string,
    isAnswered: true,
    citations: [
      expect.objectContaining({
        documentName: 'leave.md',
        quote: expect.stringContaining('25 days') as string,
        page: null,
      }) as object,
    ],
  };

  it('answers from knowledge bases with citations, without a model that costs anything', async () => {
    const flowId = await publish('ask_knowledge', { knowledgeBaseIds: [knowledgeBaseId] });
    expect(await start(flowId)).toEqual({ status: 200, body: answered });
  });

  it('asks an app, and continues the conversation that it began', async () => {
    const flowId = await publish('run_app', { appId, conversationId: '{{trigger.body.c}}' });
    const first = await start(flowId, { q: question, c: '' });
    expect(first).toMatchObject({ status: 200, body: answered });
    const { conversationId } = first.body;
    const second = await start(flowId, { q: question, c: conversationId });
    expect(second).toMatchObject({ status: 200, body: { conversationId } });
    expect(
      await server.sql('select count(*)::int as asked from messages where conversation_id = $1', [
        conversationId,
      ]),
    ).toEqual([{ asked: 2 }]);
  });

  it('refuses to continue the conversation of somebody else', async () => {
    const { client } = await joinTenant(server, { tenantId, role: 'BUILDER' });
    const theirs = await start(await publish('run_app', { appId }, client));
    const { conversationId } = theirs.body;
    const flowId = await publish('run_app', { appId, conversationId });
    expect(await failureOf(flowId)).toMatchObject({ code: 'pieces.not_found' });
  });

  it('sees what the owner of the flow sees: nothing private after another role, nothing at all after leaving', async () => {
    const { client, userId } = await joinTenant(server, { tenantId, role: 'BUILDER' });
    const asking = await publish('ask_knowledge', { knowledgeBaseIds: [knowledgeBaseId] }, client);
    const running = await publish('run_app', { appId }, client);
    expect((await start(asking)).status).toBe(200);
    expect((await start(running)).status).toBe(200);
    await server.sql(`update memberships set role = 'OPERATOR' where user_id = $1 and tenant_id = $2`, [
      userId,
      tenantId,
    ]);
    expect(await failureOf(asking)).toMatchObject({
      code: 'pieces.refused',
      message: expect.stringContaining('does not exist') as string,
    });
    expect(await failureOf(running)).toMatchObject({ code: 'pieces.not_found' });
    await server.sql('delete from memberships where user_id = $1 and tenant_id = $2', [userId, tenantId]);
    expect((await failureOf(asking))?.message).toContain('has left the company');
  });

  it('finds nothing of another company', async () => {
    const other = (await server.signUp()).client;
    const asking = await publish('ask_knowledge', { knowledgeBaseIds: [knowledgeBaseId] }, other);
    expect((await start(asking)).status).not.toBe(200);
    const running = await publish('run_app', { appId }, other);
    expect((await start(running)).status).not.toBe(200);
  });

  it('offers the knowledge bases and apps that the builder sees', async () => {
    const optionsOf = async (member: string, field: string, by = owner) =>
      (
        await by.call(pieces.endpoints.options, { params: { name: 'knowledge' }, body: { member, field } })
      ).options.map(({ value }) => value);
    expect(await optionsOf('ask_knowledge', 'knowledgeBaseIds')).toEqual([knowledgeBaseId]);
    expect(await optionsOf('run_app', 'appId')).toEqual([appId]);
    const { client } = await server.signUp();
    expect(await optionsOf('ask_knowledge', 'knowledgeBaseIds', client)).toEqual([]);
    expect(await optionsOf('run_app', 'appId', client)).toEqual([]);
  });

  it('charges what a model used to the company and to the run, and holds nothing any more', async () => {
    const { providerId } = await offerModels(owner, provider.baseUrl, { chatModels: ['gpt-4o-mini'] });
    const modelId = `${providerId}/gpt-4o-mini`;
    const flowId = await publish('ask_knowledge', { knowledgeBaseIds: [knowledgeBaseId], modelId });
    expect((await start(flowId)).status).toBe(200);
    const { runId } = await ended(flowId);
    const charged = await server.sql<{ amount: string }>(
      'select amount from usage_records where tenant_id = $1 and model_id = $2',
      [tenantId, modelId],
    );
    expect(charged).toHaveLength(1);
    expect(Number(charged[0]?.amount)).toBeGreaterThan(0);
    const [run] = await server.sql<{ cost: string }>('select cost from runs where id = $1', [runId]);
    expect(Number(run?.cost)).toBe(Number(charged[0]?.amount));
    const held = `select amount from ledger_balances where tenant_id = $1 and account = 'HELD'`;
    expect(await server.sql(held, [tenantId])).toEqual([{ amount: '0' }]);
  });
});
