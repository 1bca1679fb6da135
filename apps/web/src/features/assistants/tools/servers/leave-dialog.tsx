import type { McpLine } from '@atelier/contracts/assistants/tools/mcp-shapes';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import classes from '../tools.module.css';
import { readMcp, useMcpRemoval, useRemoveMcp, useUpdateMcp } from './api.ts';

type Server = Pick<McpLine, 'mcpId' | 'name'>;

/** The agents that go on without the server. */
const LosingAgents = ({ mcpId, note }: { mcpId: string; note: ReactNode }) => (
  <QueryView query={useMcpRemoval(mcpId)} errorTitle="What uses it could not be read">
    {({ usedBy }) => (
      <>
        <p className="flat">
          {usedBy.length === 0 ? 'No agent uses it.' : 'These agents go on without its tools:'}
        </p>
        {usedBy.length === 0 ? null : (
          <ul className={classes.uses}>
            {usedBy.map((use) => (
              <li key={use.id}>
                <TextLink to={`/agent?id=${use.id}`}>{use.name}</TextLink>
              </li>
            ))}
          </ul>
        )}
        <p className="note break-anywhere regular above-1">{note}</p>
      </>
    )}
  </QueryView>
);

/** Says which agents lose a server before it is deleted. */
export const DeleteServerDialog = ({ mcp, onClose }: { mcp: Server; onClose: () => void }) => {
  const remove = useRemoveMcp(mcp.name);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete “${mcp.name}”?`}
      confirmLabel="Delete"
      onConfirm={() => remove.mutateAsync({ params: { id: mcp.mcpId }, query: {} })}
    >
      <LosingAgents
        mcpId={mcp.mcpId}
        note="Its headers and connected accounts are deleted too. This cannot be undone."
      />
    </ConfirmDialog>
  );
};

/** Switches a server on or off; everything else stays as it is. */
export const useSwitchMcp = () => {
  const update = useUpdateMcp();
  return async (mcpId: string, active: boolean): Promise<void> => {
    const { name, description, url, authentication, headerNames, timeoutSeconds } = await readMcp(mcpId);
    const headers = Object.fromEntries(headerNames.map((header) => [header, '']));
    const settings = { name, description, url, authentication, headers, timeoutSeconds };
    await update.mutateAsync({ body: { mcpId, ...settings, active } });
  };
};

/** Says which agents lose a server before it is switched off. */
export const SwitchOffDialog = ({ mcp, onClose }: { mcp: Server; onClose: () => void }) => {
  const switchMcp = useSwitchMcp();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Switch “${mcp.name}” off?`}
      confirmLabel="Switch off"
      onConfirm={() => switchMcp(mcp.mcpId, false)}
    >
      <LosingAgents mcpId={mcp.mcpId} note="You can switch it on again at any time." />
    </ConfirmDialog>
  );
};
