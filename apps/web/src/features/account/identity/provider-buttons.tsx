import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { type OpenidProvider, openid, type SignInProvider } from '@atelier/contracts/account/identity/openid';
import type { ReplyOf } from '@atelier/contracts/kernel/contract';
import { Button } from '@mantine/core';
import {
  IconBrandGoogleFilled,
  IconBrandWindowsFilled,
  IconFingerprint,
  IconLogin2,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../../lib/query.ts';
import { call } from '../../../lib/server/api.ts';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { closesItself } from './openid/closes-itself.ts';
import { canUsePasskeys, signInWithPasskey } from './passkey.ts';
import classes from './provider-buttons.module.css';
import { TermsNote } from './sign-up/terms-note.tsx';

const icons: Record<SignInProvider['kind'], typeof IconLogin2> = {
  GOOGLE: IconBrandGoogleFilled,
  MICROSOFT: IconBrandWindowsFilled,
  AUTH0: IconLogin2,
};

interface ProviderButtonsProps {
  /** The token from the mail that admits somebody from the waiting list. */
  invite?: string;
  /** True on the sign-up screen, where passkeys are not offered. */
  isNew?: boolean;
  /** Called after a sign-in by passkey. A provider does not call it, because it leads back to a page that has the session. */
  onSignedIn: (user: SessionUser) => unknown;
  /** The window in which a provider's page opens; this window by default. */
  openProvider?: (address: string) => void;
}

/** A way to sign in other than by password. */
type Way = OpenidProvider | 'passkey';

const nothingYet: ReplyOf<typeof openid.endpoints.providers> = { providers: [], signUp: 'open' };

const instead = (address: string): void => location.assign(address);

const useWays = ({ invite, onSignedIn, openProvider = instead }: ProviderButtonsProps) => {
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
        const returnTo = openProvider === instead ? {} : { returnTo: closesItself };
        const body = { provider, ...(invite ? { invite } : {}), ...returnTo };
        openProvider((await call(openid.endpoints.start, { body })).redirectTo);
        if (openProvider !== instead) setBusy(undefined);
      }),
    usePasskey: () =>
      run('passkey', async () => {
        await onSignedIn(await signInWithPasskey());
      }),
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

const Failure = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p className="failure" role="alert">
      {text}
    </p>
  );

/** Returns true when the buttons have to show the terms, because no sign-up form with the terms is visible. */
const isNoteShown = ({ invite, isNew = false }: ProviderButtonsProps, signUp: 'open' | 'invite'): boolean =>
  !isNew || (signUp === 'invite' && !invite);

/** The ways to sign in other than by password; draws nothing when there are none. */
export const ProviderButtons = (props: ProviderButtonsProps) => {
  const { isNew = false } = props;
  const { data } = useRead(openid.endpoints.providers, {}, { staleTime: Number.POSITIVE_INFINITY });
  const { busy, failure, goTo, usePasskey } = useWays(props);
  const { providers, signUp } = data ?? nothingYet;
  const hasPasskey = !isNew && canUsePasskeys();
  if (providers.length === 0 && !hasPasskey) return null;
  return (
    <>
      <div className={`line-3 muted small ${classes.or}`}>or</div>
      <div className="stack-2">
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
        {providers.length > 0 && isNoteShown(props, signUp) ? <TermsNote /> : null}
        <Failure text={failure} />
      </div>
    </>
  );
};
