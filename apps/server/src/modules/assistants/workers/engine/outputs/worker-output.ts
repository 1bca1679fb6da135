import { RunFailure } from '../../../../../kernel/runs/index.ts';
import { takeInput } from '../take-input.ts';
import type { OutputKind } from './output-kind.ts';

/** The most workers that pass something on in a row. */
const mostDepth = 10;

const failed = (message: string): RunFailure => new RunFailure({ code: 'workers.not_delivered', message });

/** Passes the result on to another worker, which makes a record of it. */
export const workerOutput: OutputKind<'WORKER'> = {
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
