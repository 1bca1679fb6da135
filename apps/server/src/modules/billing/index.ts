import { defineModule } from '../../kernel/module.ts';
import { paymentRoutes } from './payment/routes.ts';
import { endWithCompany } from './payment/service/end-with-company.ts';
import { billingRoutes } from './routes.ts';
import { renewTask } from './service/apply-step.ts';
import { renewSubscription } from './service/current-subscription.ts';
import { releaseLostHolds, releaseTask } from './service/release-lost-holds.ts';
import {
  MailOrder,
  mailLimitWarning,
  mailTask,
  WarningOrder,
  warnOfLimit,
  warnTask,
} from './service/warn-of-limit.ts';

export { catalogueOf } from './catalogue.ts';
export { microPerCredit } from './micro-credit.ts';
export { listCompanyInvoices } from './payment/service/invoice-reads.ts';
export { markInvoice } from './payment/service/mark-invoice.ts';
export { checkPlanLimit } from './service/check-plan-limit.ts';
export { holdCredits, newHoldId, settleHold, type Work } from './service/holds.ts';
export { type BillingSummary, readSubscription, summarizeBilling } from './service/read-subscription.ts';

export const billingModule = defineModule({
  name: 'billing',
  routes: [billingRoutes, paymentRoutes],
  subscribers: { 'tenancy.tenant_closing': endWithCompany },
  jobs: [
    { task: releaseTask, handle: releaseLostHolds },
    { task: renewTask, handle: renewSubscription },
    { task: warnTask, handle: (ctx, payload) => warnOfLimit(ctx, WarningOrder.parse(payload)) },
    { task: mailTask, handle: (ctx, payload) => mailLimitWarning(ctx, MailOrder.parse(payload)) },
  ],
});
