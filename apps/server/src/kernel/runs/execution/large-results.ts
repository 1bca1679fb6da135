import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Ctx } from '../../context/context.ts';
import { writeStored } from '../definition/run-repository.ts';

/** The longest pause, as a multiple of the time that the large result took. */
const longestPause = 4;
/** The number of other changes that adds one pause of the length of one large result. A large result causes up to three changes itself. */
const changesPerPause = 4;

/**
 * Stores large results over connections that batches do not use, one at a time. It then pauses, because the small results of all runs share
 * the processor and the disk with them. The more small results were written meanwhile, the longer it pauses.
 */
export class LargeResults {
  readonly #countChanges: () => number;
  #last: Promise<void> = Promise.resolve();

  /** `countChanges` returns the number of changes that batches have written so far. */
  constructor(countChanges: () => number) {
    this.#countChanges = countChanges;
  }

  write(ctx: Ctx, runId: string, seq: number, value: string): Promise<void> {
    const written = this.#last.then(async () => {
      const startedAt = performance.now();
      const before = this.#countChanges();
      await ctx.tx(async (tx) => {
        // The journal entry that refers to the value is committed later, and that commit writes this value to the disk too.
        await tx.db.execute(sql`set local synchronous_commit = off`);
        await writeStored(tx, runId, seq, value);
      });
      return pauseAfter(performance.now() - startedAt, this.#countChanges() - before);
    });
    this.#last = written.then(
      (pauseMs) => sleep(pauseMs),
      () => undefined,
    );
    return written.then(() => undefined);
  }
}

/** Returns the pause in milliseconds after a large result during which others wrote `changes` changes. */
export const pauseAfter = (tookMs: number, changes: number): number =>
  tookMs * Math.min(longestPause, Math.floor(changes / changesPerPause));
