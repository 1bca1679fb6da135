import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** The figures and functions of the process that are used. */
export interface Memory {
  /** Bytes that the heap and its buffers hold, garbage included. */
  held(): number;
  /** The share of the time since the last call in which the event loop was busy, 0 to 1. */
  busy(): number;
  collect(): void;
}

const everyMs = 10_000;
const mostBusy = 0.1;
/** In bytes. Less than this is not worth the pause of a collection. */
const leastGrowth = 24 * 1024 * 1024;

/** Returns a function that collects garbage if the server was quiet since its last call and holds more than after the last collection. */
export const createGiver = ({ held, busy, collect }: Memory): (() => void) => {
  let kept = 0;
  return () => {
    const isQuiet = busy() < mostBusy;
    const now = held();
    kept = Math.min(kept, now);
    if (!isQuiet || now - kept < leastGrowth) return;
    collect();
    kept = held();
  };
};

const processMemory = (collect: () => void): Memory => {
  let last = performance.eventLoopUtilization();
  return {
    held: () => {
      const { total_heap_size: heap, external_memory: buffers } = getHeapStatistics();
      return heap + buffers;
    },
    busy: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    collect,
  };
};

/**
 * Returns memory to the operating system while the server is idle. The engine collects garbage only when something is allocated, so a
 * server that has answered its last question would keep the memory of its busiest minute permanently. Does nothing where Node was started
 * without `--expose-gc`.
 */
export const giveBackMemory = (collect = globalThis.gc): void => {
  if (collect === undefined) return;
  // Any lesser collection frees the memory within the process, but keeps its pages.
  const collectAll = () => {
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  };
  setInterval(createGiver(processMemory(collectAll)), everyMs).unref();
};
