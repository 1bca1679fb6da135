import type { Tool, ToolLine } from '@atelier/contracts/assistants/tools/tool-shapes';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Ago } from '../../../../lib/ago.tsx';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column, DataTableProps } from '../../../../ui/data-table/data-table-types.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { toastError } from '../../../../ui/feedback/toasts.tsx';
import type { MenuAction } from '../../../../ui/layout/actions-menu.tsx';
import { readTool } from '../api.ts';
import { approvalWords, effectWords } from '../model/tool-words.ts';
import { ToolDialog } from '../tool/tool-dialog.tsx';
import { DeleteToolDialog } from './delete-tool-dialog.tsx';

const columns: Column<ToolLine>[] = [
  {
    id: 'name',
    header: 'Name',
    sortValue: ({ name }) => name,
    cell: ({ name, summary, refusal }) => (
      <span className="stack-0">
        {name}
        <span className="note break-anywhere regular">{summary}</span>
        {refusal ? <StatusBadge tone="warning">Refused by {refusal.provider}</StatusBadge> : null}
      </span>
    ),
  },
  { id: 'effect', header: 'Effect', width: '9rem', cell: ({ effect }) => effectWords[effect] },
  {
    id: 'approval',
    header: 'Approval',
    width: '14rem',
    wideOnly: true,
    cell: ({ approval }) => approvalWords[approval],
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

type ToolTableProps = Required<
  Pick<DataTableProps<ToolLine>, 'rows' | 'more' | 'sort' | 'search' | 'empty' | 'toolbar'>
>;

/** The list of the company’s own tools: a table, or cards on a phone. */
export const ToolTable = (props: ToolTableProps) => {
  const [editing, setEditing] = useState<Tool>();
  const [deleting, setDeleting] = useState<ToolLine>();
  const edit = ({ toolId }: ToolLine) => {
    void readTool(toolId).then(setEditing, (error: unknown) => toastError(describeError(error).message));
  };
  const actions = (tool: ToolLine): MenuAction[] =>
    tool.abilities['canWrite']
      ? [
          { label: 'Edit', icon: <IconPencil size={16} />, onRun: () => edit(tool) },
          { label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: () => setDeleting(tool) },
        ]
      : [];
  return (
    <>
      <DataTable
        {...props}
        label="Tools"
        columns={columns}
        rowId={({ toolId }) => toolId}
        rowLabel={({ name }) => name}
        rowActions={actions}
        onOpen={edit}
      />
      {editing ? (
        <ToolDialog kind={editing.kind} tool={editing} onClose={() => setEditing(undefined)} />
      ) : null}
      {deleting ? <DeleteToolDialog tool={deleting} onClose={() => setDeleting(undefined)} /> : null}
    </>
  );
};
