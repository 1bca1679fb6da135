import { auth } from '@atelier/contracts/account/identity/auth';
import type { AgentRunDetails } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { type FakeServer, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { type Script, startScriptedModel } from '../../../../../tests/fakes/scripted-model.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { joinTenant, type TestMember } from '../../../../../tests/member.ts';

const { endpoints } = agentRuns;
const { approval, decide } = flowRuns.endpoints;

let script: Script = () => ({ text: 'Done.' });
let model: FakeServer;
let site: FakeServer;
let server: TestServer;
let client: Client;
let ownerEmail: string;
let grace: TestMember;

beforeAll(async () => {
  model = await startScriptedModel((request) => script(request));
  site = await startFakeServer((_request, response) => void response.end('ok'));
  const allowed = [model, site].map(({ origin }) => new URL(origin).host).join(',');
  server = await startTestServer({ env: { OUTBOUND_ALLOW: allowed } });
  const signedUp = await server.signUp();
  ({ client, email: ownerEmail } = signedUp);
  grace = await joinTenant(server, { tenantId: signedUp.user.tenantId, role: 'BUILDER' });
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
});
afterAll(async () => {
  await server.close();
  await model.close();
  await site.close();
});

const send = (path: string): [string, unknown] => [
  'send_request',
  { method: 'POST', url: `${site.origin}${path}` },
];
const sent = (path: string) => site.requests.filter((request) => request.path === path).length;
const http = { toolList: [{ _id: 'tol_send_request' }] };

const makeAgent = async (body: Parameters<typeof client.call<typeof agents.endpoints.create>>[1]['body']) => {
  const { agentId } = await client.call(agents.endpoints.create, { body: { access: 'PUBLIC', ...body } });
  await client.call(agents.endpoints.publish, { params: { id: agentId } });
  return agentId;
};
const start = async (agentId: string, as = client): Promise<string> =>
  (await as.call(endpoints.start, { body: { agentId, input: 'Pay.' } })).runId;
const ended = (runId: string): Promise<AgentRunDetails> =>
  eventually(async () => {
    const run = await client.call(endpoints.get, { params: { runId } });
    return run.endedAt === null ? undefined : run;
  });

/** Waits for the mail about an agent, and returns to whom it went with the token of its link. */
const mailAbout = (name: string) =>
  eventually(async () => {
    const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
    const mail = mails.find(({ subject }) => subject.includes(`“${name}”`));
    const token = /\/approvals\/(\S+)/.exec(mail?.text ?? '')?.[1];
    return mail && token ? { to: mail.to, token } : undefined;
  });
const read = (token: string) => server.visitor().call(approval, { params: { token } });
const answer = (
  token: string,
  body: { approved: boolean; comment?: string; input?: Record<string, string> },
) => server.visitor().send(decide, { params: { token }, body });

const ask = async (name: string, as = client) => {
  script = ({ turn, messages }) =>
    turn === 0 ? { calls: [send(`/${name}`)] } : { text: `Told: ${String(messages.at(-1)?.content)}` };
  const runId = await start(await makeAgent({ name, tools: http, approval: 'ALWAYS' }), as);
  return { runId, ...(await mailAbout(name)) };
};

describe('a call that waits for a decision', () => {
  it('is told by mail to whoever started the run, and is made once when they approve', async () => {
    const { runId, to, token } = await ask('Payer', grace.client);
    expect(to).toBe(grace.email);
    expect(await read(token)).toMatchObject({
      ...{ title: 'May the agent use “HTTP request”?', askedBy: 'AGENT', flowName: 'Payer', state: 'OPEN' },
      call: { input: { method: 'POST', url: `${site.origin}/Payer` }, inputSchema: { type: 'object' } },
    });
    expect(sent('/Payer')).toBe(0);
    expect((await answer(token, { approved: true })).status).toBe(200);
    expect((await ended(runId)).status).toBe('COMPLETED');
    expect(sent('/Payer')).toBe(1);
    expect(await read(token)).toMatchObject({ state: 'APPROVED' });
    expect(await answer(token, { approved: false })).toMatchObject({
      ...{ status: 404, body: { code: 'flows.nothing_waits' } },
    });
  });

  it('is made with the arguments that somebody changed, when they fit', async () => {
    const { runId, token } = await ask('Changer');
    const unfit = await answer(token, { approved: true, input: { method: 'POST' } });
    expect(unfit.body.code).toBe('agents.arguments_not_fitting');
    await answer(token, { approved: true, input: { method: 'POST', url: `${site.origin}/changed` } });
    await ended(runId);
    expect([sent('/Changer'), sent('/changed')]).toEqual([0, 1]);
  });

  it('is not made when somebody rejects it, and the agent reads the reason', async () => {
    const { runId, token } = await ask('Rejecter');
    await answer(token, { approved: false, comment: 'Too much.' });
    expect((await ended(runId)).output).toContain('Too much.');
    expect(sent('/Rejecter')).toBe(0);
    expect(await read(token)).toMatchObject({ state: 'REJECTED', comment: 'Too much.' });
  });

  it('is not made when nobody decides in time', async () => {
    const { runId, token } = await ask('Sleeper');
    await eventually(
      async () => (await client.call(endpoints.get, { params: { runId } })).status === 'WAITING',
    );
    const wait = `update run_journal set result = '0' where run_id = $1 and op = 'wait' and result <> 'null'`;
    await server.sql(wait, [runId]);
    await server.sql('update runs set wake_at = now() where id = $1', [runId]);
    const { steps } = await ended(runId);
    expect(steps.at(-1)).toMatchObject({ status: 'NOT_DECIDED' });
    expect(sent('/Sleeper')).toBe(0);
    expect(await read(token)).toMatchObject({ state: 'EXPIRED' });
  });

  it('waits inside another agent too, and nothing before it happens again', async () => {
    script = ({ turn, messages, tools }) => {
      const isHelper = String(messages[0]?.content).includes('You pay');
      if (isHelper) return turn === 0 ? { calls: [send('/inner')] } : { text: 'Paid.' };
      if (turn === 0) return { calls: [send('/before')] };
      return turn === 1 && tools.length > 0
        ? { calls: [['hand_to_inner', { task: 'Pay it.' }]] }
        : { text: 'All done.' };
    };
    const inner = await makeAgent({
      name: 'Inner',
      instructions: 'You pay.',
      tools: http,
      approval: 'ALWAYS',
    });
    const outer = await makeAgent({ name: 'Outer', tools: http, approval: 'NEVER', agentIds: [inner] });
    const runId = await start(outer);
    const { to, token } = await mailAbout('Inner');
    expect(to).toBe(ownerEmail);
    expect([sent('/before'), sent('/inner')]).toEqual([1, 0]);
    await answer(token, { approved: true });
    expect(await ended(runId)).toMatchObject({ status: 'COMPLETED', output: 'All done.' });
    expect([sent('/before'), sent('/inner')]).toEqual([1, 1]);
  });
});

it('a test, which somebody watches, sends no mail', async () => {
  script = ({ turn }) => (turn === 0 ? { calls: [send('/test')] } : { text: 'Done.' });
  const agentId = await makeAgent({ name: 'Tested', tools: http, approval: 'ALWAYS' });
  const body = { agentId, input: 'Pay.', environment: 'TESTING' as const };
  const { runId } = await client.call(endpoints.start, { body });
  await eventually(
    async () => (await client.call(endpoints.get, { params: { runId } })).status === 'WAITING',
  );
  const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
  expect(mails.filter(({ subject }) => subject.includes('Tested'))).toEqual([]);
});
