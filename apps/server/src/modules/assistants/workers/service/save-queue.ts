import type { WorkerInputSettings, WorkerOutput } from '@atelier/contracts/assistants/workers/worker-queue';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { publishObject, withdrawObject } from '../../../../kernel/http/public-objects.ts';
import { armInputs } from '../inputs/arm-inputs.ts';
import { workerRepository } from '../repository.ts';
import { visibleWorkers } from '../worker-entity.ts';

/** Makes these the inputs of a worker. One that names an input of the worker changes it. Throws `flows.schedule_unreadable`. */
export const saveQueue = async (
  tx: TxCtx,
  workerId: string,
  queue: readonly WorkerInputSettings[],
): Promise<void> => {
  const known = new Set((await workerRepository.listInputs(tx.db, [workerId])).map(({ id }) => id));
  const rows = queue.map(({ inputId, ...settings }, place) => ({
    id: inputId !== undefined && known.has(inputId) ? inputId : newId('wip'),
    ...{ place, kind: settings.kind, settings: settings as WorkerInputSettings },
  }));
  await workerRepository.putInputs(tx.db, workerId, rows);
  const kept = new Set(rows.map(({ id }) => id));
  for (const id of known) if (!kept.has(id)) await withdrawObject(tx, id);
  for (const { id, kind } of rows)
    if (kind === 'WEBHOOK') await publishObject(tx, { id, kind: 'WORKER', frameSites: [] });
  await armInputs(tx, workerId);
};

const passedTo = (outputs: readonly WorkerOutput[]): string[] =>
  outputs.flatMap((output) => (output.kind === 'WORKER' ? [output.workerId] : []));

/** The most workers in a row that are looked at. */
const mostFollowed = 200;

const leadsBack = async (tx: TxCtx, workerId: string, first: readonly string[]): Promise<boolean> => {
  const seen = new Set<string>();
  for (let open = [...first]; open.length > 0 && seen.size < mostFollowed; ) {
    if (open.includes(workerId)) return true;
    for (const id of open) seen.add(id);
    const rows = await workerRepository.listByIds(tx.db, open, undefined);
    open = rows.flatMap(({ outputs }) => passedTo(outputs)).filter((id) => !seen.has(id));
  }
  return false;
};

/**
 * Returns the outputs with an id each. Throws `workers.output_not_found` for a worker that does not exist, and `workers.circle` when results
 * would come back.
 */
export const readyOutputs = async (
  tx: TxCtx,
  workerId: string,
  outputs: readonly WorkerOutput[],
): Promise<WorkerOutput[]> => {
  const next = passedTo(outputs);
  const rows = await workerRepository.listByIds(tx.db, next, visibleWorkers(tx));
  if (next.some((id) => id !== workerId && !rows.some((row) => row.id === id)))
    fail('workers.output_not_found');
  if (await leadsBack(tx, workerId, next)) fail('workers.circle');
  return outputs.map((output) => ({ ...output, outputId: output.outputId ?? newId('wop') }));
};
