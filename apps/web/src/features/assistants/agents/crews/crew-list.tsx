import type { CrewLine } from '@atelier/contracts/assistants/agents/crew-shapes';
import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { formatCount } from '../../../../lib/format.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { AgentsIllustration, SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { NothingShared } from '../../../account/access/index.ts';
import { DeleteAgentDialog } from '../delete-agent-dialog.tsx';
import { agentColumns } from '../list/agent-columns.tsx';
import { statusChoices } from '../list/agent-list.tsx';
import { readStatus } from '../model/agent-status.ts';
import { type ActionTarget, useAgentActions } from '../use-agent-actions.tsx';
import { useCrews, useReadyAgents } from './api.ts';

const teamInWords = ({ supervisorName, subordinates }: CrewLine): string =>
  supervisorName === null
    ? 'Nobody leads it yet'
    : `${supervisorName} leads ${formatCount(subordinates, 'agent')}`;

const columns = agentColumns<CrewLine>([{ id: 'team', header: 'Agents', width: '15rem', cell: teamInWords }]);

const targetOf = ({ crewId, ...crew }: CrewLine): ActionTarget => ({ ...crew, agentId: crewId });

const NoCrews = ({ onNew }: { onNew: (() => void) | undefined }) => {
  const ready = useReadyAgents() ?? 0;
  const seesAll = useMay()('entities:all');
  if (!seesAll) return <NothingShared compact what="crews" />;
  return (
    <EmptyState
      illustration={<AgentsIllustration />}
      title={onNew ? 'Make your first crew' : 'No crews yet'}
      action={
        onNew ? (
          <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
            New crew
          </Button>
        ) : undefined
      }
    >
      A crew is several agents that work on one task: a supervisor plans it, hands out the parts, and answers.
      {onNew && ready < 2 ? ' It takes two published agents; make and publish them first.' : ''}
    </EmptyState>
  );
};

/** The crews that the user may see. */
export const CrewList = ({ onNew }: { onNew: (() => void) | undefined }) => {
  const [search, setSearch] = useUrlState('search');
  const [statusWord, setStatus] = useUrlState('status');
  const [deleting, setDeleting] = useState<ActionTarget>();
  const order = useUrlSort(['name', 'createdAt', 'updatedAt'], { column: 'updatedAt', descending: true });
  const status = readStatus(statusWord);
  const list = useCrews({ search, status, ...order.query });
  const actions = useAgentActions(setDeleting);
  return (
    <QueryView
      query={list.query}
      skeleton="table"
      isEmpty={() => list.first?.total === 0 && search === '' && status === undefined}
      empty={<NoCrews onNew={onNew} />}
      errorTitle="The crews could not be loaded"
    >
      {() => (
        <>
          <DataTable
            label="Crews"
            columns={columns}
            rows={list.rows}
            more={list.more}
            sort={order.sort}
            search={{ value: search, onChange: setSearch, placeholder: 'Search crews' }}
            empty={
              <EmptyState compact illustration={<SearchIllustration />} title="No crew fits">
                Choose another status, or clear the search.
              </EmptyState>
            }
            toolbar={
              <>
                <NativeSelect
                  aria-label="Filter by status"
                  data={statusChoices}
                  value={status ?? ''}
                  onChange={(event) => setStatus(event.currentTarget.value)}
                />
                {onNew ? (
                  <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onNew}>
                    New crew
                  </Button>
                ) : null}
              </>
            }
            rowId={({ crewId }) => crewId}
            rowLabel={({ name }) => name}
            rowLink={({ crewId }) => `/agent?id=${crewId}`}
            rowActions={(crew) => actions(targetOf(crew))}
          />
          {deleting ? <DeleteAgentDialog agent={deleting} onClose={() => setDeleting(undefined)} /> : null}
        </>
      )}
    </QueryView>
  );
};
