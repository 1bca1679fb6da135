import { agents } from '@atelier/contracts/assistants/agents/agents';
import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import type { Worker } from '@atelier/contracts/assistants/workers/worker-shapes';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import type { Client } from './client.ts';
import { eventually } from './eventually.ts';
import { offerModels } from './fakes/model-provider.ts';
import { type Script, startScriptedModel } from './fakes/scripted-model.ts';
import { startTestServer, type TestServer } from './harness.ts';

type NewAgent = Partial<Parameters<Client['call']>[1]> & Record<string, unknown>;
type NewWorker = Record<string, unknown>;

/** A company with a scripted model, for tests of workers. */
export interface WorkerBed {
  server: TestServer;
  client: Client;
  tenantId: string;
  userId: string;
  model: FakeServer;
  /** What the model says from now on. */
  say(script: Script): void;
  makeAgent(change?: NewAgent, as?: Client): Promise<string>;
  /** Deploys a worker that runs an agent of its own. */
  deploy(change?: NewWorker, as?: Client): Promise<Worker>;
  trigger(workerId: string, input: string, more?: Record<string, unknown>): Promise<string>;
  read(recordId: string): Promise<WorkerRecord>;
  /** Waits until a record has left the status PENDING. */
  ended(recordId: string): Promise<WorkerRecord>;
  close(): Promise<void>;
}

export const uniqueName = (what: string): string => `${what} ${crypto.randomUUID()}`;

const lastText = (messages: readonly { content: unknown }[]): string => String(messages.at(-1)?.content);

export const startWorkerBed = async (
  allow: readonly string[] = [],
  env: Record<string, string> = {},
  onLog?: (line: string) => void,
): Promise<WorkerBed> => {
  let script: Script = ({ messages }) => ({ text: `Read: ${lastText(messages)}` });
  const model = await startScriptedModel((request) => script(request));
  const hosts = [new URL(model.origin).host, ...allow].join(',');
  const server = await startTestServer({ env: { OUTBOUND_ALLOW: hosts, ...env }, ...(onLog && { onLog }) });
  const { client, user } = await server.signUp();
  await offerModels(client, `${model.origin}/v1`, { chatModels: ['writer'] });
  const makeAgent = async (change: NewAgent = {}, as = client): Promise<string> => {
    const body = { name: uniqueName('Agent'), access: 'PUBLIC' as const, ...change };
    const { agentId } = await as.call(agents.endpoints.create, { body });
    await as.call(agents.endpoints.publish, { params: { id: agentId } });
    return agentId;
  };
  const read = (id: string) => client.call(workerRecords.endpoints.get, { params: { id } });
  return {
    ...{ server, client, tenantId: user.tenantId, userId: user.userId, model, makeAgent, read },
    say: (next) => {
      script = next;
    },
    deploy: async (change = {}, as = client) => {
      const hasTarget = ['agentId', 'crewId', 'flowId', 'template'].some((key) => key in change);
      const target = hasTarget ? {} : { agentId: await makeAgent({}, as) };
      const body = { name: uniqueName('Worker'), ...target, ...change };
      return as.call(workers.endpoints.deploy, { body });
    },
    trigger: async (workerId, input, more = {}) =>
      (await client.call(workerInputs.endpoints.trigger, { body: { workerId, input, ...more } })).recordId,
    ended: (recordId) =>
      eventually(async () => {
        const record = await read(recordId);
        return record.status === 'PENDING' ? undefined : record;
      }),
    close: async () => {
      await server.close();
      await model.close();
    },
  };
};
