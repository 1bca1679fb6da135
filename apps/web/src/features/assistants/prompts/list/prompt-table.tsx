import type { PromptLine } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Ago } from '../../../../lib/ago.tsx';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column, DataTableProps } from '../../../../ui/data-table/data-table-types.ts';
import { TwoLines } from '../../../../ui/data-table/two-lines.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { DeletePromptDialog } from '../prompt/delete-prompt-dialog.tsx';
import { roleWords, toPromptBadge } from '../prompt-words.ts';

const Status = (prompt: PromptLine) => {
  const { tone, label } = toPromptBadge(prompt);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};

const columns: Column<PromptLine>[] = [
  {
    id: 'name',
    header: 'Name',
    sortValue: ({ name }) => name,
    cell: ({ name, description }) => (
      <TwoLines under={description === '' ? undefined : description}>{name}</TwoLines>
    ),
  },
  { id: 'status', header: 'Status', width: '16rem', cell: (prompt) => <Status {...prompt} /> },
  {
    id: 'role',
    header: 'Role',
    width: '7rem',
    wideOnly: true,
    cell: ({ role }) => roleWords[role].label,
  },
  {
    id: 'shareWith',
    header: 'Shared with',
    width: '8rem',
    wideOnly: true,
    cell: ({ shareWith }) => (shareWith === 'EVERYONE' ? 'Everyone' : 'Some people'),
  },
  {
    id: 'addedOn',
    header: 'Added',
    width: '8rem',
    wideOnly: true,
    sortValue: ({ addedOn }) => addedOn,
    cell: ({ addedOn }) => <Ago at={addedOn} />,
  },
  {
    id: 'modifiedOn',
    header: 'Modified',
    width: '8rem',
    wideOnly: true,
    sortValue: ({ modifiedOn }) => modifiedOn,
    cell: ({ modifiedOn }) => <Ago at={modifiedOn} />,
  },
];

type PromptTableProps = Required<
  Pick<DataTableProps<PromptLine>, 'rows' | 'more' | 'sort' | 'search' | 'empty' | 'toolbar'>
>;

/** The list of prompts: a table, or cards on a phone. */
export const PromptTable = (props: PromptTableProps) => {
  const [deleting, setDeleting] = useState<PromptLine>();
  return (
    <>
      <DataTable
        {...props}
        label="Prompts"
        columns={columns}
        rowId={({ promptId }) => promptId}
        rowLabel={({ name }) => name}
        rowLink={({ promptId }) => `/prompt-manager?id=${promptId}`}
        rowActions={(prompt) =>
          prompt.abilities['canWrite']
            ? [
                {
                  label: 'Delete',
                  icon: <IconTrash size={16} />,
                  danger: true,
                  onRun: () => setDeleting(prompt),
                },
              ]
            : []
        }
      />
      {deleting ? <DeletePromptDialog prompt={deleting} onClose={() => setDeleting(undefined)} /> : null}
    </>
  );
};
