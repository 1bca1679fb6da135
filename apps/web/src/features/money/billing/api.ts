import { billing } from '@atelier/contracts/money/billing';
import { payments } from '@atelier/contracts/money/payments';
import { type UsageGrouping } from '@atelier/contracts/money/usage';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';
import { pathOf } from '../../../lib/server/api.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';

const { endpoints } = billing;

export interface Days {
  from: string;
  to: string;
}

export const useSubscriptionQuery = () => useRead(endpoints.subscription, {});
export const usePlans = () => useRead(endpoints.plans, {});

const planRefreshes = [endpoints.subscription, endpoints.plans, payments.endpoints.invoices];

export const useStartTrial = () =>
  useWrite(endpoints.startTrial, {
    refreshes: planRefreshes,
    success: 'Your free trial has begun',
    toastFailure: true,
  });

/** By card the browser is sent to the checkout; by invoice the plan is changed already. */
export const useUpgrade = () =>
  useWrite(payments.endpoints.upgrade, {
    refreshes: planRefreshes,
    toastFailure: true,
    onSuccess: ({ redirectTo }) => {
      if (redirectTo === null)
        toastSuccess('Your plan has been changed. The invoice is under', {
          link: { text: 'Billing history', to: '/pricing/history' },
        });
      else location.assign(redirectTo);
    },
  });

/** Choosing the company's own plan again takes its cancellation back, at no cost. */
export const useResume = () =>
  useWrite(payments.endpoints.upgrade, {
    refreshes: planRefreshes,
    toastFailure: true,
    onSuccess: ({ redirectTo }) => {
      if (redirectTo === null) toastSuccess('Your plan goes on');
      else location.assign(redirectTo);
    },
  });

export const useCreditUsage = (days: Days, groupBy: UsageGrouping) =>
  useRead(endpoints.creditUsage, { query: { ...days, groupBy } });

export const useUsageRecords = (days: Days) => usePages(endpoints.usageRecords, { query: days });

/** Where the CSV of a range lies. */
export const exportAddress = (days: Days): string => pathOf(endpoints.exportUsage, { query: days });

export const useUsageLimits = () => useRead(endpoints.usageLimits, {});

export const useLimitSubjects = (scope: 'USER' | 'APP', search: string) =>
  useRead(endpoints.limitSubjects, { query: { scope, search } });

export const useSetLimit = () =>
  useWrite(endpoints.setUsageLimit, { refreshes: [endpoints.usageLimits], success: 'The limit is set' });

export const useRemoveLimit = () =>
  useWrite(endpoints.removeUsageLimit, {
    refreshes: [endpoints.usageLimits],
    success: 'The limit is removed',
  });
