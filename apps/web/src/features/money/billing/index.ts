import type { Screen } from '../../../lib/screen.ts';

export { ComputingTimePanel } from './usage/computing-time-panel.tsx';

/** The screens of billing: ROUTE-39, ROUTE-40, ROUTE-42 and ROUTE-43. */
export const billingScreens: Screen[] = [
  {
    path: '/pricing/overview',
    load: () => import('./overview/overview-screen.tsx').then((it) => ({ default: it.OverviewScreen })),
  },
  {
    path: '/pricing/overview/plan',
    load: () => import('./plan/plan-screen.tsx').then((it) => ({ default: it.PlanScreen })),
  },
  {
    path: '/pricing/credit-usage',
    load: () => import('./usage/usage-screen.tsx').then((it) => ({ default: it.UsageScreen })),
  },
  {
    path: '/pricing/usage-limit',
    load: () => import('./limits/limits-screen.tsx').then((it) => ({ default: it.LimitsScreen })),
  },
];
