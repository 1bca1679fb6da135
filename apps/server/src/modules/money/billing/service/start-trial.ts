import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { type Step, trialMs } from '../advance.ts';
import { getCatalogue, trialPlan } from '../catalogue.ts';
import { isTrialAvailable, openSubscription } from './change-plan.ts';
import { applyStep, findSubscription, lockSubscription } from './current-subscription.ts';
import { readSubscription, type SubscriptionState } from './read-subscription.ts';

const buildTrial = (planId: string, now: Date): Step => {
  const endsAt = new Date(now.getTime() + trialMs);
  return {
    change: {
      planId,
      status: 'TRIALING',
      provider: 'none',
      anchorAt: now,
      periodStartsAt: now,
      periodEndsAt: endsAt,
      dueAt: endsAt,
      trialStartsAt: now,
      trialEndsAt: endsAt,
    },
    credits: 'renewed',
  };
};

/** Starts the seven days of the premium plan. Throws `billing.trial_used`. */
export const startTrial = (ctx: AnyCtx): Promise<SubscriptionState> =>
  ctx.tx(async (tx) => {
    const { planId } = trialPlan(getCatalogue(tx.services.config));
    const trial = buildTrial(planId, tx.now());
    const row = (await findSubscription(tx)) ? await lockSubscription(tx) : undefined;
    if (!(await isTrialAvailable(tx, row))) fail('billing.trial_used');
    if (row) await applyStep(tx, trial);
    else await openSubscription(tx, planId, trial);
    await tx.audit('billing.trial_started', planId, { endsAt: trial.change.trialEndsAt?.toISOString() });
    return readSubscription(tx);
  });
