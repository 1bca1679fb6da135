import { IconAlertTriangle, IconCoins } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactElement, type ReactNode, Suspense, useEffect } from 'react';
import { useMay, useUser } from '../../lib/account/session.ts';
import { selectCredits, useSubscription } from '../../lib/account/subscription.ts';
import { formatCredits } from '../../lib/format.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { isBuilt } from '../navigation.ts';
import classes from './header.module.css';
import { isLowBalance, shouldWarn } from './low-credit.ts';

const warningMs = 10_000;

const Tooltip = lazy(() =>
  import('./low-credits-tooltip.tsx').then((it) => ({ default: it.LowCreditsTooltip })),
);

/** Adds the explanation of credits to its child (HEADER-13). */
const Explained = ({ children }: { children: ReactElement }) => (
  <Suspense fallback={children}>
    <Tooltip>{children}</Tooltip>
  </Suspense>
);

/** Warns once for each low balance (CREDIT-03). The toast is outside React. */
const useLowCreditWarning = (balance: number | undefined): void => {
  const { tenantId } = useUser();
  useEffect(() => {
    if (balance !== undefined && shouldWarn({ tenantId, balance, storage: sessionStorage }))
      toastSuccess('Your credit balance is low.', { warning: true, closable: true, duration: warningMs });
  }, [balance, tenantId]);
};

/**
 * Returns where the pill leads: to the plans while the tenant has none; nowhere for users who do not pay (HEADER-10, HEADER-11,
 * HEADER-12).
 */
const usePillTarget = (hasNoPlan: boolean): string | undefined => {
  const may = useMay();
  const to = hasNoPlan ? '/pricing/overview/plan' : '/pricing/credit-usage';
  return may('billing:read') && isBuilt(to) ? to : undefined;
};

const Amount = ({ balance }: { balance: number }) => (
  <>
    <IconCoins className={`accent-text ${classes.coin}`} size={15} aria-hidden="true" />
    <span>
      {formatCredits(balance)} <span className={classes.creditsWord}>credits</span>
    </span>
  </>
);

const PlainPill = ({ isLow, children }: { isLow: boolean; children: ReactNode }) => (
  <span className={`muted tiny medium no-wrap tabular ${classes.pill}`}>
    {children}
    {isLow ? (
      <Explained>
        <button type="button" className={classes.low} aria-label="Low Credits">
          <IconAlertTriangle size={15} />
        </button>
      </Explained>
    ) : null}
  </span>
);

interface PillButtonProps {
  isLow: boolean;
  onClick: () => void;
  children: ReactNode;
}

const PillButton = ({ isLow, onClick, children }: PillButtonProps) => {
  const button = (
    <button type="button" className={`muted tiny medium no-wrap tabular ${classes.pill}`} onClick={onClick}>
      {children}
      {isLow ? (
        <span className={classes.low} role="img" aria-label="Low Credits">
          <IconAlertTriangle size={15} />
        </span>
      ) : null}
    </button>
  );
  return isLow ? <Explained>{button}</Explained> : button;
};

/** The remaining credits, with a warning when they run low. Nothing is shown until they are known (HEADER-09, HEADER-13). */
export const CreditPill = () => {
  const { subscription, hasNoPlan } = useSubscription();
  const navigate = useNavigate();
  const target = usePillTarget(hasNoPlan);
  const { remainingCredits } = selectCredits(subscription);
  useLowCreditWarning(subscription === undefined ? undefined : remainingCredits);
  if (subscription === undefined && !hasNoPlan) return null;
  const isLow = isLowBalance(remainingCredits);
  if (target === undefined) {
    return (
      <PlainPill isLow={isLow}>
        <Amount balance={remainingCredits} />
      </PlainPill>
    );
  }
  return (
    <PillButton isLow={isLow} onClick={() => void navigate({ to: target })}>
      <Amount balance={remainingCredits} />
    </PillButton>
  );
};
