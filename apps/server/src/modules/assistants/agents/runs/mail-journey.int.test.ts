import { auth } from '@atelier/contracts/account/identity/auth';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { tools } from '@atelier/contracts/assistants/tools/tools';
import { connections } from '@atelier/contracts/content/connections/connections';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { startMailServers } from '@atelier/pieces/tests/mail-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { startScriptedModel } from '../../../../../tests/fakes/scripted-model.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { filledBase } from '../../../../../tests/knowledge.ts';

let model: FakeServer;
let mailbox: Awaited<ReturnType<typeof startMailServers>>;
let server: TestServer;
let client: Client;

/** The name of the tool that begins with these letters. */
const named = (offered: readonly { function: { name: string } }[], beginning: string): string =>
  offered.find(({ function: { name } }) => name.startsWith(beginning))?.function.name ?? '';

beforeAll(async () => {
  mailbox = await startMailServers('mail.example.com');
  model = await startScriptedModel(({ turn, tools: offered, messages }) => {
    if (turn === 0) return { calls: [[named(offered, 'search'), { query: 'days of leave' }]] };
    const found = /\d+ days of leave/.exec(String(messages.at(-1)?.content))?.[0] ?? 'nothing';
    return turn === 1
      ? {
          calls: [
            [
              named(offered, 'staff'),
              { to: 'grace@example.com', subject: 'Your leave', text: `You have ${found}.` },
            ],
          ],
        }
      : { text: 'I sent the mail.' };
  });
  const allowed = [new URL(model.origin).host, `127.0.0.1:${mailbox.ports.smtp}`];
  server = await startTestServer({ env: { OUTBOUND_ALLOW: allowed.join(',') } });
  ({ client } = await server.signUp());
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
});
afterAll(async () => {
  await server.close();
  await model.close();
  await mailbox.close();
});

const makeAgent = async (): Promise<string> => {
  const knowledgeBaseId = await filledBase(client, {
    'leave.md': '# Leave\n\nEmployees get 25 days of leave.',
  });
  const { connectionId } = await client.call(connections.endpoints.create, {
    body: {
      ...{ name: 'Staff office', service: 'WEB', kind: 'MAIL' },
      values: {
        ...{ user: 'ann@example.com', password: 'secret', smtpSecurity: 'NONE', imapSecurity: 'NONE' },
        ...{ smtpHost: '127.0.0.1', smtpPort: mailbox.ports.smtp },
      },
    },
  });
  const { toolId } = await client.call(tools.endpoints.create, {
    body: {
      ...{ name: 'Staff office', kind: 'DEFAULT', defaultToolId: 'tol_send_mail', connectionId },
      ...{ effect: 'WRITES', approval: 'AFTER_FOREIGN_TEXT' },
    },
  });
  const { agentId } = await client.call(agents.endpoints.create, {
    body: {
      ...{ name: 'Staff clerk', knowledgeBaseIds: [knowledgeBaseId] },
      tools: { toolList: [{ _id: toolId }] },
    },
  });
  await client.call(agents.endpoints.publish, { params: { id: agentId } });
  return agentId;
};

it('an agent searches its knowledge base, asks by mail, and sends one mail once somebody approves', async () => {
  const agentId = await makeAgent();
  const { runId } = await client.call(agentRuns.endpoints.start, {
    body: { agentId, input: 'Tell Grace how many days of leave she has.' },
  });
  const asked = await eventually(async () => {
    const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
    return mails.find(({ subject }) => subject.includes('Staff clerk'));
  });
  expect(asked.subject).toBe('May the agent “Staff clerk” use “Staff office”?');
  expect(asked.text).toContain(
    'The agent “Staff clerk” wants to use “Staff office” and waits for your decision.',
  );
  const link = /Approve or reject: (\S+)/.exec(asked.text)?.[1] ?? '';
  expect(mailbox.sent).toEqual([]);
  const token = link.split('/approvals/')[1] ?? '';
  const question = await server.visitor().call(flowRuns.endpoints.approval, { params: { token } });
  expect(question).toMatchObject({
    call: { input: { to: 'grace@example.com', text: 'You have 25 days of leave.' } },
  });
  await server.visitor().call(flowRuns.endpoints.decide, { params: { token }, body: { approved: true } });
  const run = await eventually(async () => {
    const found = await client.call(agentRuns.endpoints.get, { params: { runId } });
    return found.endedAt === null ? undefined : found;
  });
  expect(run).toMatchObject({ status: 'COMPLETED', output: 'I sent the mail.' });
  await eventually(() => Promise.resolve(mailbox.sent.length > 0));
  expect(mailbox.sent).toHaveLength(1);
  expect(mailbox.sent[0]).toMatch(/^To: grace@example\.com$/m);
  expect(mailbox.sent[0]).toMatch(/^Subject: Your leave$/m);
  expect(mailbox.sent[0]).toContain('You have 25 days of leave.');
});
