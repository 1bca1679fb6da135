import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type Answer, type Computation, ComputationStopped, type Order, type Stop } from './computation.ts';
import { backgroundPriority } from './compute-place.ts';

type AnyComputation = Computation<unknown, unknown>;

const createStop = (flag: Int32Array | undefined): Stop => ({
  isAsked: () => flag !== undefined && Atomics.load(flag, 0) !== 0,
});

const answerTo = async (
  computation: AnyComputation | undefined,
  { name, input, stop }: Order,
): Promise<Answer> => {
  try {
    if (!computation) throw new Error(`No thread computes ${name}.`);
    return { type: 'output', output: await computation.compute(input, createStop(stop)) };
  } catch (error) {
    return error instanceof ComputationStopped ? { type: 'stopped' } : { type: 'error', error };
  }
};

interface Port {
  say(answer: Answer): void;
  hear(order: (order: Order) => void): void;
}

const portOfThread = (port: NonNullable<typeof parentPort>): Port => ({
  say: (answer) => port.postMessage(answer),
  hear: (take) => void port.on('message', take),
});

const portOfProcess: Port = {
  say: (answer) => void process.send?.(answer),
  hear: (take) =>
    void process
      .on('message', (order) => take(order as Order))
      // The server has ended without ending this process.
      .once('disconnect', () => process.exit()),
};

/** Linux ranks each thread by itself; elsewhere this would slow down the whole server. */
const stepBack = (): void => {
  const { isInBackground } = (workerData ?? {}) as { isInBackground?: boolean };
  if (isInBackground && process.platform === 'linux') setPriority(backgroundPriority);
};

/** Makes this thread, or this process, run computations, one after another. Its entry file calls it with every computation there is. */
export const serveComputations = (computations: readonly AnyComputation[]): void => {
  const byName = new Map(computations.map((each) => [each.name, each]));
  const port = parentPort ? portOfThread(parentPort) : portOfProcess;
  if (parentPort) stepBack();
  port.hear((order) => void answerTo(byName.get(order.name), order).then(port.say));
  port.say({ type: 'ready' });
};
