import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../context/context.ts';
import { writeStored } from '../definition/run-repository.ts';

/**
 * Stores large results aside, on connections that the batches do not use: one at a time, with as long a pause after each as it
 * took, because they share the disk with everybody's small ones.
 */
export class LargeResults {
  #last: Promise<void> = Promise.resolve();

  write(ctx: Ctx, runId: string, seq: number, value: string): Promise<void> {
    const written = this.#last.then(async () => {
      const startedAt = performance.now();
      await ctx.tx((tx) => writeStored(tx, runId, seq, value));
      return performance.now() - startedAt;
    });
    this.#last = written.then(
      (tookMs) => sleep(tookMs),
      () => undefined,
    );
    return written.then(() => undefined);
  }
}
