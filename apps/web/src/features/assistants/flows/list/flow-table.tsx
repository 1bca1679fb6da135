import type { FlowLine } from '@atelier/contracts/assistants/flows/flow-shapes';
import { useState } from 'react';
import { Ago } from '../../../../lib/ago.tsx';
import { EntityList, type EntityListProps } from '../../../../lib/entities/entity-list.tsx';
import { formatCount } from '../../../../lib/format.ts';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { flowRunWords, flowState } from '../model/run-words.ts';
import { DeleteFlowDialog } from './delete-flow-dialog.tsx';
import { useFlowActions } from './use-flow-actions.tsx';

const columns: Column<FlowLine>[] = [
  {
    id: 'name',
    header: 'Name',
    sortValue: ({ displayName }) => displayName,
    cell: (flow) => (
      <span className="stack-0">
        {flow.displayName}
        <span className="muted small regular">
          {formatCount(flow.steps, 'step')}
          {flow.publishedVersionId !== null && flow.hasDraft ? ', with changes that are not published' : ''}
        </span>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '7.5rem',
    cell: (flow) => <StatusBadge tone={flowState(flow).tone}>{flowState(flow).label}</StatusBadge>,
  },
  {
    id: 'lastRun',
    header: 'Last run',
    width: '14rem',
    cell: ({ lastRun }) =>
      lastRun === null ? (
        <span className="muted small regular">Never</span>
      ) : (
        <TextLink to={`/flows/runs/${lastRun.runId}`} quiet>
          <span className="inline-flex flex-wrap align-center gap-2">
            <StatusBadge tone={flowRunWords[lastRun.status].tone}>
              {flowRunWords[lastRun.status].label}
            </StatusBadge>
            <Ago at={lastRun.at} />
          </span>
        </TextLink>
      ),
  },
  {
    id: 'updatedAt',
    header: 'Changed',
    width: '9rem',
    wideOnly: true,
    sortValue: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
  },
];

type FlowTableProps = Pick<EntityListProps<FlowLine>, 'list' | 'filter' | 'nothingYet' | 'toolbar'>;

/** The list of flows: a table, or cards on a phone. */
export const FlowTable = (props: FlowTableProps) => {
  const [deleting, setDeleting] = useState<FlowLine>();
  const { actionsOf, question } = useFlowActions(setDeleting);
  return (
    <>
      <EntityList
        {...props}
        columns={columns}
        one="flow"
        many="flows"
        nothingFits="Choose another status, or clear the search."
        rowId={({ flowId }) => flowId}
        rowLabel={({ displayName }) => displayName}
        rowLink={({ flowId }) => `/flows/${flowId}`}
        rowActions={actionsOf}
      />
      {question}
      {deleting ? <DeleteFlowDialog flow={deleting} onClose={() => setDeleting(undefined)} /> : null}
    </>
  );
};
