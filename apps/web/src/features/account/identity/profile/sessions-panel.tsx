import { account, type SessionEntry } from '@atelier/contracts/account/identity/account';
import { Button, Checkbox } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { formatAgo, formatMoment } from '../../../../lib/format.ts';
import { useRead, useWrite } from '../../../../lib/query.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import classes from './account.module.css';

const { endpoints } = account;
const refreshes = [endpoints.sessions];

const DeviceIcon = ({ device }: { device: string }) => {
  const Icon = /iPhone|iPad|Android/.test(device) ? IconDeviceMobile : IconDeviceDesktop;
  return <Icon className="faint" size={20} aria-hidden="true" />;
};

const Session = ({ session, onEnd }: { session: SessionEntry; onEnd: () => void }) => (
  <li className={`stack align-center ${classes.session}`}>
    <DeviceIcon device={session.device} />
    <div>
      <div className="row-2 medium">
        {session.device}
        {session.isCurrent ? <StatusBadge tone="success">This one</StatusBadge> : null}
      </div>
      <p className="note break-anywhere">
        {session.address === null ? null : `${session.address} · `}
        since {formatMoment(session.createdAt)} · last used {formatAgo(session.lastUsedAt)}
      </p>
    </div>
    {session.isCurrent ? null : (
      <Button
        size="xs"
        variant="default"
        aria-label={`End the session of ${session.device} since ${formatMoment(session.createdAt)}`}
        onClick={onEnd}
      >
        End
      </Button>
    )}
  </li>
);

/** The browsers in which the user is signed in. */
export const SessionsPanel = () => {
  const query = useRead(endpoints.sessions, {});
  const [ending, setEnding] = useState<SessionEntry>();
  const [isEndingOthers, setEndingOthers] = useState(false);
  const [revokeApiKey, setRevokeApiKey] = useState(false);
  const end = useWrite(endpoints.endSession, { refreshes, success: 'The session has ended' });
  const endOthers = useWrite(endpoints.endOtherSessions, {
    refreshes,
    success: 'You are signed out everywhere else',
  });
  const openEndOthers = () => {
    setRevokeApiKey(false);
    setEndingOthers(true);
  };
  const hasOthers = query.data?.sessions.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <Panel
      flush
      title="Sessions"
      description="Do you know all of them? If not, end it and change your password."
      actions={
        hasOthers ? (
          <Button variant="default" onClick={openEndOthers}>
            End all others
          </Button>
        ) : undefined
      }
    >
      <QueryView query={query} errorTitle="Your sessions could not be read">
        {({ sessions }) => (
          <ul className="bare">
            {sessions.map((session) => (
              <Session key={session.sessionId} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        )}
      </QueryView>
      <ConfirmDialog
        opened={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={`End the session of ${ending?.device ?? ''}?`}
        confirmLabel="End session"
        onConfirm={() => end.mutateAsync({ params: { id: ending?.sessionId ?? '' } })}
      >
        That browser is signed out at once. What was entered there and not saved is lost.
      </ConfirmDialog>
      <ConfirmDialog
        opened={isEndingOthers}
        onClose={() => setEndingOthers(false)}
        title="End all other sessions?"
        confirmLabel="End all others"
        onConfirm={() => endOthers.mutateAsync({ body: { revokeApiKey } })}
      >
        <p className={`flat muted ${classes.text}`}>Every browser but this one is signed out at once.</p>
        <Checkbox
          mt="md"
          label="Also revoke my API keys"
          description="Programs that use one are refused until you make a new key."
          checked={revokeApiKey}
          onChange={(event) => setRevokeApiKey(event.currentTarget.checked)}
        />
      </ConfirmDialog>
    </Panel>
  );
};
