import { openid, type SignInAccount, type SignInProvider } from '@atelier/contracts/account/identity/openid';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDate } from '../../../../lib/format.ts';
import { useRead, useWrite } from '../../../../lib/query.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import classes from './account.module.css';

const { endpoints } = openid;

interface LinkedProps {
  name: string;
  account: SignInAccount;
  onUnlink: () => void;
}

const Linked = ({ name, account, onUnlink }: LinkedProps) => (
  <li className={`stack align-center ${classes.way}`}>
    <div>
      <div className="row-2 medium">{name}</div>
      <p className="note break-anywhere">
        {account.email === null ? null : `${account.email} · `}
        since {formatDate(account.createdAt)}
        {account.abilities.unlink ? null : ' · your only way to sign in, so it stays'}
      </p>
    </div>
    {account.abilities.unlink ? (
      <Button size="xs" variant="default" aria-label={`Unlink ${name}`} onClick={onUnlink}>
        Unlink
      </Button>
    ) : null}
  </li>
);

const Unlinked = ({ button }: { button: SignInProvider }) => {
  const link = useWrite(endpoints.link, {
    toastFailure: true,
    onSuccess: ({ redirectTo }) => location.assign(redirectTo),
  });
  const body = { provider: button.provider, returnTo: '/settings/security' };
  return (
    <li className={`stack align-center ${classes.way}`}>
      <div>
        <div className="row-2 medium">{button.name}</div>
        <p className="note break-anywhere">Not linked</p>
      </div>
      <Button
        size="xs"
        variant="default"
        aria-label={`Link ${button.name}`}
        loading={link.isPending}
        onClick={() => link.mutate({ body })}
      >
        Link
      </Button>
    </li>
  );
};

interface WaysProps {
  accounts: SignInAccount[];
  buttons: SignInProvider[];
  onUnlink: (account: SignInAccount, name: string) => void;
}

/**
 * Lists the linked accounts, including those of providers that are no longer offered, and then the providers that could be
 * linked.
 */
const Ways = ({ accounts, buttons, onUnlink }: WaysProps) => {
  const providerNameFor = (account: SignInAccount) =>
    buttons.find(({ provider }) => provider === account.provider)?.name ?? account.provider;
  return (
    <ul className="bare">
      {accounts.map((account) => (
        <Linked
          key={account.accountId}
          name={providerNameFor(account)}
          account={account}
          onUnlink={() => onUnlink(account, providerNameFor(account))}
        />
      ))}
      {buttons
        .filter(({ provider }) => !accounts.some((account) => account.provider === provider))
        .map((button) => (
          <Unlinked key={button.provider} button={button} />
        ))}
    </ul>
  );
};

/** The sign-in providers that are linked to the account. Not shown where none is configured or linked. */
export const LinkedAccountsPanel = () => {
  const providers = useRead(endpoints.providers, {});
  const query = useRead(endpoints.accounts, {});
  const [leaving, setLeaving] = useState<{ account: SignInAccount; name: string }>();
  const unlink = useWrite(endpoints.unlink, {
    refreshes: [endpoints.accounts],
    success: 'The account is unlinked',
  });
  const buttons = providers.data?.providers ?? [];
  const isLinked = query.data?.accounts.some(({ provider }) => provider !== 'password') ?? false;
  if (buttons.length === 0 && !isLinked) return null;
  return (
    <Panel flush title="Linked accounts" description="Sign in with another service, as the same person.">
      <QueryView query={query} errorTitle="Your linked accounts could not be read">
        {({ accounts }) => (
          <Ways
            accounts={accounts.filter(({ provider }) => provider !== 'password')}
            buttons={buttons}
            onUnlink={(account, name) => setLeaving({ account, name })}
          />
        )}
      </QueryView>
      <ConfirmDialog
        opened={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={`Unlink ${leaving?.name ?? ''}?`}
        confirmLabel="Unlink"
        onConfirm={() => unlink.mutateAsync({ params: { id: leaving?.account.accountId ?? '' } })}
      >
        It no longer opens your account. Your other ways to sign in stay, and so do the sessions that are
        open.
      </ConfirmDialog>
    </Panel>
  );
};
