import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { runRetention } from '../../../../kernel/runs/view/index.ts';

const present = async (tx: TxCtx) => ({
  days: (await runRetention.read(tx)).own,
  defaultDays: runRetention.defaultDays,
});

/** Reads for how many days the company keeps ended runs; null stands for the default. */
export const readRetention = (ctx: AnyCtx) => ctx.tx(present);

/** Counts the runs that would be deleted if the company kept ended runs for this many days. */
export const countRetention = (ctx: AnyCtx, days: number): Promise<{ runs: number }> =>
  ctx.tx(async (tx) => ({ runs: await runRetention.countOlder(tx, { days }) }));

/** Sets for how many days the company keeps ended runs; null restores the default. */
export const saveRetention = (ctx: AnyCtx, days: number | null) =>
  ctx.tx(async (tx) => {
    await runRetention.set(tx, days);
    await tx.audit('runs.retention_changed', tx.tenantId, { days: days ?? runRetention.defaultDays });
    return present(tx);
  });
