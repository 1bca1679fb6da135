import type { Triggered, workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { workerRepository } from '../repository.ts';
import { visibleWorkers } from '../worker-entity.ts';
import { type Giver, giverTo, takeFrom } from './take-from.ts';

type Endpoints = (typeof workerInputs)['endpoints'];
type Body = Omit<RequestOf<Endpoints['trigger']>['body'], 'workerId'>;

const take = async (giver: Giver, body: Body): Promise<Triggered> => {
  const { input, name = '', idempotencyKey, currentDate, currentTime } = body;
  const text = typeof input === 'string' ? input : JSON.stringify(input, null, 2);
  if (text === '' || text === '{}') return fail('workers.input_missing');
  const inputKey = idempotencyKey ? `api/${idempotencyKey}` : null;
  const moment = { date: currentDate, time: currentTime };
  return takeFrom(giver, () => Promise.resolve({ inputKind: 'API', inputKey, input: text, name, ...moment }));
};

/** Gives a worker something to work on. Throws what `openWorker` and `takeFrom` throw, and `workers.input_missing`. */
export const triggerWorker = async (
  anonymous: Anonymous,
  { workerId, ...body }: RequestOf<Endpoints['trigger']>['body'],
  address: string,
): Promise<Triggered> => take(await giverTo(anonymous, workerId, address), body);

/** Finds the worker that was deployed first of those that run an agent or a crew and that the member may see. */
const findRunning = async (anonymous: Anonymous, agentId: string): Promise<string | undefined> => {
  const { own } = anonymous;
  if (!own?.may('agents:read')) return undefined;
  const [first] = await own.tx((tx) => workerRepository.listRunning(tx.db, agentId, visibleWorkers(tx)));
  return first?.id;
};

/** Gives something to the worker that runs an agent or a crew. Throws as `triggerWorker` does, and `workers.no_worker`. */
export const triggerAgent = async (
  anonymous: Anonymous,
  { agentId, ...body }: RequestOf<Endpoints['triggerAgent']>['body'],
  address: string,
): Promise<Triggered> => {
  const isWorker = agentId.startsWith('wrk_');
  const workerId = isWorker ? agentId : await findRunning(anonymous, agentId);
  if (workerId === undefined) return fail('workers.no_worker');
  return triggerWorker(anonymous, { ...body, workerId }, address);
};

/** Lets a worker work on its sample data. Throws `workers.not_found`, `workers.deactivated` and `workers.no_sample_data`. */
export const populateSampleData = async (ctx: Ctx, workerId: string): Promise<{ records: Triggered[] }> => {
  const worker = await ctx.tx((tx) => workerRepository.find(tx.db, workerId, visibleWorkers(tx)));
  const { sampleData } = worker ?? fail('workers.not_found');
  if (sampleData.length === 0) return fail('workers.no_sample_data');
  const records: Triggered[] = [];
  for (const { name, input, fileName } of sampleData) {
    const given =
      fileName === null
        ? { inputKind: 'API' as const, input }
        : { inputKind: 'UPLOAD' as const, input: { file: { name: fileName } }, sourceText: input };
    const sample = { ...given, name, inputKey: null, isSample: true };
    records.push(await takeFrom({ ctx, visitor: null, workerId }, () => Promise.resolve(sample)));
  }
  return { records };
};
