import { agents } from '@atelier/contracts/assistants/agents/agents';
import { evaluation } from '@atelier/contracts/operate/evaluation/evaluation';
import type { FakeServer } from '@atelier/models/tests/fake-http';
import type { Client } from '../client.ts';
import { eventually } from '../eventually.ts';
import { offerModels } from '../fakes/model-provider.ts';
import { type Script, startScriptedModel } from '../fakes/scripted-model.ts';
import { startTestServer, type TestServer } from '../harness.ts';

const { endpoints } = evaluation;
type NewRun = Parameters<typeof Client.prototype.call<typeof endpoints.run>>[1]['body'];
type ReadTest = Awaited<ReturnType<typeof Client.prototype.call<typeof endpoints.test>>>;

/** A company with a scripted model, whose agents are tested and attacked. */
export interface JudgedBed {
  server: TestServer;
  owner: Client;
  tenantId: string;
  /** The server that the tools of agents may call. */
  outside: FakeServer;
  /** Makes and publishes an agent. */
  newAgent(change?: object, name?: string): Promise<string>;
  rewriteAgent(id: string, instructions: string): Promise<unknown>;
  /** Runs test questions, and returns the test when it has ended. */
  run(body: NewRun): Promise<ReadTest>;
  close(): Promise<void>;
}

/** The texts of a request: the instructions, and what was said. */
export const textsOf = ({
  messages,
}: Pick<Parameters<Script>[0], 'messages'>): [rules: string, ...said: string[]] => {
  const [rules = '', ...said] = messages.map(({ content }) =>
    typeof content === 'string' ? content : JSON.stringify(content),
  );
  return [rules, ...said];
};

/** The verdict of the model that compares answers: 42 is right. Undefined for any other request. */
export const verdictOn = (rules: string, question: string | undefined): { text: string } | undefined =>
  rules.startsWith('You compare the answer')
    ? { text: `{"accuracy": ${question?.includes('"answer":"It is 42') ? 95 : 5}}` }
    : undefined;

/** True for a test or an attack that has ended. */
export const hasEnded = ({ status }: { status: string }): boolean =>
  /COMPLETED|FAILED|CANCELLED/.test(status);

/** Starts the bed. `site` gets the host that the tools of agents may call; `settings` are those of each new agent. */
export const startJudgedBed = async (
  script: Script,
  { site, settings }: { site: { host: string }; settings: object },
): Promise<JudgedBed> => {
  const model = await startScriptedModel(script);
  const outside = await startScriptedModel(() => ({ text: 'Received.' }));
  site.host = new URL(outside.origin).host;
  const allowed = [model, outside].map(({ origin }) => new URL(origin).host).join(',');
  const server = await startTestServer({ env: { OUTBOUND_ALLOW: allowed } });
  const { client: owner, user } = await server.signUp();
  await offerModels(owner, model.origin, { chatModels: ['scripted'] });
  return {
    ...{ server, owner, outside, tenantId: user.tenantId },
    newAgent: async (change = {}, name = `Agent ${crypto.randomUUID()}`) => {
      const body = { name, instructions: '', ...settings, ...change };
      const { agentId } = await owner.call(agents.endpoints.create, { body });
      await owner.call(agents.endpoints.publish, { params: { id: agentId } });
      return agentId;
    },
    rewriteAgent: (id, instructions) =>
      owner.call(agents.endpoints.update, { params: { id }, body: { instructions } }),
    run: async (body) => {
      const { performanceTestId } = await owner.call(endpoints.run, { body });
      return eventually(async () => {
        const test = await owner.call(endpoints.test, { params: { performanceTestId }, query: {} });
        return hasEnded(test) && test;
      });
    },
    close: async () => {
      await server.close();
      await model.close();
      await outside.close();
    },
  };
};
