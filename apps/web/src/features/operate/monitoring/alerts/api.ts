import type { AlertTest } from '@atelier/contracts/operate/monitoring/alert-shapes';
import { alerts } from '@atelier/contracts/operate/monitoring/alerts';
import { usePages, useRead, useWrite } from '../../../../lib/query.ts';
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts.tsx';

const { endpoints } = alerts;
const changed = [endpoints.rules, endpoints.list];
const minute = 60_000;

export const useRules = () => useRead(endpoints.rules, { query: {} }, { refetchInterval: minute });

export const useAlerts = ({ search, state }: { search: string; state: 'OPEN' | 'RESOLVED' | undefined }) =>
  usePages(
    endpoints.list,
    { query: { ...(search === '' ? {} : { search }), ...(state ? { state } : {}) } },
    { refetchInterval: () => minute },
  );

export const useAddUsual = () =>
  useWrite(endpoints.createUsual, {
    refreshes: changed,
    success: 'The usual alerts are on. Owners and admins get the mails.',
    toastFailure: true,
  });
export const useAddRule = () => useWrite(endpoints.create, { refreshes: changed });
export const useChangeRule = () => useWrite(endpoints.change, { refreshes: changed });
export const useSwitchRule = () => useWrite(endpoints.change, { refreshes: changed, toastFailure: true });
export const useRemoveRule = () => useWrite(endpoints.remove, { refreshes: changed });

const tellTest = ({ mail, webhook }: AlertTest): void => {
  for (const channel of [mail, webhook])
    if (channel?.problem) toastError(channel.problem, { duration: 8000 });
  const sent = [
    ...(mail?.isSent ? ['The mail went to you'] : []),
    ...(webhook?.isSent ? ['the webhook accepted the call'] : []),
  ];
  if (sent.length > 0) {
    const [first = '', ...rest] = sent;
    toastSuccess(`${[first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', and ')}.`);
  }
};
export const useTestRule = () => useWrite(endpoints.test, { toastFailure: true, onSuccess: tellTest });
