import { billing, type Plan, type Subscription } from '@atelier/contracts/money/billing';
import { formatCredits, formatDate, formatFileSize } from '../../../lib/format.ts';
import { useRead } from '../../../lib/query.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import classes from './payments.module.css';

const formatLimit = (value: number | null, one: (value: number) => string): string =>
  value === null ? 'no limit' : one(value);

const compareLimits = (
  now: Subscription['planDetails']['featureBalances'],
  later: Plan['featureBalances'],
) => [
  { label: 'Credits a month', now: formatCredits(now.credits), later: formatCredits(later.credits) },
  {
    label: 'Storage',
    now: formatLimit(now.storageBytes, formatFileSize),
    later: formatLimit(later.storageBytes, formatFileSize),
  },
  {
    label: 'People',
    now: formatLimit(now.members, formatCredits),
    later: formatLimit(later.members, formatCredits),
  },
];

/** Says what ends with the plan, and when. */
export const WhatIsLost = ({ subscription }: { subscription: Subscription }) => {
  const plans = useRead(billing.endpoints.plans, {});
  const free = plans.data?.plans.find(({ planType }) => planType === 'Free');
  const { planDetails, periodEndsAt } = subscription;
  const end = periodEndsAt === null ? 'when its period is over' : `on ${formatDate(periodEndsAt)}`;
  return (
    <Panel title={`${planDetails.name} ends ${end}`}>
      <p className="flat muted">
        Until then nothing changes. After that your company is on the free plan, and what is left of the
        plan’s credits is gone. Apps, knowledge bases, documents and credits that you bought stay.
      </p>
      {free ? (
        <table className={`tabular above-4 full-width ${classes.losses}`}>
          <thead>
            <tr>
              <th scope="col">What changes</th>
              <th scope="col">{planDetails.name}</th>
              <th scope="col">{free.name}</th>
            </tr>
          </thead>
          <tbody>
            {compareLimits(planDetails.featureBalances, free.featureBalances).map((row) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                <td>{row.now}</td>
                <td>{row.later}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Panel>
  );
};
