import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { EachDayPanel } from '../../../../lib/days/each-day-panel.tsx';
import { RangePicker } from '../../../../lib/days/range-picker.tsx';
import { type Days, daysIn } from '../../../../lib/days/ranges.ts';
import { formatExactCredits } from '../../../../lib/format.ts';
import { useUrlWords } from '../../../../ui/behaviour/use-url-state.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Stat, StatRow } from '../../../../ui/layout/stat.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { BillingPage } from '../../payments/index.ts';
import { exportAddress, useCreditUsage } from '../api.ts';
import { type Metric, metrics, parseMetric } from '../model/metrics.ts';
import { ComputingTimePanel } from './computing-time-panel.tsx';
import { UsageChart } from './usage-chart.tsx';
import { parseGrouping, UsageGroups } from './usage-groups.tsx';
import { UsageRecords } from './usage-records.tsx';

const Nothing = () => (
  <EmptyState
    illustration={<SearchIllustration />}
    title="Nothing was used in these days"
    action={<TextLink to="/apps">Ask one of your apps</TextLink>}
  >
    Every answer that a model writes, and every document that is embedded, appears here with what it cost.
  </EmptyState>
);

interface TotalsProps {
  days: Days;
  metric: Metric;
  onChange: (metric: string) => void;
}

const Totals = ({ days, metric, onChange }: TotalsProps) => {
  const query = useCreditUsage(days, 'day');
  return (
    <QueryView query={query} skeleton="cards" errorTitle="The usage could not be loaded">
      {({ totals, series }) => (
        <EachDayPanel metrics={metrics} metric={metric} onChange={onChange}>
          <div className="stack-4 content-start">
            <StatRow>
              <Stat label="Answers" value={totals.answers.toLocaleString('en')} />
              <Stat
                label="Tokens"
                value={(totals.inputTokens + totals.outputTokens).toLocaleString('en')}
                hint={`${totals.outputTokens.toLocaleString('en')} of them written`}
              />
              <Stat label="Credits" value={formatExactCredits(totals.credits)} />
            </StatRow>
            <UsageChart series={series} metric={metric} />
          </div>
        </EachDayPanel>
      )}
    </QueryView>
  );
};

const Usage = ({ days }: { days: Days }) => {
  const [words, setWords] = useUrlWords(['by', 'show']);
  const groupBy = parseGrouping(words.by);
  const query = useCreditUsage(days, 'day');
  if (query.data?.totals.records === 0) return <Nothing />;
  return (
    <>
      <Totals days={days} metric={parseMetric(words.show)} onChange={(show) => setWords({ show })} />
      <UsageGroups days={days} groupBy={groupBy} onChange={(by) => setWords({ by })} />
      <UsageRecords days={days} />
    </>
  );
};

/** Shows how credits were spent, with five decimals (ROUTE-42, CREDIT-07, CREDIT-08). */
export const UsageScreen = () => {
  const [words, setWords] = useUrlWords(['from', 'to']);
  const days = daysIn(words);
  return (
    <BillingPage
      title="Credit Usage"
      description="What the credits of your company were used for. Days are those of UTC."
      actions={
        <Button
          component="a"
          variant="default"
          href={exportAddress(days)}
          download
          leftSection={<IconDownload size={16} />}
        >
          Download CSV
        </Button>
      }
    >
      <div className="stack-5">
        <RangePicker days={days} onChange={setWords} />
        <Usage days={days} />
        <ComputingTimePanel />
      </div>
    </BillingPage>
  );
};
