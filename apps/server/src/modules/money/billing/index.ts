export { type CardInvoice, invoices, paymentRevision } from './invoices/service/invoices.ts';
export { changePlan, endPlan, markPastDue } from './service/change-plan.ts';
export { checkPlanLimit } from './service/check-plan-limit.ts';
export { findSubscription, grantAddOnCredits } from './service/current-subscription.ts';
export { holdAtEnd, holdCredits, settleHold, type Work } from './service/holds.ts';
export { readSubscription, summarizeBilling } from './service/read-subscription.ts';
export { readSpend } from './service/read-usage.ts';
