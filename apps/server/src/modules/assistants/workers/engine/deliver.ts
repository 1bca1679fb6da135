import type { WorkerOutput, WorkerOutputKind } from '@atelier/contracts/assistants/workers/worker-queue';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { activityRepository } from '../records/activities.ts';
import { fileOutput } from './outputs/file-output.ts';
import { mailOutput } from './outputs/mail-output.ts';
import type { OutputKind } from './outputs/output-kind.ts';
import { tableOutput } from './outputs/table-output.ts';
import { webhookOutput } from './outputs/webhook-output.ts';
import { workerOutput } from './outputs/worker-output.ts';
import type { RecordOrder } from './record-order.ts';
import type { Result } from './run-target.ts';

/** Every kind of place for results. KEEP has none: each result is kept in its record. */
const kinds: { [K in Exclude<WorkerOutputKind, 'KEEP'>]: OutputKind<K> } = {
  TABLE: tableOutput,
  WEBHOOK: webhookOutput,
  MAIL: mailOutput,
  WORKER: workerOutput,
  FILE: fileOutput,
};

type Delivered = Exclude<WorkerOutput, { kind: 'KEEP' }>;

/** Every kind takes outputs of its own kind, which the type of the list cannot say. */
const kindOf = (output: Delivered) => kinds[output.kind] as OutputKind<Delivered['kind']>;

const deliverTo = async (
  run: RunContext,
  { order, result }: { order: RecordOrder; result: Result },
  { output, place }: { output: Delivered; place: number },
): Promise<void> => {
  const { recordId } = order;
  const outputId = output.outputId ?? String(place);
  const name = `output-${outputId}`;
  const kind = kindOf(output);
  await run.transaction(`@begin/${name}`, ({ db }) =>
    activityRepository.begin(db, { recordId, name, element: 'OUTPUT', title: kind.title(output) }),
  );
  const delivery = { order, output, place, result, name, key: `${recordId}/${outputId}` };
  const detail = await kind.deliver(run, delivery);
  await run.transaction(`@end/${name}`, ({ db }) =>
    activityRepository.end(db, { recordId, name }, { status: 'COMPLETED', detail }),
  );
};

/** Delivers a result to each place of the worker, one after the other. Each takes it once. Throws RunFailure. */
export const deliver = async (run: RunContext, order: RecordOrder, result: Result): Promise<void> => {
  for (const [place, output] of order.outputs.entries())
    if (output.kind !== 'KEEP') await deliverTo(run, { order, result }, { output, place });
};
