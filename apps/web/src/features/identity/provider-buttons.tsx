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

/** The ways to sign in besides a password; nothing where there are none. */
export const ProviderButtons = ({ invite, isNew = false }: ProviderButtonsProps) => {
  const { data } = useRead(openid.endpoints.providers, {}, { staleTime: Number.POSITIVE_INFINITY });
  const { busy, failure, goTo, usePasskey } = useWays(invite);
  const providers = data?.providers ?? [];
  const hasPasskey = !isNew && canUsePasskeys();
  if (providers.length === 0 && !hasPasskey) return null;
  const look = { variant: 'default', size: 'md', fullWidth: true } as const;
  return (
    <>
      <div className={classes.or}>or</div>
      <div className={classes.buttons}>
        {providers.map(({ provider, kind, name }) => {
          const Icon = icons[kind];
          return (
            <Button
              key={provider}
              {...look}
              leftSection={<Icon size={18} aria-hidden="true" />}
              loading={busy === provider}
              disabled={busy !== undefined && busy !== provider}
              onClick={() => goTo(provider)}
            >
              Continue with {name}
            </Button>
          );
        })}
        {hasPasskey ? (
          <Button
            {...look}
            leftSection={<IconFingerprint size={18} aria-hidden="true" />}
            loading={busy === 'passkey'}
            disabled={busy !== undefined && busy !== 'passkey'}
            onClick={usePasskey}
          >
            Sign in with a passkey
          </Button>
        ) : null}
        {providers.length > 0 && !isNew ? <TermsNote /> : null}
        {failure === undefined ? null : (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        )}
      </div>
    </>
  );
};
