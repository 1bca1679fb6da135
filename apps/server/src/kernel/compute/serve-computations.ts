import { parentPort } from 'node:worker_threads';
import type { Answer, Computation, Order } from './computation.ts';

type AnyComputation = Computation<unknown, unknown>;

const answerTo = async (computation: AnyComputation | undefined, { name, input }: Order): Promise<Answer> => {
  try {
    if (!computation) throw new Error(`No thread computes ${name}.`);
    return { type: 'output', output: await computation.compute(input) };
  } catch (error) {
    return { type: 'error', error };
  }
};

/** Makes this thread run computations, one after another. The entry file of the threads calls it with every computation there is. */
export const serveComputations = (computations: readonly AnyComputation[]): void => {
  const byName = new Map(computations.map((each) => [each.name, each]));
  const port = parentPort;
  const say = (answer: Answer) => port?.postMessage(answer);
  port?.on('message', (order: Order) => void answerTo(byName.get(order.name), order).then(say));
  say({ type: 'ready' });
};
