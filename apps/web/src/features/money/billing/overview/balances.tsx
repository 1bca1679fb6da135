import type { Subscription } from '@atelier/contracts/money/billing';
import { formatCredits, formatExactCredits } from '../../../../lib/format.ts';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { Stat, StatRow } from '../../../../ui/layout/stat.tsx';

/** The remaining and the spent credits: whole credits, never below zero, with the exact figures next to them. */
export const Balances = ({ subscription }: { subscription: Subscription }) => {
  const { featureBalances, addOns, planDetails, spentThisPeriod } = subscription;
  const whole = planDetails.featureBalances.credits;
  return (
    <Panel title="Credits" description="Credits of the plan are used first, bought ones after them.">
      <div className="stack-4 content-start">
        <StatRow>
          <Stat label="Credits left" value={formatCredits(featureBalances.credits + addOns.credits)} />
          <Stat
            label="Of the plan"
            value={formatCredits(featureBalances.credits)}
            hint={`of ${formatCredits(whole)}`}
          />
          <Stat label="Bought" value={formatCredits(addOns.credits)} hint="they do not expire" />
          <Stat label="Spent this period" value={formatExactCredits(spentThisPeriod)} />
        </StatRow>
        <ProgressBar
          label="Plan credits left"
          withText
          value={whole === 0 ? 0 : featureBalances.credits / whole}
          tone={featureBalances.credits < whole / 10 ? 'danger' : 'accent'}
        />
      </div>
    </Panel>
  );
};
