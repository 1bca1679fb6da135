import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { audit } from '@atelier/contracts/operate/audit';
import { evaluation } from '@atelier/contracts/operate/evaluation/evaluation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import type { Script } from '../../../../tests/fakes/scripted-model.ts';
import { answerWith, chatFlow, codeStep, pieceStep } from '../../../../tests/flow-json.ts';
import { type JudgedBed, startJudgedBed, textsOf, verdictOn } from '../../../../tests/judged/judged-bed.ts';
import { joinTenant } from '../../../../tests/member.ts';

const { endpoints } = evaluation;
const fare = { question: 'What does a crossing cost?', correctAnswer: '42 euros' };
const site = { host: '' };

/** Answers as its instructions say: those of a step, of an agent, or of one who leads a crew. Judges by the right figure. */
const script: Script = ({ messages, tools, turn }) => {
  const [rules, ...said] = textsOf({ messages });
  const verdict = verdictOn(rules, said.at(-1));
  if (verdict) return verdict;
  const offered = new Set(tools.map(({ function: { name } }) => name));
  if (turn === 0 && offered.has('delegate_task'))
    return { calls: [['delegate_task', { member: 'Fares', task: fare.question }]] };
  if (turn === 0 && offered.has('send_request'))
    return { calls: [['send_request', { method: 'GET', url: `http://${site.host}/` }]] };
  if (offered.has('delegate_task'))
    return { text: said.join(' ').includes('It is 42') ? 'It is 42 euros.' : 'Hm.' };
  return { text: rules.includes('GUESS') ? 'Perhaps 40 euros.' : 'It is 42 euros.' };
};

