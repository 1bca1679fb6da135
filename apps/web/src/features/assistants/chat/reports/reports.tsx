import type { AppReports } from '@atelier/contracts/assistants/chat/reports';
import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { RangePicker } from '../../../../lib/days/range-picker.tsx';
import { type Days, daysIn, lastDays } from '../../../../lib/days/ranges.ts';
import { formatDate } from '../../../../lib/format.ts';
import { useUrlWords } from '../../../../ui/behaviour/use-url-state.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { useReportFilter, useReports } from '../api.ts';
import { Summary } from './summary.tsx';

/** Says that nothing was asked in these days, and offers the last days on which something was asked. */
const NothingAsked = ({ lastDay, onShow }: { lastDay: string | null; onShow: (days: Days) => void }) => (
  <EmptyState
    compact
    illustration={<SearchIllustration />}
    title="Nothing was asked in these days"
    action={
      lastDay === null ? undefined : (
        <Button variant="default" onClick={() => onShow(lastDays(30, Date.parse(lastDay)))}>
          Show the days until {formatDate(lastDay)}
        </Button>
      )
    }
  >
    {lastDay === null
      ? 'Every question is counted here, with how well it was answered. Open the chat of an app and ask one.'
      : `The last question was asked on ${formatDate(lastDay)}.`}
  </EmptyState>
);

interface ReportsProps {
  /** Reports on this app only. Without it, the user may choose one. */
  appId?: string;
  children: (report: AppReports) => ReactNode;
}

interface AppChoiceProps {
  apps: readonly { appId: string; name: string }[];
  value: string;
  onChange: (appId: string) => void;
}

const AppChoice = ({ apps, value, onChange }: AppChoiceProps) => (
  <NativeSelect
    label="App"
    data={[{ value: '', label: 'All apps' }, ...apps.map((app) => ({ value: app.appId, label: app.name }))]}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** Figures of the questions in a period, and of the answers. The screen adds its own content below. */
export const Reports = ({ appId, children }: ReportsProps) => {
  const seesAll = useMay()('apps:write');
  const [words, setWords] = useUrlWords(['from', 'to', 'app']);
  const days = daysIn(words);
  const one = appId ?? words.app;
  const only = one === '' ? {} : { appId: one };
  const query = useReports({ ...days, ...only });
  const filter = useReportFilter(only);
  return (
    <div className="stack-4 min-0 content-start">
      <div className="wrap-3 align-end">
        {appId === undefined ? (
          <AppChoice apps={filter.data?.apps ?? []} value={words.app} onChange={(app) => setWords({ app })} />
        ) : null}
        <RangePicker days={days} onChange={setWords} />
      </div>
      {seesAll ? null : <p className="note">Only questions that you asked yourself are counted.</p>}
      <QueryView
        query={query}
        skeleton="cards"
        errorTitle="The report could not be loaded"
        isEmpty={(report) => report.days.length === 0}
        empty={<NothingAsked lastDay={filter.data?.lastDay ?? null} onShow={setWords} />}
      >
        {(report) => (
          <>
            <Summary report={report} />
            {children(report)}
          </>
        )}
      </QueryView>
    </div>
  );
};
