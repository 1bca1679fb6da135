import type { AgentLine } from '@atelier/contracts/build/agents/agent-shapes';
import { useState } from 'react';
import { Ago } from '../../../../lib/ago.tsx';
import { AccessBadge } from '../../../../ui/content/access-badge.tsx';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column, DataTableProps } from '../../../../ui/data-table/data-table-types.ts';
import { AgentStatusBadge } from '../agent-status-badge.tsx';
import { DeleteAgentDialog } from '../delete-agent-dialog.tsx';
import { type ActionTarget, useAgentActions } from '../use-agent-actions.tsx';
import classes from './list.module.css';

const columns: Column<AgentLine>[] = [
  {
    id: 'name',
    header: 'Name',
    sortValue: ({ name }) => name,
    cell: ({ name, description }) => (
      <span className={classes.name}>
        {name}
        {description === '' ? null : <span className={classes.description}>{description}</span>}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '12rem',
    cell: (agent) => (
      <span className={classes.status}>
        <AgentStatusBadge {...agent} />
        {agent.isPublished && agent.hasDraft ? (
          <span className={classes.note}>Has unpublished changes</span>
        ) : null}
      </span>
    ),
  },
  {
    id: 'access',
    header: 'Access',
    width: '7rem',
    wideOnly: true,
    cell: ({ access }) => <AccessBadge access={access} />,
  },
  {
    id: 'updatedAt',
    header: 'Changed',
    width: '9rem',
    sortValue: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
  },
];

type AgentTableProps = Required<
  Pick<DataTableProps<AgentLine>, 'rows' | 'more' | 'sort' | 'search' | 'toolbar' | 'empty'>
>;

/** The list of agents: a table, or cards on a phone. */
export const AgentTable = (props: AgentTableProps) => {
  const [deleting, setDeleting] = useState<ActionTarget>();
  const rowActions = useAgentActions(setDeleting);
  return (
    <>
      <DataTable
        {...props}
        label="Agents"
        columns={columns}
        rowId={({ agentId }) => agentId}
        rowLabel={({ name }) => name}
        rowLink={({ agentId }) => `/agent?id=${agentId}`}
        rowActions={rowActions}
      />
      {deleting ? <DeleteAgentDialog agent={deleting} onClose={() => setDeleting(undefined)} /> : null}
    </>
  );
};
