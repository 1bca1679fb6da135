import type { McpLine } from '@atelier/contracts/build/tools/mcp-shapes';
import { Button, Group, Modal } from '@mantine/core';
import { Ago } from '../../../../lib/ago.tsx';
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { AuthorizationWait, useAuthorizationWindow } from '../../../content/fields/index.ts';
import classes from '../tools.module.css';
import { readGrantAddress, useCheckMcp, useDisconnectMcp } from './api.ts';

const whose = {
  COMPANY: 'All agents of the company use this account.',
  PERSON: 'Agents use this account when they work for you, and for nobody else.',
};

/** Connects an account to a server, connects it again, or forgets it. */
export const ConnectDialog = ({ mcp, onClose }: { mcp: McpLine; onClose: () => void }) => {
  const { mcpId, name, grant, sharing } = mcp;
  const check = useCheckMcp();
  const disconnect = useDisconnectMcp(name);
  const done = () =>
    check.mutate(
      { params: { id: mcpId } },
      {
        onSuccess: ({ problem }) =>
          problem === null ? toastSuccess(`“${name}” is connected.`) : toastError(problem),
        onSettled: onClose,
      },
    );
  const account = useAuthorizationWindow(() => readGrantAddress(mcpId), done);
  return (
    <Modal opened onClose={onClose} title={`Account at “${name}”`}>
      <div className={classes.stack}>
        {grant ? (
          <p className={classes.plain}>
            Connected by {grant.by || 'a former member'} at {grant.site}, <Ago at={grant.at} />.
          </p>
        ) : (
          <p className={classes.plain}>
            No account is connected yet. The service asks you in a window of its own.
          </p>
        )}
        {grant?.problem ? <p className={classes.failed}>{grant.problem}</p> : null}
        <p className={classes.quiet}>{whose[sharing]}</p>
        {account.failure === undefined ? null : (
          <p role="alert" className={classes.failed}>
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
          <Button loading={account.isWaiting || check.isPending} onClick={account.start} data-autofocus>
            {grant ? 'Connect again' : 'Connect'}
          </Button>
        </Group>
      </div>
    </Modal>
  );
};
