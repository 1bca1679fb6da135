import type { Mcp, McpLine } from '@atelier/contracts/assistants/tools/mcp-shapes';
import { IconKey, IconPencil, IconPlugConnected, IconPower, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Ago } from '../../../../lib/ago.tsx';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column, DataTableProps } from '../../../../ui/data-table/data-table-types.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { StatusBadge, type StatusTone } from '../../../../ui/feedback/status-badge.tsx';
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import type { MenuAction } from '../../../../ui/layout/actions-menu.tsx';
import { readMcp, useCheckMcp } from './api.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { DeleteServerDialog, SwitchOffDialog, useSwitchMcp } from './leave-dialog.tsx';
import { ServerDialog } from './server-dialog.tsx';

const healthWords: Record<McpLine['health'], { tone: StatusTone; label: string }> = {
  UNKNOWN: { tone: 'neutral', label: 'Not checked yet' },
  READY: { tone: 'success', label: 'Works' },
  FAILING: { tone: 'danger', label: 'Not usable' },
};

const toServerBadge = ({
  active,
  health,
  authentication,
  grant,
}: McpLine): { tone: StatusTone; label: string } => {
  if (!active) return { tone: 'neutral', label: 'Switched off' };
  if (authentication !== 'OAUTH') return healthWords[health];
  if (grant === null) return { tone: 'warning', label: 'Not connected' };
  return grant.state === 'BROKEN' ? { tone: 'danger', label: 'Connect again' } : healthWords[health];
};

const problemOf = ({ problem, grant }: McpLine): string | null => grant?.problem ?? problem;

const describeServer = (mcp: McpLine): string | null => {
  const problem = mcp.active ? problemOf(mcp) : null;
  if (problem !== null) return problem;
  return mcp.grant ? `Connected by ${mcp.grant.by || 'a former member'}` : null;
};

const State = ({ mcp }: { mcp: McpLine }) => {
  const { tone, label } = toServerBadge(mcp);
  const note = describeServer(mcp);
  return (
    <span className="stack-0 items-start">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {note === null ? null : <span className="note break-anywhere regular">{note}</span>}
    </span>
  );
};

const columns: Column<McpLine>[] = [
  {
    id: 'name',
    header: 'Name',
    sortValue: ({ name }) => name,
    cell: ({ name, url }) => (
      <span className="stack-0">
        {name}
        <span className="note break-anywhere regular">{URL.parse(url)?.host ?? url}</span>
      </span>
    ),
  },
  { id: 'state', header: 'State', width: '18rem', cell: (mcp) => <State mcp={mcp} /> },
  {
    id: 'tools',
    header: 'Tools for agents',
    width: '10rem',
    wideOnly: true,
    cell: ({ chosenCount, toolCount }) => `${chosenCount} of ${toolCount}`,
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

type Dialog = { edit: Mcp } | { remove: McpLine } | { off: McpLine } | { connect: McpLine };

const fails = (error: unknown) => toastError(describeError(error).message);

const OpenDialog = ({ dialog, onClose }: { dialog: Dialog; onClose: () => void }) => {
  if ('edit' in dialog) return <ServerDialog mcp={dialog.edit} onClose={onClose} />;
  if ('off' in dialog) return <SwitchOffDialog mcp={dialog.off} onClose={onClose} />;
  if ('connect' in dialog) return <ConnectDialog mcp={dialog.connect} onClose={onClose} />;
  return <DeleteServerDialog mcp={dialog.remove} onClose={onClose} />;
};

type ServerTableProps = Required<
  Pick<DataTableProps<McpLine>, 'rows' | 'more' | 'sort' | 'search' | 'empty' | 'toolbar'>
>;

/** The list of MCP servers: a table, or cards on a phone. */
export const ServerTable = (props: ServerTableProps) => {
  const [dialog, setDialog] = useState<Dialog>();
  const check = useCheckMcp();
  const switchMcp = useSwitchMcp();
  const edit = ({ mcpId }: McpLine) => void readMcp(mcpId).then((mcp) => setDialog({ edit: mcp }), fails);
  const checkAgain = ({ mcpId, name }: McpLine) =>
    check.mutate(
      { params: { id: mcpId } },
      {
        onSuccess: ({ problem, toolCount }) =>
          problem === null
            ? toastSuccess(`“${name}” works and has ${toolCount} tools.`)
            : toastError(`“${name}” cannot be used. ${problem}`),
      },
    );
  const accountActions = (mcp: McpLine): MenuAction[] =>
    mcp.authentication === 'OAUTH' && (mcp.abilities['canWrite'] || mcp.sharing === 'PERSON')
      ? [{ label: 'Account', icon: <IconKey size={16} />, onRun: () => setDialog({ connect: mcp }) }]
      : [];
  const changes = (mcp: McpLine): MenuAction[] =>
    mcp.abilities['canWrite']
      ? [
          { label: 'Edit', icon: <IconPencil size={16} />, onRun: () => edit(mcp) },
          { label: 'Check again', icon: <IconPlugConnected size={16} />, onRun: () => checkAgain(mcp) },
          mcp.active
            ? { label: 'Switch off', icon: <IconPower size={16} />, onRun: () => setDialog({ off: mcp }) }
            : {
                label: 'Switch on',
                icon: <IconPower size={16} />,
                onRun: () => void switchMcp(mcp.mcpId, true).catch(fails),
              },
          {
            label: 'Delete',
            icon: <IconTrash size={16} />,
            danger: true,
            onRun: () => setDialog({ remove: mcp }),
          },
        ]
      : [];
  const actions = (mcp: McpLine): MenuAction[] => [...accountActions(mcp), ...changes(mcp)];
  const may = (mcp: McpLine) => mcp.abilities['canWrite'] === true;
  return (
    <>
      <DataTable
        {...props}
        label="MCP servers"
        columns={columns}
        rowId={({ mcpId }) => mcpId}
        rowLabel={({ name }) => name}
        rowActions={actions}
        onOpen={(mcp) => (may(mcp) ? edit(mcp) : undefined)}
      />
      {dialog ? <OpenDialog dialog={dialog} onClose={() => setDialog(undefined)} /> : null}
    </>
  );
};
