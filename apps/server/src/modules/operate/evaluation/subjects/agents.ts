import { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import { agentVersions, rehearse } from '../../../assistants/agents/index.ts';
import { findStandIn } from './stand-ins.ts';
import { hasStandIn, type StandIn, type TestedKind } from './subject.ts';

const kinds = { ANSWERED: 'ANSWER', BLOCKED: 'BLOCKED', FAILED: 'NONE' } as const;

/** The name of a text that comes with a task. */
const documentName = 'Message.txt';

const workingAs = ({ id, content }: StandIn) => ({
  agentId: id,
  settings: AgentSettings.parse(content),
});

export const testedAgents: TestedKind = {
  async find(tx, agentId, draft) {
    const { version, fingerprint: own } = await agentVersions.find(tx, agentId);
    const fingerprint = draft && hasStandIn(draft) ? draft.standIn.fingerprint : own;
    // Asking twice is harmless, because calls that would change something are only noted in a test.
    return { version, fingerprint, mayRepeat: true };
  },

  checkVersion: (tx, agentId, version) => agentVersions.settings(tx, agentId, version),

  prepareDraft: (_ctx, agentId, { draftOf }) =>
    Promise.resolve(
      draftOf === undefined
        ? undefined
        : async (tx) => {
            const { version, draft } = await agentVersions.find(tx, agentId);
            return draftOf === agentId ? draft : { version, standIn: await findStandIn(tx, draftOf) };
          },
    ),

  recentQuestions: (tx, agentId, most) => agentVersions.recentTasks(tx, agentId, most),

  async answer(run, { id: agentId, name, question, document, settings }) {
    const version = hasStandIn(settings) ? settings.version : settings;
    const used =
      typeof version === 'number'
        ? await run.step(`settings of ${name}`, () =>
            run.ctx.tx((tx) => agentVersions.settings(tx, agentId, version)),
          )
        : version;
    const { answer, end, calls } = await rehearse(run, name, {
      agentId,
      settings: AgentSettings.parse(used),
      text: question,
      ...(hasStandIn(settings) && { standIn: workingAs(settings.standIn) }),
      ...(document === undefined ? {} : { documents: [{ name: documentName, text: document }] }),
    });
    return { answer, kind: kinds[end], calls };
  },

  meanCredits: (tx, agentId) => agentVersions.meanCredits(tx, agentId),

  instructions: async (tx, agentId, version) =>
    (await agentVersions.settings(tx, agentId, version)).instructions,

  answeringWith: (tx, id) => agentVersions.workedForBy(tx, id),
  address: (agentId, tab) => `/agent?id=${agentId}&${tab}`,
};
