import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../context/context.ts';
import { writeStored } from '../definition/run-repository.ts';

/**
 * Stores large results over connections that batches do not use. It stores one at a time and then pauses for as long as that took, because
 * the small results of all runs share the disk with them.
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
