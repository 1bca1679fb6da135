import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import type { AnswerOrder, AnswerPlan } from '../../apps/declarations.ts';
import type { Answerer } from '../../apps/index.ts';
import { workerRepository } from '../repository.ts';
import type { WorkerRow } from '../tables.ts';
import { visibleWorkers } from '../worker-entity.ts';
import { answerThroughWorker, type WorkerOrder } from './answer-through-worker.ts';

/** The most workers that an app can choose from. */
const mostListed = 500;

/** Returns those of the workers that take questions of apps. */
const ready = async (tx: TxCtx, rows: readonly WorkerRow[]): Promise<WorkerRow[]> => {
  const ids = rows.map(({ id }) => id);
  const inputs = await workerRepository.listInputs(tx.db, ids);
  const asked = new Set(inputs.filter(({ kind }) => kind === 'APP').map(({ workerId }) => workerId));
  return rows.filter(({ id, status }) => status !== 'DEACTIVATED' && asked.has(id));
};

const findReady = async (tx: TxCtx, id: string | null): Promise<WorkerRow | undefined> => {
  const row = id === null ? undefined : await workerRepository.find(tx.db, id);
  return row && (await ready(tx, [row]))[0];
};

const buildAnswerPlan = ({ id, name }: WorkerRow, { app, text: question }: AnswerOrder): AnswerPlan => {
  let microCredits = 0;
  const onUsed: WorkerOrder['onUsed'] = (used) => {
    microCredits = used;
  };
  return {
    modelId: 'atelier/worker',
    // The work on the record holds and pays its own credits.
    hold: { amount: 0 },
    write: (writing) => answerThroughWorker({ worker: { id, name }, app, question, onUsed }, writing),
    used: () => ({ inputTokens: 0, outputTokens: 0, cost: 0, elsewhere: microCredits }),
  };
};

/** WORKER: each question becomes a record of a worker, whose result is the answer. */
export const workerAnswerer: Answerer = {
  orchestration: 'WORKER',

  async check(tx, { answererId }) {
    const row =
      answererId === null ? undefined : await workerRepository.find(tx.db, answererId, visibleWorkers(tx));
    if (!row) return fail('apps.answerer_not_found');
    if (!(await findReady(tx, row.id))) fail('apps.worker_not_ready');
  },

  isReady: async (tx, { answererId }) => (await findReady(tx, answererId)) !== undefined,

  findNames: findEntityNames,

  findAnswering: (_tx, row) => Promise.resolve(row),

  async list(tx) {
    const found = await workerRepository.newest(tx.db, { visible: visibleWorkers(tx) }, mostListed);
    return (await ready(tx, found)).map(({ id, name }) => ({ answererId: id, name }));
  },
  whenEmpty: 'No worker takes questions yet. Give one the source “An app” under Workers.',

  async plan(tx, order) {
    const row = await findReady(tx, order.app.settings.answererId);
    return buildAnswerPlan(row ?? fail('chat.worker_off'), order);
  },
};
