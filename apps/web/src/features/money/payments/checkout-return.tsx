import { billing } from '@atelier/contracts/money/billing';
import { payments } from '@atelier/contracts/money/payments';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRead } from '../../../lib/query.ts';
import { useUrlWords } from '../../../ui/behaviour/use-url-state.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';

const askAgainMs = 2000;
const longestWaitMs = 60_000;

const said = {
  done: 'Payment received. Thank you!',
  slow: 'Your payment is still being confirmed. What you bought appears here as soon as it is.',
  cancelled: 'The payment was not finished, and nothing was charged.',
} as const;

/** Returns 'done' once the payment has arrived, which is when the tenant has one invoice more than before the checkout. */
const useArrival = (isWaiting: boolean, before: number): 'done' | 'slow' | undefined => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLate(true), longestWaitMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  const hasArrived = (total: number | undefined) => total !== undefined && total > before;
  const { data } = useRead(
    payments.endpoints.invoices,
    { query: { limit: 1 } },
    {
      enabled: isWaiting,
      staleTime: 0,
      refetchInterval: (reply) => (hasArrived(reply?.total) || isLate ? false : askAgainMs),
    },
  );
  if (!isWaiting) return undefined;
  return hasArrived(data?.total) ? 'done' : isLate ? 'slow' : undefined;
};

/**
 * Reports the result of a checkout after the browser has returned from it (`?checkout=done` or `cancelled`). Draws nothing.
 * Place it on the screen that the checkout returns to.
 */
export const CheckoutReturn = () => {
  const [words, setWords] = useUrlWords(['checkout', 'invoices']);
  const client = useQueryClient();
  const arrival = useArrival(words.checkout === 'done', Number(words.invoices));
  const outcome = words.checkout === 'cancelled' ? 'cancelled' : arrival;
  useEffect(() => {
    if (outcome === undefined) return;
    toastSuccess(said[outcome], { warning: outcome !== 'done' });
    for (const { path } of [
      billing.endpoints.subscription,
      billing.endpoints.plans,
      payments.endpoints.invoices,
    ])
      void client.invalidateQueries({ queryKey: [path] });
    setWords({ checkout: '', invoices: '' });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- The words change with the address that this very effect sets.
  }, [outcome]);
  return null;
};
