export { type CardInvoice, invoices } from './invoices/service/invoices.ts';

export { paymentRevision } from './invoices/service/payment-revision.ts';

export { changePlan, endPlan, markPastDue } from './service/change-plan.ts';

export { checkPlanLimit } from './service/check-plan-limit.ts';

export { findSubscription } from './service/current-subscription.ts';

export { grantAddOnCredits } from './service/grant-add-on-credits.ts';

export { holdAtEnd, holdCredits, settleHold, type Work } from './service/holds.ts';

export { readSubscription, summarizeBilling } from './service/read-subscription.ts';

export { readSpend } from './service/read-usage.ts';
