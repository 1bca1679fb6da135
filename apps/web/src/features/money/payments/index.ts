import type { Screen } from '../../../lib/screen.ts';

export { AddOnsPanel } from './add-ons-panel.tsx';
export { BillingPage, billingSections } from './billing-page.tsx';
export { CheckoutReturn } from './checkout-return.tsx';
export { HowToPay } from './how-to-pay.tsx';
export { describeInvoice, statusWords } from './model/invoice-words.ts';
export { formatMoney } from './model/money.ts';

export const paymentScreens: Screen[] = [
  {
    path: '/pricing/history',
    load: () => import('./history-screen.tsx').then((it) => ({ default: it.HistoryScreen })),
  },
  {
    path: '/cancel-plan',
    load: () => import('./cancel-plan-screen.tsx').then((it) => ({ default: it.CancelPlanScreen })),
  },
];
