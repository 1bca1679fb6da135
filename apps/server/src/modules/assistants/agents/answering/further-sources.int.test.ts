import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { history } from '@atelier/contracts/assistants/chat/history';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Script } from '../../../../../tests/fakes/scripted-model.ts';
import { answerWith, chatFlow, keep, pieceStep, webhookFlow } from '../../../../../tests/flow-json.ts';
import { filledBase } from '../../../../../tests/knowledge.ts';
import { startWorkerBed, type WorkerBed } from '../../../../../tests/worker-bed.ts';

const question = 'How many days of paid leave do employees get?';
const chatUserId = 'visitor-0123456789abcdef';

let bed: WorkerBed;
let knowledgeBaseId: string;
beforeAll(async () => {
  bed = await startWorkerBed([], { RATE_LIMIT_CHAT_PER_MINUTE: '6000' });
  knowledgeBaseId = await filledBase(bed.client, {
    'leave.md': '# Leave\n\nEmployees get 25 days of paid leave per year.\n',
  });
});
afterAll(() => bed.close());

const appBody = (answererId: string) => ({
  name: `App ${crypto.randomUUID()}`,
  access: 'PUBLIC' as const,
  orchestration: 'AGENT' as const,
  answererId,
});
const createApp = (answererId: string) =>
  bed.client.call(apps.endpoints.create, { body: appBody(answererId) });
const ask = (appId: string, by = bed.server.visitor()) =>
  by.send(chat.endpoints.query, { body: { appId, query: question, chatUserId } });
const runsOf = async (agentId: string) =>
  (await bed.client.call(agentRuns.endpoints.list, { query: { agentId } })).items;
const searchTool = ({ tools }: Parameters<Script>[0]) =>
  tools.find(({ function: { name } }) => name.startsWith('search_'))?.function.name ?? '';

/** Returns the number that a search gave to the passages of a document. */
const numberOf = (result: string, document: string): string =>
  new RegExp(`\\[(\\d+)\\] ${document}`).exec(result)?.[1] ?? 'none';

describe('the answer of an app', () => {
  it('cites what a step of a flow found, when the agent runs that flow', async () => {
    const answerTool = ({ tools }: Parameters<Script>[0]) => tools[0]?.function.name ?? '';
    const { flowId } = await bed.client.call(flows.endpoints.create, {
      body: webhookFlow(`Flow ${crypto.randomUUID()}`, [
        pieceStep('ask', ['knowledge', 'ask_knowledge'], {
          knowledgeBaseIds: [knowledgeBaseId],
          question,
        }),
        keep('out', '{{ask.answer}}'),
      ]),
    });
    await bed.client.call(flows.endpoints.publish, { params: { id: flowId } });
    bed.say((request) => {
      // The step of the flow asks the same model, without tools.
      if (request.tools.length === 0) return { text: 'They get 25 days [1].' };
      const told = String(request.messages.at(-1)?.content);
      return request.turn === 0
        ? { calls: [[answerTool(request), { input: {} }]] }
        : { text: `The flow says: ${told.split('\n')[0]}` };
    });
    const agentId = await bed.makeAgent({ flowIds: [flowId] });
    const { appId } = await createApp(agentId);
    // A question of a visitor is text by others, after which somebody would have to allow the flow.
    const reply = (await ask(appId, bed.client)).body.responseData;
    expect(reply).toMatchObject({
      answer: 'The flow says: They get 25 days [1].',
      citations: [{ index: 1, documentName: 'leave.md' }],
    });
    const [run] = await runsOf(agentId);
    const { steps, credits } = await bed.client.call(agentRuns.endpoints.get, {
      params: { runId: run?.runId ?? '' },
    });
    const [call] = steps;
    if (call?.type !== 'TOOL') throw new Error('The first step is no call.');
    const { items } = await bed.client.call(flowRuns.endpoints.list, { query: { flowId } });
    expect(call).toMatchObject({ flowRunId: items[0]?.runId, credits: items[0]?.credits });
    expect(call.credits).toBeGreaterThan(0);
    expect(credits).toBeGreaterThan(0);
    const traced = await bed.client.call(history.endpoints.queryDetails, {
      params: { queryId: reply?.queryId ?? '' },
      query: { appId },
    });
    const costs = traced.steps.map(({ kind, credits: ofStep = 0 }) => [kind, ofStep] as const);
    // Each step says its own part, the call with the run of its flow, and together they are the cost of the answer.
    expect(costs.map(([kind]) => kind)).toEqual(['STEP', 'MODEL', 'STEP', 'MODEL']);
    expect(costs[2]?.[1]).toBe(call.credits);
    expect(costs.reduce((sum, [, ofStep]) => sum + ofStep, 0)).toBeCloseTo(traced.credits, 6);
  });

  it('cites what an agent found that a step of a flow handed the question to', async () => {
    const expert = await bed.makeAgent({ knowledgeBaseIds: [knowledgeBaseId] });
    bed.say((request) => {
      const last = String(request.messages.at(-1)?.content);
      return request.turn === 0
        ? { calls: [[searchTool(request), { query: 'paid leave days' }]] }
        : { text: `They get 25 days [${numberOf(last, 'leave.md')}].` };
    });
    const task = '{{trigger.question}}';
    const { flowId } = await bed.client.call(flows.endpoints.create, {
      body: chatFlow(`Flow ${crypto.randomUUID()}`, [
        pieceStep('ask', ['agents', 'run_agent'], { agentId: expert, task }),
        answerWith('out', 'The expert says: {{ask.text}}'),
      ]),
    });
    await bed.client.call(flows.endpoints.publish, { params: { id: flowId } });
    const { appId } = await bed.client.call(apps.endpoints.create, {
      body: { ...appBody(flowId), orchestration: 'ADVANCE' },
    });
    expect((await ask(appId)).body.responseData).toMatchObject({
      answer: 'The expert says: They get 25 days [1].',
      citations: [{ index: 1, documentName: 'leave.md' }],
    });
  });

  it('tells the reader, now and later, that older messages were condensed', async () => {
    let read = '';
    bed.say(({ messages }) => {
      read = JSON.stringify(messages);
      return { text: `It is noted. ${'It takes a while. '.repeat(60)}` };
    });
    const { appId } = await createApp(await bed.makeAgent({ contextTokens: 4000, replyTokens: 500 }));
    const by = bed.server.visitor();
    const next = (query: string, conversationId?: string) =>
      by.call(chat.endpoints.query, { body: { appId, query, chatUserId, conversationId } });
    const first = await next(`The zebra is striped. ${'Please remember all of this. '.repeat(250)}`);
    const second = await next(`${'And remember this too. '.repeat(300)}`, first.conversationId);
    expect([first.condensed, second.condensed]).toEqual([false, true]);
    expect(read).toContain('This is a summary of what came before');
    expect(read).toContain('Asked: The zebra is striped.');
    const { messages } = await by.call(chat.endpoints.session, {
      params: { conversationId: first.conversationId },
      query: { appId, chatUserId },
    });
    expect(messages.map(({ condensed }) => condensed)).toEqual([false, true]);
  });
});
