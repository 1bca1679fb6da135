import type { MonitorKind, MonitorPoint } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { usePathParam } from '../../../lib/browser/use-path-param.ts';
import { RangePicker } from '../../../lib/days/range-picker.tsx';
import { type Days, daysIn } from '../../../lib/days/ranges.ts';
import { formatDate, formatExactCredits, formatMoment } from '../../../lib/format.ts';
import { useUrlWords } from '../../../ui/behaviour/use-url-state.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../ui/data-table/data-table-types.ts';
import { useSortedPages } from '../../../ui/data-table/use-sorted-pages.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Fold } from '../../../ui/layout/fold.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { SearchIllustration } from '../../../ui/theme/illustrations.tsx';
import { RunsOfSubject } from '../runs/index.ts';
import { useDashboard, useMonitoring } from './api.ts';
import { FiguresPanel } from './figures-panel.tsx';
import {
  linkToMonitor,
  nameOfKind,
  parseMonitorKind,
  questionsAddress,
  shareAnswered,
} from './model/figures.ts';
import { MonitorControl } from './monitor-control.tsx';
import { TopicsPanel } from './topics-panel.tsx';

const listPointColumns = (kind: MonitorKind, unit: 'HOUR' | 'DAY'): Column<MonitorPoint>[] => [
  {
    id: 'at',
    header: unit === 'HOUR' ? 'Hour' : 'Day',
    width: '12rem',
    sortValue: ({ at }) => at,
    cell: ({ at }) => (unit === 'HOUR' ? formatMoment(at) : formatDate(at.slice(0, 10))),
  },
  {
    id: 'asked',
    header: kind === 'APP' ? 'Questions' : 'Runs',
    align: 'end',
    sortValue: ({ asked }) => asked,
    cell: ({ asked }) => asked.toLocaleString('en'),
  },
  {
    id: 'answered',
    header: kind === 'APP' ? 'Answered' : 'Completed',
    align: 'end',
    sortValue: (row) => row.answered / Math.max(1, row.asked),
    cell: shareAnswered,
  },
  {
    id: 'credits',
    header: 'Credits',
    align: 'end',
    wideOnly: true,
    sortValue: ({ credits }) => credits,
    cell: ({ credits }) => formatExactCredits(credits),
  },
];

const tables = { HOUR: 'Hours', DAY: 'Days' };

interface PointsProps {
  kind: MonitorKind;
  id: string;
  unit: 'HOUR' | 'DAY';
  points: readonly MonitorPoint[];
}

/** A day leads to its hours, and an hour of an app to the questions that were asked in it. */
const openedBy = (at: string, { kind, id, unit }: Pick<PointsProps, 'kind' | 'id' | 'unit'>): string => {
  const day = at.slice(0, 10);
  const days = { from: day, to: day };
  return unit === 'HOUR' && kind === 'APP'
    ? questionsAddress(id, days, String(Number(at.slice(11, 13))))
    : `${linkToMonitor(kind, id)}?from=${day}&to=${day}`;
};

/** The hours or days on which something was asked. */
const Points = ({ kind, id, unit, points }: PointsProps) => {
  const columns = listPointColumns(kind, unit);
  const used = points.filter(({ asked }) => asked > 0);
  return (
    <DataTable<MonitorPoint>
      label={tables[unit]}
      columns={columns}
      {...useSortedPages(used, columns, 'at')}
      rowId={({ at }) => at}
      rowLabel={({ at }) => formatMoment(at)}
      rowLink={({ at }) => openedBy(at, { kind, id, unit })}
      empty="Nothing was asked in these days. Choose other days."
    />
  );
};

interface DashboardProps {
  kind: MonitorKind;
  id: string;
  days: Days;
}

const Dashboard = ({ kind, id, days }: DashboardProps) => {
  const navigate = useNavigate();
  return (
    <>
      <QueryView
        query={useDashboard({ ...days, kind, subjectId: id })}
        skeleton="cards"
        errorTitle="The figures could not be loaded"
      >
        {(dashboard) => (
          <>
            <FiguresPanel
              dashboard={dashboard}
              kind={kind}
              onOpen={(at) => void navigate({ href: openedBy(at, { kind, id, unit: dashboard.unit }) })}
            />
            <Points kind={kind} id={id} unit={dashboard.unit} points={dashboard.points} />
          </>
        )}
      </QueryView>
      {kind === 'APP' ? <TopicsPanel days={days} appId={id} /> : null}
      {kind === 'APP' ? (
        <TextLink to={questionsAddress(id, days)}>
          Show the questions of these days, and how each was answered
        </TextLink>
      ) : (
        <Fold label="Runs of these days">
          {() => (
            <Suspense fallback={<div role="status" aria-label="Loading" />}>
              <RunsOfSubject
                subjectId={id}
                days={days}
                addressOf={({ runId }) => `${kind === 'FLOW' ? '/flows/runs' : '/runs'}/${runId}`}
              />
            </Suspense>
          )}
        </Fold>
      )}
    </>
  );
};

const NotStarted = ({ id, name }: { id: string; name: string }) => (
  <EmptyState
    illustration={<SearchIllustration />}
    title="This app is not monitored"
    action={<MonitorControl appId={id} name={name} state="NOT_STARTED" />}
  >
    Somebody stopped that. Start it again to see how often the app is asked, how well it answers and about
    what it knows nothing. The questions of the meantime are counted as well.
  </EmptyState>
);

/** `/monitor/app/…`: the figures of one app, agent, crew, flow or worker over time. */
export const SubjectScreen = () => {
  const kind = parseMonitorKind(usePathParam('kind'));
  const id = usePathParam('id');
  const [words, setWords] = useUrlWords(['from', 'to']);
  const days = daysIn(words);
  const name = useDashboard({ ...days, kind, subjectId: id }).data?.name ?? '';
  const { data: monitoring } = useMonitoring(id, kind === 'APP');
  const isNotStarted = monitoring?.state === 'NOT_STARTED';
  return (
    <Page
      title={name === '' ? 'Monitor' : name}
      breadcrumbs={[{ label: `Monitor: ${nameOfKind(kind)}`, to: `/monitor?kind=${kind}` }]}
      {...(monitoring && !isNotStarted
        ? { aside: <MonitorControl appId={id} name={name} state={monitoring.state} /> }
        : {})}
    >
      <div className="stack-4 min-0 content-start">
        {isNotStarted ? (
          <NotStarted id={id} name={name} />
        ) : (
          <>
            <RangePicker days={days} onChange={setWords} />
            <Dashboard kind={kind} id={id} days={days} />
          </>
        )}
      </div>
    </Page>
  );
};
