import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../../lib/account/session.ts';
import { DayBars } from '../../../../lib/days/day-bars.tsx';
import { lastDays } from '../../../../lib/days/ranges.ts';
import { formatCount, formatExactCredits } from '../../../../lib/format.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { Stat, StatRow } from '../../../../ui/layout/stat.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { useDashboard } from '../api.ts';
import { shareAnswered } from '../model/figures.ts';
import { TopicsPanel } from '../topics-panel.tsx';

const shownDays = 14;
const shownTopics = 3;

const nothing = (
  <div className="stack-4 min-0 content-start">
    <p className="note">
      {`Nobody asked an app in the last ${shownDays} days. Share the link of one, or ask it the first question yourself.`}
    </p>
    <div>
      <Button component={Link} to="/apps" variant="default" size="xs">
        Open the apps
      </Button>
    </div>
  </div>
);

/** The questions to the apps in the last days, and the topics that they could not answer. */
export const HomeFigures = () => {
  const days = lastDays(shownDays);
  const query = useDashboard({ ...days, kind: 'APP' });
  const mayMonitor = useMay()('monitoring:write');
  // Whoever builds no apps is not told to share one.
  if (!mayMonitor && (query.data?.totals.asked ?? 0) === 0) return null;
  return (
    <>
      <Panel
        title={`Questions in the last ${shownDays} days`}
        actions={<TextLink to={`/monitor?from=${days.from}&to=${days.to}`}>Open the monitor</TextLink>}
      >
        <QueryView
          query={query}
          skeleton="cards"
          errorTitle="The questions could not be loaded"
          isEmpty={({ totals }) => totals.asked === 0}
          empty={nothing}
        >
          {({ points, totals }) => (
            <div className="stack-4 min-0 content-start">
              <StatRow>
                <Stat label="Questions" value={totals.asked.toLocaleString('en')} />
                <Stat label="Answered" value={shareAnswered(totals)} />
                <Stat label="Unanswered" value={totals.unanswered.toLocaleString('en')} />
                <Stat label="Credits" value={formatExactCredits(totals.credits)} />
              </StatRow>
              <DayBars
                days={points.map(({ at }) => at)}
                values={points.map(({ asked }) => asked)}
                label="Questions"
                say={(value) => formatCount(value, 'question')}
                figuresAre="in the monitor"
              />
            </div>
          )}
        </QueryView>
      </Panel>
      {query.data && query.data.totals.unanswered > 0 ? <TopicsPanel days={days} most={shownTopics} /> : null}
    </>
  );
};
