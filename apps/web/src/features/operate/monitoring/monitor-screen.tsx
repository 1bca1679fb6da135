import type { MonitorKind, MonitorSubject } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { SegmentedControl } from '@mantine/core';
import { useEffect } from 'react';
import { agentsState } from '../../../lib/account/agents-state.ts';
import { useMay } from '../../../lib/account/session.ts';
import { RangePicker } from '../../../lib/days/range-picker.tsx';
import { type Days, daysIn } from '../../../lib/days/ranges.ts';
import { useUrlState, useUrlWords } from '../../../ui/behaviour/use-url-state.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { UrlTabs } from '../../../ui/layout/url-tabs.tsx';
import { SearchIllustration } from '../../../ui/theme/illustrations.tsx';
import { NothingShared } from '../../account/access/index.ts';
import { ComputingTimePanel } from '../../money/billing/index.ts';
import { AlertsTab } from './alerts/alerts-tab.tsx';
import { useDashboard, useSubjects } from './api.ts';
import { FiguresPanel } from './figures-panel.tsx';
import { kinds, nameOfKind, parseMonitorKind } from './model/figures.ts';
import classes from './monitoring.module.css';
import { SubjectsTable } from './subjects-table.tsx';
import { TopicsPanel } from './topics-panel.tsx';

/** Keeps what the monitor has listed in the state that the screens about agents share (SESSION-06). */
const useSharedMetrics = (items: readonly MonitorSubject[] | undefined): void => {
  // The state lies outside React.
  useEffect(() => {
    if (items) agentsState.set({ monitorMetrics: items });
  }, [items]);
};

const makers: Record<MonitorKind, { to: string; label: string }> = {
  APP: { to: '/apps', label: 'Create an app' },
  AGENT: { to: '/agents', label: 'Create an agent' },
  CREW: { to: '/agents', label: 'Create a crew' },
  FLOW: { to: '/flows', label: 'Create a flow' },
  WORKER: { to: '/agents', label: 'Create a worker' },
};

const Nothing = ({ kind }: { kind: MonitorKind }) => {
  const seesAll = useMay()('entities:all');
  const many = nameOfKind(kind).toLowerCase();
  if (!seesAll) return <NothingShared what={many} />;
  return (
    <EmptyState
      illustration={<SearchIllustration />}
      title={`There are no ${many} to monitor`}
      action={<TextLink to={makers[kind].to}>{makers[kind].label}</TextLink>}
    >
      Each one is listed here with how often it was used, how well it did and what it cost.
    </EmptyState>
  );
};

interface OverallProps {
  kind: MonitorKind;
  days: Days;
  onOpenDay: (day: string) => void;
}

/** The figures of all that is monitored; without any app that is, how to begin. */
const Overall = ({ kind, days, onOpenDay }: OverallProps) => (
  <>
    <QueryView
      query={useDashboard({ ...days, kind })}
      skeleton="cards"
      errorTitle="The figures could not be loaded"
    >
      {(dashboard) => (
        <FiguresPanel dashboard={dashboard} kind={kind} onOpen={(at) => onOpenDay(at.slice(0, 10))} />
      )}
    </QueryView>
    {kind === 'APP' ? <TopicsPanel days={days} /> : null}
  </>
);

const Subjects = ({ kind, days, onOpenDay }: OverallProps) => {
  const [search, setSearch] = useUrlState('search');
  const query = useSubjects({ ...days, kind, ...(search === '' ? {} : { search }) });
  const mayMonitor = useMay()('monitoring:write');
  useSharedMetrics(query.data?.items);
  return (
    <QueryView
      query={query}
      skeleton="table"
      isEmpty={({ items }) => search === '' && items.length === 0}
      empty={<Nothing kind={kind} />}
      errorTitle="The list could not be loaded"
    >
      {({ items, isCutOff }) => {
        const isMonitored = items.some(({ state }) => state !== 'NOT_STARTED');
        return (
          <>
            {isMonitored || search !== '' ? (
              <Overall kind={kind} days={days} onOpenDay={onOpenDay} />
            ) : (
              <p className="note">
                {mayMonitor
                  ? 'The monitoring of every app was stopped. Start it below to see the figures and the topics that an app could not answer.'
                  : 'The monitoring of the apps that are shared with you was stopped.'}
              </p>
            )}
            <SubjectsTable kind={kind} days={days} items={items} search={search} onSearch={setSearch} />
            {isCutOff ? (
              <p className="note">Only the first {items.length} are listed. Search for the others.</p>
            ) : null}
          </>
        );
      }}
    </QueryView>
  );
};

const FiguresTab = () => {
  const [words, setWords] = useUrlWords(['from', 'to', 'kind']);
  const days = daysIn(words);
  const kind = parseMonitorKind(words.kind);
  return (
    <div className="stack-4 min-0 content-start">
      <div className={`scroll-x ${classes.kinds}`}>
        <SegmentedControl
          aria-label="Kind"
          data={kinds.map(({ value, label }) => ({ value, label }))}
          value={kind}
          onChange={(next) => setWords({ kind: next })}
        />
      </div>
      <RangePicker days={days} onChange={setWords} />
      <Subjects key={kind} kind={kind} days={days} onOpenDay={(day) => setWords({ from: day, to: day })} />
      <ComputingTimePanel />
    </div>
  );
};

const tabs = [
  { value: 'figures', label: 'Figures', content: <FiguresTab /> },
  { value: 'alerts', label: 'Alerts', content: <AlertsTab /> },
];

/** `/monitor`: what was asked of apps, agents, crews, flows and workers, how it ended, and the alerts about it (ROUTE-16, MONITOR-06). */
export const MonitorScreen = () => {
  const mayAlert = useMay()('monitoring:write');
  return (
    <Page
      title="Monitor"
      description="How often your apps, agents, crews, flows and workers were used, how well they did and what they cost. Days are those of UTC."
    >
      {mayAlert ? <UrlTabs label="Monitor" tabs={tabs} /> : <FiguresTab />}
    </Page>
  );
};
