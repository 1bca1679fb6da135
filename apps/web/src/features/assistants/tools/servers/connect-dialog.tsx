import type { McpLine } from '@atelier/contracts/assistants/tools/mcp-shapes';
import { Button, Group, Modal } from '@mantine/core';
import { useMay } from '../../../../lib/account/session.ts';
import { Ago } from '../../../../lib/ago.tsx';
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { AuthorizationWait, useAuthorizationWindow } from '../../../content/fields/index.ts';
import { readGrantAddress, useCheckMcp, useDisconnectMcp, useRefreshMcps } from './api.ts';

const whose = {
  COMPANY: 'All agents of the company use this account.',
  PERSON: 'Agents use this account when they work for you, and for nobody else.',
};

/** Reads the tools of a server with the account that was just connected, where the user may. */
const useReading = ({ mcpId, name }: Pick<McpLine, 'mcpId' | 'name'>, onEnd: () => void) => {
  const mayWrite = useMay()('tools:write');
  const refresh = useRefreshMcps();
  const check = useCheckMcp();
  const read = () => {
    if (!mayWrite) {
      refresh();
      toastSuccess(`“${name}” is connected.`);
      return onEnd();
    }
    check.mutate(
      { params: { id: mcpId } },
      {
        onSuccess: ({ problem }) =>
          problem === null ? toastSuccess(`“${name}” is connected.`) : toastError(problem),
        onSettled: onEnd,
      },
    );
  };
  return { read, isPending: check.isPending };
};

interface ConnectDialogProps {
  mcp: Pick<McpLine, 'mcpId' | 'name' | 'grant' | 'sharing'>;
  onClose: () => void;
}

/** Connects an account to a server, connects it again, or forgets it. */
export const ConnectDialog = ({ mcp, onClose }: ConnectDialogProps) => {
  const { mcpId, name, grant, sharing } = mcp;
  const reading = useReading(mcp, onClose);
  const disconnect = useDisconnectMcp(name);
  const account = useAuthorizationWindow(() => readGrantAddress(mcpId), reading.read);
  return (
    <Modal opened onClose={onClose} title={`Account at “${name}”`}>
      <div className="stack-4 min-0">
        {grant ? (
          <p className="flat">
            Connected by {grant.by || 'a former member'} at {grant.site}, <Ago at={grant.at} />.
          </p>
        ) : (
          <p className="flat">No account is connected yet. The service asks you in a window of its own.</p>
        )}
        {grant?.problem ? <p className="flat break-anywhere danger">{grant.problem}</p> : null}
        <p className="note break-anywhere regular">{whose[sharing]}</p>
        {account.failure === undefined ? null : (
          <p role="alert" className="flat break-anywhere danger">
            {account.failure}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          {account.isWaiting ? <AuthorizationWait onStop={account.stop} /> : null}
          {grant ? (
            <Button
              variant="default"
              loading={disconnect.isPending}
              onClick={() => disconnect.mutate({ params: { id: mcpId }, query: {} }, { onSuccess: onClose })}
            >
              Disconnect
            </Button>
          ) : null}
          <Button loading={account.isWaiting || reading.isPending} onClick={account.start} data-autofocus>
            {grant ? 'Connect again' : 'Connect'}
          </Button>
        </Group>
      </div>
    </Modal>
  );
};
