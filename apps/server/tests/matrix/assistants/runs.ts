import { runRetention } from '@atelier/contracts/assistants/runs/run-retention';
import { runs } from '@atelier/contracts/assistants/runs/runs';
import { matrixOf, type Own } from '../matrix.ts';

/** Returns the run of an import of A. */
const ofA = async ({ owner, knowledgeBaseId }: Own) => {
  const { items } = await owner.call(runs.endpoints.list, { query: { scopeId: knowledgeBaseId } });
  return { params: { runId: items[0]?.runId ?? 'no run' } };
};

export const runsMatrix = matrixOf(runs, {
  list: { plain: 'it lists the own runs' },
  kinds: { plain: 'it names what the server knows' },
  get: { naming: ofA },
  steps: { naming: ofA },
  text: { naming: async (own) => ({ ...(await ofA(own)), query: { of: 'INPUT' } }) },
  events: { naming: async (own) => ({ query: { runId: (await ofA(own)).params.runId } }) },
  cancel: { naming: ofA },
  retry: { naming: ofA },
  replay: { naming: async (own) => ({ ...(await ofA(own)), body: { fromStep: 1 } }) },
});

export const runRetentionMatrix = matrixOf(runRetention, {
  get: { plain: 'it reads the setting of the own company' },
  removal: { plain: 'it counts the own runs', parts: { query: { days: 30 } } },
  put: { plain: 'it changes the setting of the own company', parts: { body: { days: 30 } } },
});
