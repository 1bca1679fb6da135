import { billing } from '@atelier/contracts/money/billing';
import { payments } from '@atelier/contracts/money/payments';
import { type UsageGrouping } from '@atelier/contracts/money/usage';
import type { Days } from '../../../lib/days/ranges.ts';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';
import { buildRequestPath } from '../../../lib/server/api.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';

const { endpoints } = billing;

export const usePlans = () => useRead(endpoints.plans, {});

const planRefreshes = [endpoints.subscription, endpoints.plans, payments.endpoints.invoices];

export const useStartTrial = () =>
  useWrite(endpoints.startTrial, {
    refreshes: planRefreshes,
    success: 'Your free trial has begun',
    toastFailure: true,
  });

/**
 * Changes the plan. When the tenant pays by card, the browser goes to the checkout; by invoice, the plan has changed already.
 */
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

/** Revokes the cancellation of the current plan at no cost, by choosing the same plan again. */
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

/** Returns the address of the CSV file for a range of days. */
export const exportAddress = (days: Days): string => buildRequestPath(endpoints.exportUsage, { query: days });

export const useComputingTime = () => useRead(endpoints.computingTime, {}, { refetchInterval: 15_000 });

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
