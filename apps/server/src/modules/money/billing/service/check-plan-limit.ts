import type { PlanResource } from '@atelier/contracts/money/billing';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { catalogueOf, planOf } from '../catalogue.ts';
import { subscriptionRepository } from '../repository/subscriptions.ts';
import type { SubscriptionRow } from '../tables.ts';
import { getSubscription } from './current-subscription.ts';
import { isPaying } from './is-paying.ts';

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
  /** Whose room it is, at the beginning of a sentence. */
  whose: string;
}

/** The plan's room; for documents of a company that has not paid, the server's where that is less. Null without limit. */
const roomFor = async (tx: TxCtx, resource: PlanResource, row: SubscriptionRow): Promise<Room | null> => {
  const { name, featureBalances } = planOf(catalogueOf(tx.services.config), row.planId);
  const limit = featureBalances[resource];
  const plan = limit === null ? null : { limit, whose: `The plan ${name} has` };
  const free = tx.services.config.operatorBudget.freeStorageGb * gigabyte;
  if (resource !== 'storageBytes' || free === 0 || free >= (limit ?? Number.POSITIVE_INFINITY)) return plan;
  return (await isPaying(tx, row)) ? plan : { limit: free, whose: 'Until it has paid, your company has' };
};

/** How many there are, or how to count them: counted under the lock, two at once cannot both take the last place. */
type Count = number | (() => Promise<number>);

/**
 * Refuses one more (or `adding`) of what the plan counts. Throws `billing.plan_limit`, which says the plan's number, and
 * `billing.no_plan`.
 */
export const checkPlanLimit = async (
  tx: TxCtx,
  resource: PlanResource,
  current: Count,
  adding = 1,
): Promise<void> => {
  const room = await roomFor(tx, resource, await getSubscription(tx));
  if (room === null) return;
  const { limit, whose } = room;
  if (typeof current === 'function') await subscriptionRepository.lock(tx.db);
  const count = typeof current === 'function' ? await current() : current;
  if (count + adding <= limit) return;
  throw new AppError(
    'billing.plan_limit',
    { resource, limit, current: count },
    {
      message: `${whose} room for ${told[resource](limit)}. Please upgrade under Billing, or remove something first.`,
    },
  );
};
