import type { AgentLine } from '@atelier/contracts/assistants/agents/agent-shapes';
import { useState } from 'react';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { DataTableProps } from '../../../../ui/data-table/data-table-types.ts';
import { DeleteAgentDialog } from '../delete-agent-dialog.tsx';
import { type ActionTarget, useAgentActions } from '../use-agent-actions.tsx';
import { agentColumns } from './agent-columns.tsx';

const columns = agentColumns<AgentLine>();

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
