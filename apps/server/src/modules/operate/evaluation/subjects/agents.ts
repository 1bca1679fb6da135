import { AgentSettings } from '@atelier/contracts/build/agents/agent-shapes';
import { AgentTests } from '../../../build/agents/index.ts';
import type { TestedKind } from './subject.ts';

const { agentVersions, rehearse } = AgentTests;
const kinds = { ANSWERED: 'ANSWER', BLOCKED: 'BLOCKED', FAILED: 'NONE' } as const;

/** The name of a text that comes with a task. */
const documentName = 'Message.txt';

export const testedAgents: TestedKind = {
  async find(tx, agentId) {
    const { version, fingerprint } = await agentVersions.find(tx, agentId);
    // Asking twice is harmless, because calls that would change something are only noted in a test.
    return { version, fingerprint, mayRepeat: true };
  },

  checkVersion: (tx, agentId, version) => agentVersions.settings(tx, agentId, version),

  prepareDraft: (_ctx, agentId, { draft }) =>
    Promise.resolve(draft ? async (tx) => (await agentVersions.find(tx, agentId)).draft : undefined),

  recentQuestions: (tx, agentId, most) => agentVersions.recentTasks(tx, agentId, most),

  async answer(run, { id: agentId, name, question, document, settings }) {
    const used =
      typeof settings === 'number'
        ? await run.step(`settings of ${name}`, () =>
            run.ctx.tx((tx) => agentVersions.settings(tx, agentId, settings)),
          )
        : settings;
    const { answer, end, calls } = await rehearse(run, name, {
      agentId,
      settings: AgentSettings.parse(used),
      text: question,
      ...(document === undefined ? {} : { documents: [{ name: documentName, text: document }] }),
    });
    return { answer, kind: kinds[end], calls };
  },

  meanCredits: (tx, agentId) => agentVersions.meanCredits(tx, agentId),

  instructions: async (tx, agentId, version) =>
    (await agentVersions.settings(tx, agentId, version)).instructions,

  names: (tx, ids) => agentVersions.names(tx, ids),
  address: (agentId, tab) => `/agent?id=${agentId}&${tab}`,
};
