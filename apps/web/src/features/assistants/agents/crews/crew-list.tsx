import type { CrewLine } from '@atelier/contracts/assistants/agents/crew-shapes';
import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { byChange, EntityList, useListFilter } from '../../../../lib/entities/entity-list.tsx';
import { formatCount } from '../../../../lib/format.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { AgentsIllustration } from '../../../../ui/theme/illustrations.tsx';
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
  const filter = useListFilter({ word: 'status', read: readStatus, ...byChange });
  const list = useCrews({ search: filter.search, status: filter.choice, ...filter.query });
  const [deleting, setDeleting] = useState<ActionTarget>();
  const actions = useAgentActions(setDeleting);
  return (
    <>
      <EntityList
        {...{ list, filter, columns }}
        one="crew"
        many="crews"
        nothingYet={<NoCrews onNew={onNew} />}
        nothingFits="Choose another status, or clear the search."
        toolbar={
          <>
            <NativeSelect
              aria-label="Filter by status"
              data={statusChoices}
              value={filter.choice ?? ''}
              onChange={(event) => filter.setChoice(event.currentTarget.value)}
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
  );
};
