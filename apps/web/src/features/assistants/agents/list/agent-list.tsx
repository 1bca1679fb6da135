import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMay } from '../../../../lib/account/session.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { AgentsIllustration, SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { NothingShared } from '../../../account/access/index.ts';
import { WaitingNote } from '../../flows/index.ts';
import { useAgents } from '../api.ts';
import { agentStatusWords, readStatus } from '../model/agent-status.ts';
import { AgentExamples } from './agent-examples.tsx';
import { AgentTable } from './agent-table.tsx';
import classes from './list.module.css';

const sortable = ['name', 'createdAt', 'updatedAt'] as const;
/** The statuses to filter by. */
export const statusChoices = [
  { value: '', label: 'Every status' },
  ...Object.entries(agentStatusWords).map(([value, { label }]) => ({ value, label })),
];

const NoAgents = ({ onNew }: { onNew: (() => void) | undefined }) => {
  const seesAll = useMay()('entities:all');
  if (!seesAll) return <NothingShared compact what="agents" />;
  if (!onNew) {
    return (
      <EmptyState compact illustration={<AgentsIllustration />} title="No agents yet">
        Nobody has made one yet. Ask a builder of your company for an agent.
      </EmptyState>
    );
  }
  return (
    <div className={classes.first}>
      <EmptyState
        illustration={<AgentsIllustration />}
        title="Make your first agent"
        action={
          <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
            New agent
          </Button>
        }
      >
        An agent does a task that takes several steps: it searches your knowledge, uses tools, and asks you
        before it does anything outside. Describe the work, or begin with one of these.
      </EmptyState>
      <AgentExamples />
    </div>
  );
};

const NothingFound = () => (
  <EmptyState compact illustration={<SearchIllustration />} title="No agent fits">
    Choose another status, or clear the search.
  </EmptyState>
);

/** The agents that the user may see (ROUTE-08). */
export const AgentList = ({ onNew }: { onNew: (() => void) | undefined }) => {
  const [search, setSearch] = useUrlState('search');
  const [statusWord, setStatus] = useUrlState('status');
  const order = useUrlSort(sortable, { column: 'updatedAt', descending: true });
  const status = readStatus(statusWord);
  const list = useAgents({ search, status, ...order.query });
  const isEmpty = list.first?.total === 0 && search === '' && status === undefined;
  return (
    <QueryView
      query={list.query}
      skeleton="table"
      isEmpty={() => isEmpty}
      empty={<NoAgents onNew={onNew} />}
      errorTitle="The agents could not be loaded"
    >
      {() => (
        <>
          <WaitingNote />
          <AgentTable
            rows={list.rows}
            more={list.more}
            sort={order.sort}
            search={{ value: search, onChange: setSearch, placeholder: 'Search agents' }}
            empty={<NothingFound />}
            toolbar={
              <NativeSelect
                aria-label="Filter by status"
                data={statusChoices}
                value={status ?? ''}
                onChange={(event) => setStatus(event.currentTarget.value)}
              />
            }
          />
        </>
      )}
    </QueryView>
  );
};
