import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../src/chat.ts';
import { eventually } from '../src/eventually.ts';
import { type AgentModel, startAgentModel } from '../src/fakes/agent-model.ts';
import { type Product, startProduct } from '../src/product.ts';

const kills = 3;
const questions = 4;
const chatUserId = 'visitor-0123456789abcdef';

interface Message {
  question: string;
  status: string;
  answer: string;
}

describe('questions that a worker answers while the server that writes the answers is killed', () => {
  let product: Product;
  let model: AgentModel;

  beforeAll(async () => {
    model = await startAgentModel(async ({ task }) => {
      // The work is under way when the server is killed.
      await sleep(600);
      return { text: `The answer to ${/Question \d+-\d+/.exec(task)?.[0] ?? 'nothing'}.` };
    });
    product = await startProduct({ env: { OUTBOUND_ALLOW: new URL(model.address).host } });
  });
  afterAll(async () => {
    await product.close();
    await model.close();
  });

  /** Makes an app that a worker answers. Returns its id. */
  const makeApp = async (): Promise<string> => {
    const { client } = await product.signUp();
    const settings = { name: 'Clerk', instructions: 'You answer.', modelId: await model.offerTo(client) };
    const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', settings);
    await client.post(`/api/crew/agents/${agentId}/publish`, {});
    const worker = { name: 'Desk', agentId, queue: [{ kind: 'APP' }] };
    const { workerId } = await client.post<{ workerId: string }>('/api/worker/workers', worker);
    const app = { name: 'Help', access: 'PUBLIC', orchestration: 'WORKER', answererId: workerId };
    return (await client.post<{ appId: string }>('/api/content/manage-app', app)).appId;
  };

  const messages = () =>
    product.sql<Message>(`select question, status, answer from messages order by question`);

  it('become one record each, whose result is in the conversation after the restart', async () => {
    const appId = await makeApp();
    for (let kill = 0; kill < kills; kill += 1) {
      const asking = Array.from({ length: questions }, (_none, at) =>
        ask(product.visitor(), { appId, query: `Question ${kill}-${at}`, chatUserId }),
      );
      const asked = (kill + 1) * questions;
      await eventually(async () => (await messages()).length === asked, { what: 'The questions' });
      await eventually(async () => (await product.sql('select 1 from worker_records')).length === asked, {
        what: 'The records',
      });
      await sleep(Math.random() * 900);
      await product.kill('SIGKILL');
      await Promise.all(asking);
      await product.start();
      await eventually(async () => (await messages()).every(({ answer }) => answer !== ''), {
        within: 60_000,
        what: 'The answers of the killed server',
      }).catch(() => undefined);
    }
    const wanted = (await messages()).map(({ question }) => ({
      question,
      answer: `The answer to ${question}.`,
    }));
    const given = (await messages()).map(({ question, answer }) => ({ question, answer }));
    expect(given).toEqual(wanted);
    const ended = (await messages()).filter(({ status }) => status !== 'COMPLETED');
    expect(ended).toEqual([]);
    const records = await product.sql<{ name: string; status: string }>(
      'select name, status from worker_records',
    );
    expect(records.map(({ name }) => name).toSorted()).toEqual(wanted.map(({ question }) => question));
    expect(records.filter(({ status }) => status !== 'COMPLETED')).toEqual([]);
  });
});
