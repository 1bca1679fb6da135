import type { WorkerOutput, WorkerOutputKind } from '@atelier/contracts/assistants/workers/worker-queue';
import { type RunContext, RunFailure } from '../../../../kernel/runs/index.ts';
import { activityRepository } from '../records/activities.ts';
import { fileOutput } from './outputs/file-output.ts';
import { type OutputKind, readableResult } from './outputs/output-kind.ts';
import { tableOutput } from './outputs/table-output.ts';
import { webhookOutput } from './outputs/webhook-output.ts';
import type { RecordOrder } from './record-order.ts';
import type { Result } from './run-target.ts';
import { takeInput } from './take-input.ts';

/** The most workers that pass something on in a row. */
const mostDepth = 10;

const failed = (message: string): RunFailure => new RunFailure({ code: 'workers.not_delivered', message });

/** Passes the result on to another worker, which makes a record of it. */
const workerOutput: OutputKind<'WORKER'> = {
  title: () => 'Passed on to another worker',
  deliver: async (run, { order, output, result, name, key }) => {
    if (order.depth >= mostDepth)
      throw failed(`Work was passed on ${mostDepth} times in a row, which is as often as it may be.`);
    return run.transaction(name, async (tx) => {
      const input = {
        ...{ inputKind: 'WORKER' as const, inputKey: key, name: order.name },
        ...{ input: result.text, depth: order.depth + 1 },
      };
      const taken = await takeInput(tx, output.workerId, input);
      if ('record' in taken) return taken.worker.name;
      // Nothing is recorded then, so a retry passes it on.
      throw failed(
        'The worker that results are passed on to is deactivated or deleted. Please choose another one.',
      );
    });
  },
};

/**
 * Sends the result to each address. A mail that was being sent when the server stopped is sent again under the same `Message-ID`, as mail
 * servers themselves do after a lost connection (RFC 1047): a second copy can be recognised, a lost mail cannot.
 */
const mailOutput: OutputKind<'MAIL'> = {
  title: ({ to }) => `Mailed to ${to.join(', ')}`,
  deliver: async (run, { order, output, result, name, key }) => {
    const subject = output.subject === '' ? order.name : output.subject;
    for (const to of output.to)
      await run.outward(
        `${name}/${to}`,
        { key: `${key}/${to}`, retry: { attempts: 3 } },
        ({ key: mailKey }) =>
          run.ctx.services.mailer.send({ to, subject, text: readableResult(result), html: '', key: mailKey }),
      );
    return subject;
  },
};

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
