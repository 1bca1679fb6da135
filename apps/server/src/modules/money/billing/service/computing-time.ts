import type { ComputingTime } from '@atelier/contracts/money/usage';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { createContext } from '../../../../kernel/context/create-context.ts';
import { defineService, type ServiceContainer, type Services } from '../../../../kernel/services/services.ts';
import { computingTimeRepository } from '../repository/usage.ts';
import { findSubscription, isPaying } from './current-subscription.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const dayMs = 24 * 60 * minuteMs;
const storedEveryMs = 10 * secondMs;
const keptMs = 2 * dayMs;

const findWindowStart = (now: Date, lengthMs: number): Date =>
  new Date(Math.floor(now.getTime() / lengthMs) * lengthMs);

const secondsPerMinute = async (tx: TxCtx): Promise<number> => {
  const { paying, free } = tx.services.config.computingSeconds;
  const subscription = await findSubscription(tx);
  return subscription && (await isPaying(tx, subscription)) ? paying : free;
};

/** Stores what was computed for a tenant, and returns the seconds that it may use in a minute. */
const store = async (tx: TxCtx, ms: number): Promise<number> => {
  const now = tx.now();
  await computingTimeRepository.add(tx.db, findWindowStart(now, minuteMs), Math.round(ms));
  await computingTimeRepository.removeBefore(tx.db, new Date(now.getTime() - keptMs));
  return secondsPerMinute(tx);
};

/** Stores what the threads and parsers of this process compute, and tells them how much each tenant may use. */
class ComputingTimes {
  readonly #services: Services;
  #container: ServiceContainer | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  begin(container: ServiceContainer): void {
    this.#container = container;
    this.#timer = setInterval(() => void this.storeAll(), storedEveryMs).unref();
    this.#services.workAccount.onUnknown((owner) => void this.#allow(owner, secondsPerMinute));
  }

  async storeAll(): Promise<void> {
    for (const { owner, ms } of this.#services.workAccount.collect())
      await this.#allow(owner, (tx) => store(tx, ms));
  }

  /** Says how many seconds a tenant may use in a minute; `read` finds it out. */
  async #allow(tenantId: string, read: (tx: TxCtx) => Promise<number>): Promise<void> {
    const container = this.#container;
    if (!container || tenantId === '') return;
    const { workAccount, identityPool: pool, log } = this.#services;
    const actor = { kind: 'system' as const, name: 'billing.computing-time' };
    const ctx = createContext({ pool, container, services: this.#services, tenantId, actor });
    await ctx
      .tx(async (tx) => workAccount.allow(tenantId, (await read(tx)) * secondMs))
      // A tenant may have been deleted meanwhile, and the others are stored all the same.
      .catch((error: unknown) => log.warn({ err: error, tenantId }, 'computing time was not stored'));
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

export const computingTimes = defineService<ComputingTimes>({
  name: 'billing.computing-times',
  create: (services) => new ComputingTimes(services),
  close: (times) => times.close(),
});

export const readComputingTime = (ctx: AnyCtx): Promise<ComputingTime> =>
  ctx.tx(async (tx) => {
    const now = tx.now();
    const minute = findWindowStart(now, minuteMs);
    const allowed = await secondsPerMinute(tx);
    const {
      today,
      lately,
      now: used,
    } = await computingTimeRepository.sums(tx.db, {
      day: findWindowStart(now, dayMs),
      lastMinute: new Date(minute.getTime() - minuteMs),
      minute,
    });
    return {
      secondsPerMinute: allowed,
      lately: lately / secondMs,
      today: today / secondMs,
      waitsBehindOthers: used >= allowed * secondMs,
    };
  });
