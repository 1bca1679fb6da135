import type { PlanResource } from '@atelier/contracts/money/billing';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { getCatalogue, planFor } from '../catalogue.ts';
import { subscriptionRepository } from '../repository/subscriptions.ts';
import type { SubscriptionRow } from '../tables.ts';
import { getSubscription, isPaying } from './current-subscription.ts';

const gigabyte = 1024 ** 3;

const counted = (limit: number, one: string, many: string): string =>
  `${limit.toLocaleString('en')} ${limit === 1 ? one : many}`;

const told: Record<PlanResource, (limit: number) => string> = {
  members: (limit) => counted(limit, 'person', 'people'),
  knowledgeBases: (limit) => counted(limit, 'knowledge base', 'knowledge bases'),
  apps: (limit) => counted(limit, 'app', 'apps'),
  storageBytes: (limit) =>
    `${(Math.round((limit / gigabyte) * 100) / 100).toLocaleString('en')} GB of documents`,
};

interface Room {
  limit: number;
  /** The owner of the limit, as the beginning of a sentence. */
  whose: string;
}

/**
 * Returns the limit of the plan; for documents of a tenant that has not paid, the server's limit where that is lower. Null means no limit.
 */
const roomFor = async (tx: TxCtx, resource: PlanResource, row: SubscriptionRow): Promise<Room | null> => {
  const { name, featureBalances } = planFor(getCatalogue(tx.services.config), row.planId);
  const limit = featureBalances[resource];
  const plan = limit === null ? null : { limit, whose: `The plan ${name} has` };
  const free = tx.services.config.operatorBudget.freeStorageGb * gigabyte;
  if (resource !== 'storageBytes' || free === 0 || free >= (limit ?? Number.POSITIVE_INFINITY)) return plan;
  return (await isPaying(tx, row)) ? plan : { limit: free, whose: 'Until it has paid, your company has' };
};

/** The present number, or a function that counts it under the lock, so that two concurrent callers cannot both take the last place. */
type Count = number | (() => Promise<number>);

const countLocked = async (tx: TxCtx, count: () => Promise<number>): Promise<number> => {
  // The rows are counted after the lock, although both statements leave together.
  const [, counted] = await Promise.all([subscriptionRepository.lock(tx.db), count()]);
  return counted;
};

/** Throws when one more (or `adding`) would exceed the plan: `billing.plan_limit`, with the number of the plan, or `billing.no_plan`. */
export const checkPlanLimit = async (
  tx: TxCtx,
  resource: PlanResource,
  current: Count,
  adding = 1,
): Promise<void> => {
  const room = await roomFor(tx, resource, await getSubscription(tx));
  if (room === null) return;
  const { limit, whose } = room;
  const count = typeof current === 'function' ? await countLocked(tx, current) : current;
  if (count + adding <= limit) return;
  throw new AppError(
    'billing.plan_limit',
    { resource, limit, current: count },
    {
      message: `${whose} room for ${told[resource](limit)}. Please upgrade under Billing, or remove something first.`,
    },
  );
};
