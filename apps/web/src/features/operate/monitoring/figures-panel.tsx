import type { ReplyOf } from '@atelier/contracts/kernel/contract';
import type { MonitorFigures, MonitorKind } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import type { monitoring } from '@atelier/contracts/operate/monitoring/monitoring';
import { SegmentedControl } from '@mantine/core';
import { DayBars } from '../../../lib/days/day-bars.tsx';
import { formatCount, formatExactCredits } from '../../../lib/format.ts';
import { useUrlState } from '../../../ui/behaviour/use-url-state.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Stat, StatRow } from '../../../ui/layout/stat.tsx';
import { formatTime, metricsFor, shareAnswered } from './model/figures.ts';

type Dashboard = ReplyOf<(typeof monitoring)['endpoints']['dashboard']>;

const endings = ({ unanswered, blocked, failed, stopped }: MonitorFigures, kind: MonitorKind): string =>
  [
    ...(kind === 'APP' ? [`${unanswered.toLocaleString('en')} unanswered`] : []),
    ...(kind === 'APP' ? [`${blocked.toLocaleString('en')} blocked`] : []),
    `${failed.toLocaleString('en')} failed`,
    `${stopped.toLocaleString('en')} stopped`,
  ].join(', ');

const Totals = ({ totals, kind }: { totals: MonitorFigures; kind: MonitorKind }) => (
  <StatRow>
    <Stat label={kind === 'APP' ? 'Questions' : 'Runs'} value={totals.asked.toLocaleString('en')} />
    <Stat
      label={kind === 'APP' ? 'Answered' : 'Completed'}
      value={shareAnswered(totals)}
      hint={endings(totals, kind)}
    />
    {kind === 'APP' ? (
      <>
        <Stat
          label="Likes"
          value={totals.likes.toLocaleString('en')}
          hint={formatCount(totals.dislikes, 'dislike')}
        />
        <Stat
          label="With sources"
          value={totals.cited.toLocaleString('en')}
          hint={formatCount(totals.sources, 'source')}
        />
      </>
    ) : null}
    <Stat
      label="Credits"
      value={formatExactCredits(totals.credits)}
      hint={formatCount(totals.inputTokens + totals.outputTokens, 'token')}
    />
    <Stat
      label="Usual time"
      value={formatTime(totals.medianMs)}
      hint={totals.slowMs === null ? undefined : `19 of 20 took at most ${formatTime(totals.slowMs)}`}
    />
  </StatRow>
);

interface FiguresPanelProps {
  dashboard: Dashboard;
  kind: MonitorKind;
  /** Shows an hour or a day alone, by its beginning. */
  onOpen: (at: string) => void;
}

/** The figures of a period, and one of them for each hour or day. */
export const FiguresPanel = ({ dashboard, kind, onOpen }: FiguresPanelProps) => {
  const [show, setShow] = useUrlState('show', 'asked');
  const metrics = metricsFor(kind);
  const metric = metrics.find(({ id }) => id === show) ?? metrics[0];
  if (metric === undefined) return null;
  const { points, unit, totals } = dashboard;
  return (
    <Panel
      title={unit === 'HOUR' ? 'Each hour' : 'Each day'}
      actions={
        <SegmentedControl
          aria-label="Show"
          size="xs"
          data={metrics.map(({ id, label }) => ({ value: id, label }))}
          value={metric.id}
          onChange={setShow}
        />
      }
    >
      <div className="stack-4 min-0 content-start">
        <Totals totals={totals} kind={kind} />
        <DayBars
          days={points.map(({ at }) => at)}
          values={points.map(metric.of)}
          label={metric.label}
          say={metric.say}
          unit={unit}
          onOpen={onOpen}
        />
      </div>
    </Panel>
  );
};
