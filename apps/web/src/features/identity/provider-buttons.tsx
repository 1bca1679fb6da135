import { type OpenidProvider, openid, type SignInProvider } from '@atelier/contracts/openid';
import { Button } from '@mantine/core';
import {
  IconBrandGoogleFilled,
  IconBrandWindowsFilled,
  IconFingerprint,
  IconLogin2,
} from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { canUsePasskeys, signInWithPasskey } from '../../lib/passkey.ts';
import { useRead } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { describeError } from '../../ui/describe-error.ts';
import classes from './provider-buttons.module.css';
import { TermsNote } from './terms-note.tsx';

const icons: Record<SignInProvider['kind'], typeof IconLogin2> = {
  GOOGLE: IconBrandGoogleFilled,
  MICROSOFT: IconBrandWindowsFilled,
  AUTH0: IconLogin2,
};

interface ProviderButtonsProps {
  /** The token of a mail that lets somebody in. */
  invite?: string;
  /** Whether somebody without an account is meant, who has no passkey yet. */
  isNew?: boolean;
}

/** What is going on: nothing, one of the ways, or what went wrong with it. */
type Way = OpenidProvider | 'passkey';

const useWays = (invite: string | undefined) => {
  const { begin } = useSession();
  const [busy, setBusy] = useState<Way>();
  const [failure, setFailure] = useState<string>();
  const run = (way: Way, work: () => Promise<void>) => {
    setBusy(way);
    setFailure(undefined);
    work().catch((error: unknown) => {
      setBusy(undefined);
      setFailure(describeError(error).message);
    });
  };
  return {
    busy,
    failure,
    goTo: (provider: OpenidProvider) =>
      run(provider, async () => {
        const body = { provider, ...(invite ? { invite } : {}) };
        location.assign((await call(openid.endpoints.start, { body })).redirectTo);
      }),
    usePasskey: () => run('passkey', async () => begin(await signInWithPasskey())),
  };
};

interface WayButtonProps {
  way: Way;
  icon: typeof IconLogin2;
  label: string;
  busy: Way | undefined;
  onRun: () => void;
}

const WayButton = ({ way, icon: Icon, label, busy, onRun }: WayButtonProps) => (
  <Button
    variant="default"
    size="md"
    fullWidth
    leftSection={<Icon size={18} aria-hidden="true" />}
    loading={busy === way}
    disabled={busy !== undefined && busy !== way}
    onClick={onRun}
  >
    {label}
  </Button>
);

/** The ways to sign in besides a password; nothing where there are none. */
export const ProviderButtons = ({ invite, isNew = false }: ProviderButtonsProps) => {
  const { data } = useRead(openid.endpoints.providers, {}, { staleTime: Number.POSITIVE_INFINITY });
  const { busy, failure, goTo, usePasskey } = useWays(invite);
  const providers = data?.providers ?? [];
  const hasPasskey = !isNew && canUsePasskeys();
  // The sign-up form names the terms itself; it is not shown to whoever needs an invitation and has none.
  const hasNote = isNew && (data?.signUp === 'open' || Boolean(invite));
  if (providers.length === 0 && !hasPasskey) return null;
  return (
    <>
      <div className={classes.or}>or</div>
      <div className={classes.buttons}>
        {providers.map(({ provider, kind, name }) => (
          <WayButton
            key={provider}
            way={provider}
            icon={icons[kind]}
            label={`Continue with ${name}`}
            busy={busy}
            onRun={() => goTo(provider)}
          />
        ))}
        {hasPasskey ? (
          <WayButton
            way="passkey"
            icon={IconFingerprint}
            label="Sign in with a passkey"
            busy={busy}
            onRun={usePasskey}
          />
        ) : null}
        {providers.length > 0 && !hasNote ? <TermsNote /> : null}
        {failure === undefined ? null : (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        )}
      </div>
    </>
  );
};
