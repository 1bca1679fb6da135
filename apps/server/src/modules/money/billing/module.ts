import { defineModule, handleJob } from '../../../kernel/module/module.ts';
import { planLimits } from '../../../kernel/plans/plans.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { billingRoutes } from './routes.ts';
import { checkPlanLimit } from './service/check-plan-limit.ts';
import { computingTimes } from './service/computing-time.ts';
import { renewalJob, renewSubscription } from './service/current-subscription.ts';
import { summarizeBilling } from './service/read-subscription.ts';
import { releaseJob, releaseLostHolds } from './service/release-lost-holds.ts';
import { limitMailJob, limitWarningJob, mailLimitWarning, warnOfLimit } from './service/warn-of-limit.ts';

export const billingModule = defineModule({
  name: 'billing',
  routes: [billingRoutes],
  extends: [
    extend(planLimits, {
      requireSeat: (tx, countMembers) => checkPlanLimit(tx, 'members', countMembers),
      creditsLeft: async (tx) => (await summarizeBilling(tx))?.creditsLeft ?? 0,
    }),
  ],
  onStarted: (container) => container.use(computingTimes).begin(container),
  jobs: [
    handleJob(releaseJob, releaseLostHolds),
    handleJob(renewalJob, renewSubscription),
    handleJob(limitWarningJob, warnOfLimit),
    handleJob(limitMailJob, mailLimitWarning),
  ],
});
