import { billing } from '@atelier/contracts/money/billing';
import { Suspense } from 'react';
import { HomeFigures } from '../../features/operate/monitoring/index.ts';
import { LatestFailures } from '../../features/operate/runs/index.ts';
import { useMay } from '../../lib/account/session.ts';
import { lastDays } from '../../lib/days/ranges.ts';
import { formatExactCredits } from '../../lib/format.ts';
import { useRead } from '../../lib/query.ts';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Stat, StatRow } from '../../ui/layout/stat.tsx';
import { TextLink } from '../../ui/layout/text-link.tsx';
import classes from './home.module.css';

const shownDays = 14;

/** The spending of the whole company: answers, runs, imports and embeddings. */
const Spend = () => {
  const query = useRead(billing.endpoints.creditUsage, { query: { ...lastDays(shownDays), groupBy: 'day' } });
  return (
    <Panel
      title={`Spend in the last ${shownDays} days`}
      actions={<TextLink to="/pricing/credit-usage">Show the usage</TextLink>}
    >
      <QueryView query={query} errorTitle="The spend could not be loaded">
        {({ totals }) => (
          <StatRow>
            <Stat label="Credits spent" value={formatExactCredits(totals.credits)} />
            <Stat label="Answers" value={totals.answers.toLocaleString('en')} />
          </StatRow>
        )}
      </QueryView>
    </Panel>
  );
};

/** Recent events: questions and unanswered topics, failures, and spending, as far as the reader may see them. */
export const HomePulse = () => {
  const may = useMay();
  return (
    <Suspense fallback={<div role="status" aria-label="Loading" />}>
      {may('monitoring:read') ? <HomeFigures /> : null}
      {may('monitoring:read') || may('billing:read') ? (
        <div className={`stack-6 align-start ${classes.columns}`}>
          {may('runs:read') && may('monitoring:read') ? <LatestFailures /> : null}
          {may('billing:read') ? <Spend /> : null}
        </div>
      ) : null}
    </Suspense>
  );
};
