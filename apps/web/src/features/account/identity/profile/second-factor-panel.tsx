import type { SecondFactorState } from '@atelier/contracts/account/identity/account';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatDate } from '../../../../lib/format.ts';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import classes from './account.module.css';
import { RenewCodesDialog, TurnOffDialog } from './code-dialogs.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';

interface SecondFactorPanelProps {
  state: SecondFactorState & { hasPassword: boolean };
}

type Open = 'set-up' | 'renew' | 'turn-off';

const fewCodes = 3;

const OnText = ({ state }: { state: SecondFactorState }) => (
  <>
    <p className={`flat muted ${classes.text}`}>
      On since {state.since === null ? 'now' : formatDate(state.since)}. Signing in asks for a code of your
      authenticator app. API keys work as before.
    </p>
    <p className={`flat muted ${classes.text}`}>
      {formatCount(state.recoveryCodesLeft, 'recovery code')} left
      {state.recoveryCodesLeft <= fewCodes ? '. Make new ones before they run out.' : '.'}
    </p>
  </>
);

/** Turns codes from an authenticator app on or off for signing in. */
export const SecondFactorPanel = ({ state }: SecondFactorPanelProps) => {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <Panel
      title="Two-factor sign-in"
      actions={
        state.isOn ? (
          <StatusBadge tone="success">On</StatusBadge>
        ) : (
          <Button onClick={() => setOpen('set-up')}>Set up</Button>
        )
      }
    >
      {state.isOn ? (
        <OnText state={state} />
      ) : (
        <p className={`flat muted ${classes.text}`}>
          With a code of an app on your phone, a stolen password alone opens nothing. Any authenticator app
          works.
        </p>
      )}
      {state.isOn ? (
        <div className="wrap-2 above-4">
          <Button variant="default" onClick={() => setOpen('renew')}>
            New recovery codes
          </Button>
          <Button variant="default" onClick={() => setOpen('turn-off')}>
            Turn off
          </Button>
        </div>
      ) : null}
      {open === 'set-up' ? <SetUpDialog hasPassword={state.hasPassword} onClose={close} /> : null}
      {open === 'renew' ? <RenewCodesDialog onClose={close} /> : null}
      {open === 'turn-off' ? <TurnOffDialog onClose={close} /> : null}
    </Panel>
  );
};
