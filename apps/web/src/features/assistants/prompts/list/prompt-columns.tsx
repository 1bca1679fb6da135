import type { PromptLine } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { Ago } from '../../../../lib/ago.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { TwoLines } from '../../../../ui/data-table/two-lines.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { roleWords, toPromptBadge } from '../prompt-words.ts';

const Status = (prompt: PromptLine) => {
  const { tone, label } = toPromptBadge(prompt);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};

/** The columns of the list of prompts. */
export const promptColumns: Column<PromptLine>[] = [
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
