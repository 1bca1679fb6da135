import { RunStatus } from '@atelier/contracts/assistants/runs/run-shapes';
import { Button, NativeSelect } from '@mantine/core';
import { useUrlState, useUrlWords } from '../../../../ui/behaviour/use-url-state.ts';
import { ListTable } from '../../../../ui/data-table/list-table.tsx';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { DocumentsIllustration, SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { useLiveRunList, useRunKinds, useRuns } from '../api.ts';
import { statusWords } from '../model/run-words.ts';
import { RunRetentionNote } from './retention-note.tsx';
import { runColumns } from './run-columns.tsx';

const sortable = ['queuedAt', 'credits'] as const;
type Words = Record<'kind' | 'status' | 'scope', string>;

const Filters = ({ words, onChange }: { words: Words; onChange: (words: Partial<Words>) => void }) => {
  const { data } = useRunKinds();
  const kinds = (data?.kinds ?? []).map(({ kind, title }) => ({ value: kind, label: title }));
  const statuses = RunStatus.options.map((value) => ({ value, label: statusWords[value].label }));
  return (
    <div className="wrap-2">
      <NativeSelect
        aria-label="Kind"
        value={words.kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value })}
        data={[{ value: '', label: 'All kinds' }, ...kinds]}
      />
      <NativeSelect
        aria-label="Status"
        value={words.status}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
        data={[{ value: '', label: 'Every status' }, ...statuses]}
      />
      {words.scope === '' ? null : (
        <Button variant="default" onClick={() => onChange({ scope: '' })}>
          Show all knowledge bases
        </Button>
      )}
    </div>
  );
};

const NoRuns = () => (
  <EmptyState illustration={<DocumentsIllustration />} title="Nothing has run yet">
    Imports, syncs and builds appear here as soon as somebody starts one.
  </EmptyState>
);

const NothingFound = () => (
  <EmptyState compact illustration={<SearchIllustration />} title="No run fits">
    Choose another kind or status, or clear the search.
  </EmptyState>
);

/** `/runs`: the long-running work of the server, newest first. */
export const RunsScreen = () => {
  const [search, setSearch] = useUrlState('search');
  const [words, setWords] = useUrlWords(['kind', 'status', 'scope']);
  const order = useUrlSort(sortable, { column: 'queuedAt', descending: true });
  const status = RunStatus.safeParse(words.status).data;
  const list = useRuns({ search, kind: words.kind, status, scopeId: words.scope, ...order.query });
  useLiveRunList();
  const isFiltered = search !== '' || Object.values(words).some((word) => word !== '');
  return (
    <Page title="Runs" description="Imports, syncs and builds with their progress and outcome.">
      <ListTable
        label="Runs"
        list={list}
        errorTitle="The runs could not be loaded"
        nothing={!isFiltered && list.more.total === 0 && <NoRuns />}
        columns={runColumns}
        rowId={({ runId }) => runId}
        rowLabel={({ title, subject }) => (subject ? `${title}: ${subject.name}` : title)}
        rowLink={({ runId }) => `/runs/${runId}`}
        sort={order.sort}
        search={{ value: search, onChange: setSearch, placeholder: 'Id, kind or knowledge base' }}
        toolbar={<Filters words={words} onChange={setWords} />}
        empty={<NothingFound />}
      />
      <RunRetentionNote />
    </Page>
  );
};
