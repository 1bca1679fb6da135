import type { PlanResource } from '@atelier/contracts';
import type { TxCtx } from '../../../kernel/context.ts';
import { AppError } from '../../../kernel/errors.ts';
import { catalogueOf, planOf } from '../catalogue.ts';
import { subscriptionRepository } from '../repository/subscriptions.ts';
import { getSubscription } from './current-subscription.ts';

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
  const { planId } = await getSubscription(tx);
  const { name, featureBalances } = planOf(catalogueOf(tx.services.config), planId);
  const limit = featureBalances[resource];
  if (limit === null) return;
  if (typeof current === 'function') await subscriptionRepository.lock(tx.db);
  const count = typeof current === 'function' ? await current() : current;
  if (count + adding <= limit) return;
  throw new AppError(
    'billing.plan_limit',
    { resource, limit, current: count },
    {
      message: `The plan ${name} has room for ${told[resource](limit)}. Please upgrade it under Billing, or remove something first.`,
    },
  );
};
