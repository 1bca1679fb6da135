import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Answer, Order } from './computation.ts';

export interface PlaceOptions {
  /** The file that calls `serveComputations`. */
  entry: string | URL;
  /** JavaScript heap in MiB. */
  heapMb: number;
  /** True when it computes only while the processor has nothing better to do, as far as the system can tell. */
  isInBackground: boolean;
}

/** The rank that the operating system gives to background work; 0 is the usual one, 19 the lowest. */
export const backgroundPriority = 19;

/** Listeners for the answer of a place, and for its end. */
export interface PlaceListeners {
  onAnswer(answer: Answer): void;
  onEnd(error: unknown): void;
}

/** A thread or a process that runs computations, without the server's environment variables. */
export interface ComputePlace {
  /** Throws when the order cannot be copied. */
  send(order: Order): void;
  end(): Promise<void>;
  /** Lets the place keep this process alive, or not. */
  keepAlive(isNeeded: boolean): void;
}

export type OpenPlace = (options: PlaceOptions, listeners: PlaceListeners) => ComputePlace;

export const openThread: OpenPlace = ({ entry, heapMb, isInBackground }, { onAnswer, onEnd }) => {
  const worker = new Worker(entry, {
    env: {},
    argv: [],
    execArgv: [],
    workerData: { isInBackground },
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
    .on('message', onAnswer)
    .on('messageerror', onEnd)
    .on('error', onEnd)
    .on('exit', (code) => onEnd(new Error(`The thread ended with ${code}.`)));
  return {
    send: (order) => worker.postMessage(order),
    end: async () => void (await worker.terminate()),
    keepAlive: (isNeeded) => (isNeeded ? worker.ref() : worker.unref()),
  };
};

/** Opens a process, for code outside JavaScript: its crash ends nothing else, and its memory is free when it ends. */
export const openProcess: OpenPlace = ({ entry, heapMb, isInBackground }, { onAnswer, onEnd }) => {
  const child = fork(entry instanceof URL ? fileURLToPath(entry) : entry, {
    // Few arenas, because memory in many of them is not given back.
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: [`--max-old-space-size=${heapMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  if (isInBackground && child.pid !== undefined) setPriority(child.pid, backgroundPriority);
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  child
    .on('message', (answer) => onAnswer(answer as Answer))
    .on('error', onEnd)
    .on('exit', (code, signal) => onEnd(new Error(`The process ended with ${signal ?? code}.`)));
  return {
    send: (order) => void child.send(order),
    async end() {
      child.kill('SIGKILL');
      await gone;
    },
    keepAlive(isNeeded) {
      if (isNeeded) {
        child.ref();
        child.channel?.ref();
      } else {
        child.unref();
        child.channel?.unref();
      }
    },
  };
};