describe('the quality gate of what answers apps', () => {
  let bed: JudgedBed;
  let owner: Client;

  beforeAll(async () => {
    bed = await startJudgedBed(script, { site, settings: { instructions: 'Answer.' } });
    ({ owner } = bed);
  });
  afterAll(() => bed.close());

  const flowOf = (system: string, name = 'Fares', before: object[] = []) =>
    chatFlow(name, [
      ...(before as ReturnType<typeof answerWith>[]),
      pieceStep('step_1', ['ai', 'ask_model'], { system, prompt: '{{trigger.question}}' }),
      answerWith('step_2', '{{step_1.text}}'),
    ]);
  const publishFlow = (id: string) => owner.send(flows.endpoints.publish, { params: { id } });
  const newFlow = async (system = 'Answer.') => {
    const { flowId } = await owner.call(flows.endpoints.create, { body: flowOf(system) });
    await publishFlow(flowId);
    return flowId;
  };
  const rewriteFlow = async (id: string, body: ReturnType<typeof flowOf>) => {
    const { version } = await owner.call(flows.endpoints.get, { params: { id }, query: {} });
    await owner.call(flows.endpoints.update, {
      params: { id },
      body: { ...body, revision: version.revision },
    });
  };
  const newApp = async (orchestration: 'ADVANCE' | 'AGENT', answererId: string) => {
    const body = { name: `App ${crypto.randomUUID()}`, access: 'PUBLIC' as const, orchestration, answererId };
    const { appId, name } = await owner.call(apps.endpoints.create, { body });
    await owner.call(endpoints.add, { body: { appId, questions: [fare] } });
    return { appId, name };
  };
  const publishAgent = (id: string) => owner.send(agents.endpoints.publish, { params: { id } });
  const actionsOf = async (id: string) =>
    (await owner.call(audit.endpoints.list, { query: { search: id } })).items.map(({ action }) => action);

  it('holds back a worse prompt in a step of a flow that answers an app, unless an owner wants it', async () => {
    const flowId = await newFlow();
    const { appId, name } = await newApp('ADVANCE', flowId);
    await rewriteFlow(flowId, flowOf('GUESS.'));
    const held = { details: { tests: [{ appId, agentId: null, name }] } };
    expect((await publishFlow(flowId)).body).toMatchObject({ code: 'evaluation.gate_untested', ...held });
    const tested = await bed.run({ appId, draftOf: flowId });
    expect(tested).toMatchObject({
      ...{ status: 'COMPLETED', worse: 1, better: 0 },
      of: { kind: 'DRAFT', draftOf: flowId },
      against: { kind: 'PUBLISHED', draftOf: flowId },
    });
    expect(tested.results[0]).toMatchObject({
      ...{ answer: 'Perhaps 40 euros.', accuracy: 5, verdict: 'WORSE' },
      before: { answer: 'It is 42 euros.', accuracy: 95 },
    });
    expect((await publishFlow(flowId)).body).toMatchObject({ code: 'evaluation.gate_worse', ...held });

    const anyway = { params: { id: flowId } };
    const builder = await joinTenant(bed.server, { tenantId: bed.tenantId, role: 'BUILDER' });
    expect((await builder.client.send(flows.endpoints.publishAnyway, anyway)).status).toBe(403);
    expect((await owner.call(flows.endpoints.publishAnyway, anyway)).hasDraft).toBe(false);
    expect(await actionsOf(appId)).toContain('evaluation.gate_overridden');
  });

  it('passes an improvement of a flow, and at once what changes nothing of its work', async () => {
    const flowId = await newFlow('GUESS.');
    const { appId } = await newApp('ADVANCE', flowId);
    await rewriteFlow(flowId, flowOf('GUESS.', 'Another name'));
    expect((await publishFlow(flowId)).status).toBe(200);
    await rewriteFlow(flowId, flowOf('Answer.'));
    expect(await bed.run({ appId, draftOf: flowId })).toMatchObject({ better: 1, worse: 0 });
    expect((await publishFlow(flowId)).status).toBe(200);
    // What was tested is published now, so the next draft needs a test of its own.
    await rewriteFlow(flowId, flowOf('Answer briefly.'));
    expect((await publishFlow(flowId)).body).toMatchObject({ code: 'evaluation.gate_untested' });
  });

  it('answers the latest questions of visitors with the draft of a flow too, and counts a failing step as worse', async () => {
    const flowId = await newFlow();
    const { appId } = await newApp('ADVANCE', flowId);
    const query = 'Is there a ferry on Sundays?';
    await bed.server
      .visitor()
      .call(chat.endpoints.query, { body: { appId, query, chatUserId: 'visitor-0123456789abcdef' } });
    const failing = codeStep('step_0', 'export const code = async () => { throw new Error("broken"); };');
    await rewriteFlow(flowId, flowOf('Answer.', 'Fares', [failing]));
    const tested = await bed.run({ appId, draftOf: flowId });
    expect(tested).toMatchObject({ status: 'COMPLETED', worse: 2 });
    expect(tested.results.map(({ question, verdict }) => [question, verdict])).toEqual([
      [fare.question, 'WORSE'],
      [query, 'WORSE'],
    ]);
    const { items } = await owner.call(flowRuns.endpoints.list, {
      query: { flowId, environment: 'TESTING' },
    });
    expect(items).toHaveLength(2);
  });

  it('holds back the draft of an agent that answers an app worse, and tries it without acting outside', async () => {
    const agentId = await bed.newAgent({ tools: { toolList: [{ _id: 'tol_send_request' }] } });
    const { appId, name } = await newApp('AGENT', agentId);
    await bed.rewriteAgent(agentId, 'GUESS.');
    expect((await publishAgent(agentId)).body).toMatchObject({
      code: 'evaluation.gate_untested',
      details: { tests: [{ appId, agentId: null, name }] },
    });
    const before = bed.outside.requests.length;
    expect(await bed.run({ appId, draftOf: agentId })).toMatchObject({ status: 'COMPLETED', worse: 1 });
    expect(bed.outside.requests.length).toBe(before);
    const { items } = await owner.call(agentRuns.endpoints.list, { query: { agentId } });
    expect(items.map(({ environment }) => environment)).toEqual(['TESTING', 'TESTING']);
    expect((await publishAgent(agentId)).body).toMatchObject({ code: 'evaluation.gate_worse' });
    await bed.rewriteAgent(agentId, 'Answer kindly.');
    expect(await bed.run({ appId, draftOf: agentId })).toMatchObject({ worse: 0, same: 1 });
    expect((await publishAgent(agentId)).status).toBe(200);
  });

  it('holds back an agent because of the crews that it works for, and of the apps that they answer', async () => {
    const member = await bed.newAgent({ description: 'Knows the fares' }, 'Fares');
    const lead = await bed.newAgent({}, 'Lead');
    const { crewId } = await owner.call(crews.endpoints.create, {
      body: {
        ...{ name: 'Ferries', instructions: 'Answer together.' },
        ...{ supervisor: { agentId: lead }, subordinates: [member] },
      },
    });
    await publishAgent(crewId);
    await owner.call(endpoints.add, { body: { agentId: crewId, questions: [fare] } });
    const { appId } = await newApp('AGENT', crewId);
    await bed.rewriteAgent(member, 'GUESS.');
    const refused = await publishAgent(member);
    expect(refused.body).toMatchObject({
      code: 'evaluation.gate_untested',
      details: { tests: [{ agentId: crewId, name: 'Ferries' }, { appId }] },
    });
    for (const subject of [{ agentId: crewId }, { appId }])
      expect(await bed.run({ ...subject, draftOf: member })).toMatchObject({ status: 'COMPLETED', worse: 1 });
    expect((await publishAgent(member)).body).toMatchObject({ code: 'evaluation.gate_worse' });

    await bed.rewriteAgent(member, 'Answer kindly.');
    await bed.run({ agentId: crewId, draftOf: member });
    // One of the two is not enough.
    expect((await publishAgent(member)).body).toMatchObject({
      code: 'evaluation.gate_untested',
      details: { tests: [{ appId }] },
    });
    expect(await bed.run({ appId, draftOf: member })).toMatchObject({ worse: 0, same: 1 });
    expect((await publishAgent(member)).status).toBe(200);
  });

  it('tests no app with the draft of a flow that does not answer it, or of another company', async () => {
    const flowId = await newFlow();
    const { appId } = await newApp('ADVANCE', await newFlow());
    const order = (draftOf: string) => owner.send(endpoints.run, { body: { appId, draftOf } });
    expect((await order(flowId)).body).toMatchObject({ code: 'evaluation.draft_elsewhere' });
    const stranger = (await bed.server.signUp()).client;
    const { flowId: foreign } = await stranger.call(flows.endpoints.create, { body: flowOf('Answer.') });
    expect((await order(foreign)).status).toBe(400);
  });
});
