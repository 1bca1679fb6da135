import { availableParallelism } from 'node:os';
import type { Computation } from './computation.ts';
import type { ThreadOptions } from './compute-thread.ts';
import { ThreadPool } from './thread-pool.ts';

export interface ComputeOptions extends ThreadOptions {
  /**
   * Threads at most for what takes long, and as many again for what is quick. Default: cores − 1, at least 1, at most 2.
   */
  threads?: number;
  /** An unused thread ends after this time. Default 10 seconds. */
  idleMs?: number;
  /** What one company may have waiting. Default 100. */
  mostWaiting?: number;
}

/** For whom is computed, and until when. */
export interface Asker {
  /** Takes turns with others: the company's id. */
  tenantId: string;
  signal?: AbortSignal | undefined;
}

export interface Compute {
  /**
   * Computes in another thread, while this one answers others. Throws what the computation throws, `compute.too_long` once
   * its deadline has passed, `compute.busy` where the company has too much waiting, `compute.out_of_memory`,
   * `compute.interrupted`, and the signal's reason. After any of them nobody computes on.
   */
  run<Input, Output>(computation: Computation<Input, Output>, input: Input, asker: Asker): Promise<Output>;
  /** Ends every thread; what is under way or waits fails with `compute.interrupted`. */
  close(): Promise<void>;
}

/** Computations with a deadline up to this have threads of their own: people wait for them, and a graph may take a minute. */
const quickMs = 10_000;

const outputAs = <Output>(output: unknown): Output => output as Output;

const defaultThreads = (): number => Math.min(2, Math.max(1, availableParallelism() - 1));

export const createCompute = ({
  threads = defaultThreads(),
  idleMs = 10_000,
  mostWaiting = 100,
  ...thread
}: ComputeOptions): Compute => {
  const newPool = () => new ThreadPool({ ...thread, threads, idleMs, mostWaiting });
  const [quick, long] = [newPool(), newPool()];
  return {
    async run<Input, Output>(
      computation: Computation<Input, Output>,
      input: Input,
      { tenantId, signal }: Asker,
    ): Promise<Output> {
      signal?.throwIfAborted();
      if (computation.isSmall?.(input)) return computation.compute(input);
      const { name, deadlineMs } = computation;
      const pool = deadlineMs <= quickMs ? quick : long;
      return outputAs<Output>(await pool.run({ key: tenantId, order: { name, input }, deadlineMs, signal }));
    },
    async close() {
      await Promise.all([quick.close(), long.close()]);
    },
  };
};
