import type { AgentVersionLine } from '@atelier/contracts/assistants/agents/agent-shapes';
import { useState } from 'react';
import { Ago } from '../../../../lib/ago.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../../ui/data-table/list-table.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { useAgentVersions } from '../api.ts';
import type { AgentEditing } from '../editing/use-agent-form.ts';
import { Comparison } from './comparison.tsx';

const versionLabel = ({ number }: AgentVersionLine): string => `Version ${number}`;

const State = ({ isPublished, state }: AgentVersionLine) => {
  if (isPublished) return <StatusBadge tone="success">Published</StatusBadge>;
  return <StatusBadge tone="neutral">{state === 'DRAFT' ? 'Draft' : 'Older'}</StatusBadge>;
};

const columns: Column<AgentVersionLine>[] = [
  { id: 'number', header: 'Version', cell: versionLabel },
  { id: 'state', header: 'State', width: '9rem', cell: (version) => <State {...version} /> },
  {
    id: 'by',
    header: 'By',
    width: '12rem',
    wideOnly: true,
    cell: ({ updatedBy }) => updatedBy?.name ?? 'Nobody',
  },
  { id: 'at', header: 'Changed', width: '9rem', cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
];

/** The versions of an agent: each publication, and the draft. They are compared with the present one and restored. */
export const VersionsTab = ({ editing }: { editing: AgentEditing }) => {
  const { query, rows, more } = useAgentVersions(editing.saved.agentId);
  const [opened, setOpened] = useState<AgentVersionLine>();
  return (
    <>
      <ListTable
        label="Versions"
        list={{ query, rows, more }}
        errorTitle="The versions could not be loaded"
        columns={columns}
        rowId={({ versionId }) => versionId}
        rowLabel={versionLabel}
        onOpen={setOpened}
      />
      {opened ? <Comparison version={opened} editing={editing} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
};
