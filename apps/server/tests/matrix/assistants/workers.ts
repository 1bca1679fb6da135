import { agents } from '@atelier/contracts/assistants/agents/agents';
import { recordRetention } from '@atelier/contracts/assistants/workers/record-retention';
import { workerAccess } from '@atelier/contracts/assistants/workers/worker-access';
import { workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { matrixOf, type Own } from '../matrix.ts';

const nameOf = (what: string) => `${what} ${crypto.randomUUID()}`;

const makeAgent = async ({ owner }: Own): Promise<string> =>
  (await owner.call(agents.endpoints.create, { body: { name: nameOf('Theirs') } })).agentId;

/** A worker of A, whose agent is not published. */
const makeWorker = async (own: Own): Promise<string> => {
  const agentId = await makeAgent(own);
  const body = { name: nameOf('Their worker'), agentId };
  return (await own.owner.call(workers.endpoints.deploy, { body })).workerId;
};
const worker = async (own: Own) => ({ params: { id: await makeWorker(own) } });

/** A record of A, which fails. */
const record = async (own: Own) => {
  const body = { workerId: await makeWorker(own), input: 'Work.' };
  const { recordId } = await own.owner.call(workerInputs.endpoints.trigger, { body });
  return { params: { id: recordId } };
};

export const workersMatrix = matrixOf(workers, {
  templates: { plain: 'templates come with the product' },
  templateCategories: { plain: 'templates come with the product' },
  template: { plain: 'templates come with the product', parts: { params: { id: 'lead-triage' } } },
  list: { plain: 'it lists the own workers' },
  get: { naming: worker },
  deploy: {
    naming: async (own) => ({ body: { name: nameOf('Mine'), agentId: await makeAgent(own) } }),
    refusal: [400],
  },
  update: { naming: async (own) => ({ ...(await worker(own)), body: { status: 'PAUSED' } }) },
  removal: { naming: worker },
  remove: { naming: worker },
});

const recordId = async (own: Own) => ({ body: { recordId: (await record(own)).params.id } });

export const workerAccessMatrix = matrixOf(workerAccess, {
  removeUser: { naming: async (own) => ({ ...(await worker(own)), query: { userId: 'usr_0' } }) },
  publicDetails: { naming: worker },
  offlineAgents: { plain: 'without an account it names public workers only' },
  connections: { plain: 'it lists the own connections' },
  connection: { naming: () => ({ params: { id: 'con_0' } }) },
});

export const workerInputsMatrix = matrixOf(workerInputs, {
  trigger: { naming: async (own) => ({ body: { workerId: await makeWorker(own), input: 'Work for me.' } }) },
  triggerAgent: {
    naming: async (own) => ({ body: { agentId: await makeWorker(own), input: 'Work for me.' } }),
  },
  upload: {
    naming: async (own) => {
      const form = new FormData();
      form.set('workerId', await makeWorker(own));
      form.set('file', new File(['Text.'], 'letter.txt'));
      return { form };
    },
  },
  populateSampleData: { naming: worker },
  webhook: { plain: 'the unguessable path is the permission', parts: { params: { token: 'wip_0' } } },
});

export const recordRetentionMatrix = matrixOf(recordRetention, {
  get: { plain: 'it reads the time of the own company' },
  removal: {
    naming: async (own) => ({ query: { days: 1, workerId: (await worker(own)).params.id } }),
  },
  put: { plain: 'it sets the time of the own company', parts: { body: { days: null } } },
});

export const workerRecordsMatrix = matrixOf(workerRecords, {
  list: { plain: 'it lists the records of the own workers' },
  get: { naming: record },
  logs: { naming: record },
  report: { naming: worker },
  table: {
    naming: async (own) => ({ params: { id: await makeWorker(own), name: 'Letters' } }),
  },
  file: {
    naming: async (own) => ({ params: { id: (await record(own)).params.id, fileId: 'fil_0' } }),
  },
  showFile: {
    naming: async (own) => ({ params: { ...(await record(own)).params, fileId: 'fil_0' } }),
  },
  retry: { naming: recordId },
  cancel: { naming: recordId },
  handleOutputAction: {
    naming: async (own) => ({ body: { ...(await recordId(own)).body, action: 'APPROVE' } }),
  },
  feedback: { naming: async (own) => ({ ...(await record(own)), body: { verdict: 'LIKE' } }) },
  events: { naming: worker },
});
