import { agentAccess } from '@atelier/contracts/account/agent-access';
import { agentMemories } from '@atelier/contracts/assistants/agents/agent-memories';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { eventually } from '../../eventually.ts';
import { matrixOf, type Own } from '../matrix.ts';

/** An agent of A. */
const agent = async ({ owner }: Own) => {
  const { agentId, version } = await owner.call(agents.endpoints.create, {
    body: { name: `Theirs ${crypto.randomUUID()}` },
  });
  return { params: { id: agentId }, versionId: version.versionId };
};

const onlyParams = async (own: Own) => ({ params: (await agent(own)).params });

const save = async (own: Own) => ({
  body: { agentId: (await agent(own)).params.id, name: `Taken over ${crypto.randomUUID()}` },
});

export const agentsMatrix = matrixOf(agents, {
  create: {
    naming: async (own) => ({
      body: { name: `Mine ${crypto.randomUUID()}`, agentIds: [(await agent(own)).params.id] },
    }),
    refusal: [400],
  },
  list: { plain: 'it lists the own agents' },
  listOnContent: { plain: 'it lists the own agents' },
  listOnAgent: { plain: 'it lists the own agents' },
  get: { naming: onlyParams },
  getOnContent: { naming: onlyParams },
  update: { naming: async (own) => ({ ...(await onlyParams(own)), body: { description: 'Taken over' } }) },
  saveOnContent: { naming: save },
  saveOnAgent: { naming: save },
  duplicate: { naming: onlyParams },
  publish: { naming: onlyParams },
  publishAnyway: { naming: onlyParams },
  versions: { naming: onlyParams },
  restore: {
    naming: async (own) => {
      const { params, versionId } = await agent(own);
      return { params: { ...params, versionId } };
    },
  },
  removal: { naming: onlyParams },
  remove: { naming: onlyParams },
  removeOnContent: { naming: onlyParams },
  removeOnAgent: { naming: onlyParams },
});

export const agentAccessMatrix = matrixOf(agentAccess, {
  update: { naming: async (own) => ({ ...(await onlyParams(own)), body: { userIds: [] } }) },
  list: { naming: async (own) => ({ params: { agentId: (await agent(own)).params.id } }) },
  give: {
    naming: async (own) => ({
      body: { agentId: (await agent(own)).params.id, email: 'somebody@example.com' },
    }),
  },
});

const task = async (own: Own) => ({ body: { agentId: (await agent(own)).params.id, input: 'Work for me.' } });

/** A run of an agent of A. It fails, because A has no model that writes. */
const run = async (own: Own) => {
  const { body } = await task(own);
  const { runId } = await own.owner.call(agentRuns.endpoints.start, {
    body: { ...body, environment: 'TESTING' },
  });
  await eventually(async () => {
    const { endedAt } = await own.owner.call(agentRuns.endpoints.get, { params: { runId } });
    return endedAt !== null;
  });
  return { params: { runId } };
};

const textFile = (): FormData => {
  const form = new FormData();
  form.append('file', new Blob(['Leave is 25 days.']), 'leave.txt');
  return form;
};

export const agentRunsMatrix = matrixOf(agentRuns, {
  execute: { naming: task },
  start: { naming: task },
  readDocument: { plain: 'it names nothing, and keeps nothing', parts: { form: textFile() } },
  list: { plain: 'it lists the own runs' },
  listOnContent: { plain: 'it lists the own runs' },
  get: { naming: run },
  events: { naming: run },
  text: { naming: async (own) => ({ ...(await run(own)), query: { at: 0 } }) },
  file: {
    naming: async (own) => {
      const { params } = await run(own);
      return { params: { ...params, fileId: 'fil_none' } };
    },
  },
  retry: { naming: run },
  cancel: { naming: run },
  decide: {
    plain: 'only a token that this server made for the own company opens anything',
    parts: { params: { token: 'a.b' }, body: { decision: 'APPROVED' } },
  },
});

const theirs = { params: { memoryId: 'mem_0123456789abcdef01234567' } };

export const agentMemoriesMatrix = matrixOf(agentMemories, {
  list: { plain: 'it lists what agents remember about the caller' },
  update: {
    plain: 'the fact of anybody else does not exist, as the tests of memory prove',
    parts: { ...theirs, body: { fact: 'They like it loud.' } },
  },
  remove: { plain: 'the fact of anybody else does not exist, as the tests of memory prove', parts: theirs },
  removeAll: { plain: 'it deletes what agents remember about the caller' },
  listOwn: { plain: 'it lists what agents remember about the app user who asks' },
  updateOwn: {
    plain: 'the fact of anybody else does not exist, as the tests of memory prove',
    parts: { ...theirs, body: { fact: 'They like it loud.' } },
  },
  removeOwn: {
    plain: 'the fact of anybody else does not exist, as the tests of memory prove',
    parts: theirs,
  },
  removeAllOwn: { plain: 'it deletes what agents remember about the app user who asks' },
});
