import type { Plan } from '@atelier/contracts/money/billing';
import { Button } from '@mantine/core';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { formatMoney } from '../../payments/index.ts';
import classes from '../billing.module.css';
import { allowanceLines } from '../model/plan-words.ts';
import { AllowanceList } from '../overview/allowance-list.tsx';
import { ResumePlan } from '../resume-plan.tsx';

/** The relation of a plan to the current plan of the tenant. */
export type Standing = 'current' | 'above' | 'below' | 'by-cancelling';

interface PlanCardProps {
  plan: Plan;
  currency: string;
  standing: Standing;
  /** True when the current plan was cancelled and runs to the end of its period. */
  isEnding: boolean;
  /** Starts the trial of this plan; undefined where there is none. */
  onTry: (() => void) | undefined;
  onChoose: () => void;
  isBusy: boolean;
  mayChange: boolean;
}

const ChooseAction = ({ plan, standing, isEnding, onChoose, isBusy }: PlanCardProps) => {
  if (standing === 'current') return isEnding ? <ResumePlan planId={plan.planId} /> : null;
  if (standing === 'by-cancelling')
    return (
      <p className="note">
        To go back to this plan, <TextLink to="/cancel-plan">cancel your plan</TextLink>.
      </p>
    );
  return (
    <Button
      variant={standing === 'above' ? 'filled' : 'default'}
      loading={isBusy}
      onClick={onChoose}
      aria-label={`${standing === 'above' ? 'Upgrade to' : 'Change to'} ${plan.name}`}
    >
      {standing === 'above' ? 'Upgrade' : 'Change'}
    </Button>
  );
};

/** One of several plans side by side. */
export const PlanCard = (props: PlanCardProps) => {
  const { plan, currency, standing, onTry, isBusy, mayChange } = props;
  return (
    <li
      className={`surface-box-lg stack-4 ${classes.plan}`}
      data-current={standing === 'current' || undefined}
    >
      <div className={`row-2 between ${classes.planHead}`}>
        <h2>{plan.name}</h2>
        {standing === 'current' ? <StatusBadge tone="success">Your plan</StatusBadge> : null}
      </div>
      <div>
        <p className={`flat tabular bold ${classes.price}`}>
          {formatMoney(plan.monthlyPrice, currency)} <small className="muted small regular">a month</small>
        </p>
        <p className="note">{plan.description}</p>
      </div>
      <AllowanceList lines={allowanceLines(plan.featureBalances)} />
      {mayChange ? (
        <div className="stack-2">
          {onTry ? (
            <Button variant="default" loading={isBusy} onClick={onTry}>
              Start 7-day free trial
            </Button>
          ) : null}
          <ChooseAction {...props} />
        </div>
      ) : null}
    </li>
  );
};
