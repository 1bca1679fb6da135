import { agents } from '@atelier/contracts/assistants/agents/agents';
import { evaluation } from '@atelier/contracts/operate/evaluation/evaluation';
import { matrixOf, type Own } from '../matrix.ts';

const { endpoints } = evaluation;
const questions = [{ question: 'How many days of leave?', correctAnswer: '25 days.' }];

const agentOf = async ({ owner }: Own) => {
  const body = { name: `Agent ${crypto.randomUUID()}` };
  return (await owner.call(agents.endpoints.create, { body })).agentId;
};

const question = async ({ owner, appId }: Own) => {
  const { items } = await owner.call(endpoints.add, { body: { appId, questions } });
  return { id: items[0]?.botPerformanceId ?? '' };
};

const performanceTest = async (own: Own) => {
  await question(own);
  const { items } = await own.owner.call(endpoints.tests, { query: { appId: own.appId } });
  const known = items[0];
  if (known) return { performanceTestId: known.performanceTestId };
  const { performanceTestId } = await own.owner.call(endpoints.run, { body: { appId: own.appId } });
  return { performanceTestId };
};

export const evaluationMatrix = matrixOf(evaluation, {
  overview: { plain: 'it shows the own company' },
  goldenApps: { plain: 'it shows the own company' },
  list: { naming: ({ appId }) => ({ query: { appId } }) },
  add: { naming: ({ appId }) => ({ body: { appId, questions } }) },
  change: {
    naming: async (own) => ({ params: await question(own), body: { question: 'How many weeks of leave?' } }),
  },
  remove: { naming: async (own) => ({ params: await question(own) }) },
  run: { naming: ({ appId }) => ({ body: { appId } }) },
  tests: { naming: ({ appId }) => ({ query: { appId } }) },
  test: { naming: async (own) => ({ params: await performanceTest(own) }) },
  cancel: { naming: async (own) => ({ params: await performanceTest(own), body: {} }) },
  tools: { naming: async (own) => ({ query: { agentId: await agentOf(own) } }) },
  gate: { naming: ({ appId }) => ({ query: { appId } }) },
  changeGate: { naming: ({ appId }) => ({ body: { appId, enabled: false } }) },
});
