import { setTimeout as sleep } from 'node:timers/promises';
import type { Limits } from '@atelier/contracts/kernel/limits';
import { sql } from 'drizzle-orm';
import type { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Ctx } from '../../context/context.ts';
import { writeSignal } from '../../context/transaction-writes.ts';
import { buildGates, type StartingRules } from '../definition/starting-rules.ts';
import { waitingTopic } from '../definition/topics.ts';

/** The longest wait for a turn. */
export interface TurnWait {
  signal: AbortSignal;
  /** Undefined: until the signal. */
  patienceMs: number | undefined;
  /** Makes the failure of whoever waited in vain. */
  late: () => AppError;
  /** Called once, before a wait. */
  onWait?: (() => Promise<void>) | undefined;
}

type Gates = ReturnType<typeof buildGates>;

/** Whoever waits asks again after this time, and asks less often the longer it takes. */
const askAgainMs = { first: 40, most: 1000 };
const leaseMs = 20_000;
const renewMs = 6_000;
/** A longer timer would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Takes the next time that the rate allows, and waits for it. A time that is too late is not taken. */
const awaitRate = async (ctx: Ctx, throttle: Gates['throttle'], wait: TurnWait, until: number) => {
  const ms = await ctx.tx(async ({ db, tenantId }) => {
    const { rows } = await db.execute<{ ms: number }>(sql`
      select greatest(0, extract(epoch from
        atelier.take_rate(${tenantId}, '', 'throttle', ${throttle.key}, ${throttle.size}, ${throttle.ms}, true)
        - clock_timestamp()) * 1000)::float8 as ms`);
    const left = rows[0]?.ms ?? 0;
    if (performance.now() + left > until) throw wait.late();
    return left;
  });
  if (ms < 1) return;
  await wait.onWait?.();
  await sleep(Math.min(ms, longestTimerMs), undefined, { signal: wait.signal });
};

const take = (ctx: Ctx, id: string, { key, size }: Gates['limit']): Promise<boolean> =>
  ctx.tx(async ({ db, tenantId }) => {
    const { rows } = await db.execute<{ held: boolean }>(
      sql`select atelier.take_turn(${tenantId}, ${id}, ${key}, ${size}, ${leaseMs}) as held`,
    );
    return rows[0]?.held === true;
  });

/** Waits until a place of the limit is free. */
const awaitPlace = async (isHeld: () => Promise<boolean>, wait: TurnWait, until: number) => {
  for (let pause = askAgainMs.first; !(await isHeld()); pause = Math.min(pause * 1.5, askAgainMs.most)) {
    if (pause === askAgainMs.first) await wait.onWait?.();
    if (performance.now() + pause > until) throw wait.late();
    await sleep(pause, undefined, { signal: wait.signal });
  }
};

const end = (ctx: Ctx, id: string): Promise<void> =>
  ctx
    .tx(async ({ db, tenantId }) => {
      const { rows } = await db.execute<{ freed: number }>(
        sql`select atelier.end_turn(${tenantId}, ${id}) as freed`,
      );
      if ((rows[0]?.freed ?? 0) > 0) await writeSignal(db, { ...waitingTopic, id });
    })
    // It ends by itself when nobody renews it.
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a turn could not be ended'));

/**
 * Does work within the throttle and the concurrency of these rules, together with the runs and the turns that count by the same keys,
 * in all processes. Throws what `late` makes when its turn does not come in time, and the reason of the signal.
 */
export const holdTurn = async <T>(
  ctx: Ctx,
  starting: StartingRules<null>,
  wait: TurnWait,
  work: () => Promise<T>,
): Promise<T> => {
  const { throttle, limit } = buildGates({ kind: '', starting }, null);
  const until = performance.now() + (wait.patienceMs ?? Number.POSITIVE_INFINITY);
  if (throttle.key !== null) await awaitRate(ctx, throttle, wait, until);
  if (limit.key === null) return work();
  const id = newId('trn');
  const renew = () => take(ctx, id, limit);
  let renewing: NodeJS.Timeout | undefined;
  try {
    await awaitPlace(renew, wait, until);
    renewing = setInterval(() => {
      renew().catch((error: unknown) => ctx.log.warn({ err: error }, 'a turn could not be renewed'));
    }, renewMs);
    return await work();
  } finally {
    clearInterval(renewing);
    await end(ctx, id);
  }
};

/** Converts limits to starting rules. `countedBy` returns what a key counts by. */
export const limiting = (
  { concurrency, throttle }: Limits,
  countedBy: (key: string) => string,
): Pick<StartingRules<unknown>, 'concurrency' | 'throttle'> => ({
  ...(concurrency && { concurrency: { limit: concurrency.limit, key: () => countedBy(concurrency.key) } }),
  ...(throttle && {
    throttle: {
      limit: throttle.limit,
      periodMs: throttle.seconds * 1000,
      key: () => countedBy(throttle.key),
    },
  }),
});
