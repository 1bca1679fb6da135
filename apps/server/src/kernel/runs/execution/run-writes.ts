import type { TxCtx } from '../../context/context.ts';
import { isOfLostRun } from '../../db/database-errors.ts';
import { RunLost } from '../definition/causes.ts';
import { beginWrite, holdRun } from '../definition/run-repository.ts';
import type { ActiveRun } from './active-run.ts';

/** Does work in the database after everything recorded so far was committed. */
const sentBefore = async <T>(active: ActiveRun, work: () => Promise<T>): Promise<T> => {
  await active.guard();
  return active.busy(async () => {
    await active.send();
    await active.guard();
    return work();
  });
};

/**
 * Commits in a transaction of the tenant while this process owns the run. The run is locked first, but what the work sends does not wait for
 * the answer: it counts only if the run is owned.
 */
export const held = <T>(active: ActiveRun, work: (tx: TxCtx) => Promise<T>): Promise<T> =>
  sentBefore(active, () =>
    active.ctx.tx(async (tx) => {
      if (active.controller.signal.aborted) throw active.controller.signal.reason;
      const [owned, done] = await Promise.allSettled([
        holdRun(tx, active.claim.id, active.life.id, active.claim.epoch),
        work(tx),
      ]);
      if (owned.status === 'rejected') throw owned.reason;
      if (done.status === 'rejected') throw done.reason;
      return done.value;
    }),
  );

/** Writes in one round trip, and records that it was done. */
export const writeOnce = async (
  active: ActiveRun,
  name: string,
  write: (tx: TxCtx) => Promise<unknown>,
): Promise<void> => {
  const seq = active.nextSeq();
  if (await active.replay.find(seq, name, 'transaction')) return;
  const { claim, life, controller } = active;
  await sentBefore(active, async () => {
    try {
      await active.ctx.tx(async (tx) => {
        if (controller.signal.aborted) throw controller.signal.reason;
        const owned = { id: claim.id, owner: life.id, epoch: claim.epoch };
        tx.last(() => Promise.all([beginWrite(tx, owned, { seq, name }), write(tx)]));
      });
    } catch (error) {
      throw isOfLostRun(error) ? new RunLost(`run ${claim.id} is in other hands`, { cause: error }) : error;
    }
  });
};
