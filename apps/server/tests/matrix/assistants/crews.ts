import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { eventually } from '../../eventually.ts';
import { matrixOf, type Own } from '../matrix.ts';

const nameOf = (what: string) => `${what} ${crypto.randomUUID()}`;

/** A crew of A. */
const crew = async ({ owner }: Own) => {
  const { crewId } = await owner.call(crews.endpoints.create, { body: { name: nameOf('Their crew') } });
  return { params: { id: crewId } };
};

/** A run of a crew of A. It fails, because the crew is empty. */
const run = async (own: Own) => {
  const { params } = await crew(own);
  const body = { agentId: params.id, input: 'Work.', environment: 'TESTING' } as const;
  const { runId } = await own.owner.call(agentRuns.endpoints.start, { body });
  await eventually(async () => {
    const { endedAt } = await own.owner.call(agentRuns.endpoints.get, { params: { runId } });
    return endedAt !== null;
  });
  return { params: { runId } };
};

export const crewsMatrix = matrixOf(crews, {
  create: {
    naming: async ({ owner }) => {
      const { agentId } = await owner.call(agents.endpoints.create, { body: { name: nameOf('Theirs') } });
      return { body: { name: nameOf('Mine'), subordinates: [agentId] } };
    },
    refusal: [400],
  },
  list: { plain: 'it lists the own crews' },
  get: { naming: crew },
  update: { naming: async (own) => ({ ...(await crew(own)), body: { description: 'Taken over' } }) },
  execute: { naming: async (own) => ({ ...(await crew(own)), body: { input: 'Work for me.' } }) },
  work: { naming: run },
});
