import { billing } from '@atelier/contracts/billing';
import { Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCoins } from '@tabler/icons-react';
import { useEffect } from 'react';
import { formatCredits } from '../../lib/format.ts';
import { useRead } from '../../lib/query.ts';
import { toastSuccess } from '../../ui/toasts.tsx';
import classes from './header.module.css';
import { isLowBalance, shouldWarn } from './low-credit.ts';

const refreshMs = 60_000;

/** The remaining credits; nothing while the balance is not known (HEADER-09, HEADER-13). */
export const CreditPill = () => {
  const { data } = useRead(billing.endpoints.subscription, {}, { refetchInterval: refreshMs });
  const balance = data === undefined ? undefined : data.featureBalances.credits + data.addOns.credits;

  // A toast is outside of React; it comes once for each balance (CREDIT-03).
  useEffect(() => {
    if (balance !== undefined && shouldWarn(balance, sessionStorage)) {
      toastSuccess('Your credit balance is low.', { warning: true });
    }
  }, [balance]);

  if (balance === undefined) return null;
  return (
    <span className={classes.pill}>
      <IconCoins className={classes.coin} size={15} aria-hidden="true" />
      <span>
        {formatCredits(balance)} <span className="mantine-visible-from-sm">credits</span>
      </span>
      {isLowBalance(balance) ? (
        <Tooltip label="Low Credits">
          <button type="button" className={classes.low} aria-label="Low Credits">
            <IconAlertTriangle size={15} />
          </button>
        </Tooltip>
      ) : null}
    </span>
  );
};
