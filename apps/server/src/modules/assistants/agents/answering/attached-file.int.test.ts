import { agents } from '@atelier/contracts/assistants/agents/agents';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachFile } from '../../../../../tests/chat/attach-file.ts';
import type { Client } from '../../../../../tests/client.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { type Script, startScriptedModel } from '../../../../../tests/fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { filledBase } from '../../../../../tests/knowledge.ts';

const chatUserId = 'visitor-0123456789abcdef';
const tool = ({ tools }: Parameters<Script>[0]) => tools[0]?.function.name ?? '';

describe('an agent that answers an app', () => {
  let script: Script = () => ({ text: 'Done.' });
  let model: FakeServer;
  let server: TestServer;
  let owner: Client;
  let knowledgeBaseId: string;

  beforeAll(async () => {
    model = await startScriptedModel((request) => script(request));
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(model.origin).host } });
    owner = (await server.signUp()).client;
    await offerModels(owner, `${model.origin}/v1`, { chatModels: ['writer'] });
    knowledgeBaseId = await filledBase(owner, {
      'leave.md': '# Leave\n\nEmployees get 25 days of paid leave per year.\n',
    });
  });
  afterAll(async () => {
    await server.close();
    await model.close();
  });

  it('reads a file of the asker, and cites its passages beside what the agent found', async () => {
    const { agentId } = await owner.call(agents.endpoints.create, {
      body: { name: 'Reader', knowledgeBaseIds: [knowledgeBaseId] },
    });
    await owner.call(agents.endpoints.publish, { params: { id: agentId } });
    const { appId } = await owner.call(apps.endpoints.create, {
      body: {
        ...{ name: 'Reader', access: 'PUBLIC', orchestration: 'AGENT', answererId: agentId },
        visitorFiles: true,
      },
    });
    const fileId = await attachFile(server.visitor(), { appId, chatUserId }, [
      'lease.md',
      '# Rent\n\nThe rent is 940 euros.\n\n# Notice\n\nThe notice period is three months.\n',
    ]);
    const read: string[] = [];
    script = (request) => {
      const { turn, messages } = request;
      const asked = String(messages.findLast(({ role }) => role === 'user')?.content);
      if (turn === 0) {
        read.push(asked);
        return { calls: [[tool(request), { query: 'paid leave days' }]] };
      }
      const found = /\[(\d+)\] leave\.md/.exec(String(messages.at(-1)?.content))?.[1];
      const notice = /\[(\d+)\] (?=[^[]*three months)/.exec(asked)?.[1];
      return { text: `Paid leave is 25 days [${found}]. The notice is three months [${notice}].` };
    };
    const { answer, citations, queryId } = await server.visitor().call(chat.endpoints.query, {
      body: { appId, query: 'What is the notice period?', chatUserId, fileId },
    });
    expect(read).toMatchObject([expect.stringContaining('The document “lease.md”')]);
    expect(answer).toBe('Paid leave is 25 days [1]. The notice is three months [2].');
    expect(citations).toMatchObject([
      { index: 1, documentName: 'leave.md' },
      { index: 2, documentName: 'lease.md', knowledgeBaseImportId: fileId },
    ]);
    const source = await server.visitor().call(chat.endpoints.source, {
      query: { appId, chatUserId, queryId, index: 2 },
    });
    expect(source.sections.map(({ text }) => text).join()).toContain('three months');
    const [row] = await server.sql<{ steps: object[] }>(
      `select retrieval -> 'steps' as steps from messages where id = $1`,
      [queryId],
    );
    expect(row?.steps[0]).toMatchObject({ kind: 'SEARCH', retriever: 'FILE' });
  });
});
