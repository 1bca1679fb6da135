import { type ScreenUsage, support } from '@atelier/contracts/operate/support/support';
import { useRead } from '../../../../lib/query.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { ChoiceFilter } from '../../../../ui/data-table/choice-filter.tsx';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Stat, StatRow } from '../../../../ui/layout/stat.tsx';
import { DocumentsIllustration } from '../../../../ui/theme/illustrations.tsx';

const periods = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '365', label: 'Last year' },
];

const columns: Column<ScreenUsage>[] = [
  { id: 'screen', header: 'Screen', cell: ({ screen }) => screen },
  { id: 'views', header: 'Opened', width: '8rem', cell: ({ views }) => views.toLocaleString('en') },
  {
    id: 'companies',
    header: 'Companies',
    width: '8rem',
    cell: ({ tenants }) => tenants.toLocaleString('en'),
  },
];

const nothingMore = (total: number) => ({ total, hasMore: false, isLoading: false, onMore: () => undefined });

const NoViews = ({ isOn }: { isOn: boolean }) => (
  <EmptyState
    illustration={<DocumentsIllustration />}
    title={isOn ? 'No screen was opened yet' : 'Screens are not counted'}
  >
    {isOn
      ? 'Browsers report opened screens once a minute. Please look again in a moment.'
      : 'The operator has set ANALYTICS=off. Remove it to count which screens are opened: by screen, day and company, without any person.'}
  </EmptyState>
);

/** Shows how often each screen is opened in all tenants together; a part of `/admin` (SESSION-28). */
export const UsagePanel = () => {
  const [word, setDays] = useUrlState('days', '30');
  const days = periods.some(({ value }) => value === word) ? Number(word) : 30;
  const usage = useRead(support.endpoints.usage, { query: { days } });
  return (
    <QueryView
      query={usage}
      skeleton="table"
      isEmpty={({ screens }) => screens.length === 0}
      empty={<NoViews isOn={usage.data?.isOn ?? true} />}
      errorTitle="The usage could not be loaded"
    >
      {({ screens, perDay }) => (
        <div className="stack-5">
          <StatRow>
            <Stat
              label="Screens opened"
              value={perDay.reduce((sum, { views }) => sum + views, 0).toLocaleString('en')}
            />
            <Stat label="Days with visits" value={perDay.length.toLocaleString('en')} />
          </StatRow>
          <DataTable
            label="Screens"
            columns={columns}
            rows={screens}
            more={nothingMore(screens.length)}
            rowId={({ screen }) => screen}
            rowLabel={({ screen }) => screen}
            toolbar={
              <ChoiceFilter label="Period" value={String(days)} onChange={setDays} choices={periods} />
            }
          />
        </div>
      )}
    </QueryView>
  );
};
