import { useState } from 'react';
import { rememberRoute } from '../../lib/browser/last-route.ts';
import { ApiError } from '../../lib/server/api-error.ts';
import { useLoaded } from '../use-loaded.ts';
import { callUser, type OwnAccess } from './api.ts';
import { Providers } from './providers.tsx';
import { useAction } from './use-action.ts';
import classes from './user.module.css';
import { Field, UserForm } from './user-form.tsx';
import { UserFrame } from './user-frame.tsx';
import type { ScreenProps } from './user-page.tsx';
import { userPath } from './user-place.ts';

const openChat = (appId: string): void => window.location.replace(userPath('chat', appId));

/** Reads who is signed in; null when nobody is. */
const readOwnAccess = async (appId: string): Promise<OwnAccess | null> => {
  try {
    return await callUser('userAccess', { params: { id: appId } });
  } catch (error) {
    // Whoever is signed in to another company signs in here as anybody else.
    if (error instanceof ApiError && (error.status === 401 || error.status === 404)) return null;
    throw error;
  }
};

const NoAccess = ({ place, names, own }: ScreenProps & { own: OwnAccess }) => {
  const action = useAction();
  const [isAsked, setAsked] = useState(own.status === 'REQUESTED');
  const ask = async () => {
    const { status } = await callUser('requestAccess', { body: { appId: place.appId } });
    if (status === 'GRANTED') openChat(place.appId);
    else setAsked(true);
  };
  const signOut = async () => {
    await callUser('signOut', { body: {} });
    window.location.reload();
  };
  return (
    <UserFrame
      title={`You have no access to ${names.appName}`}
      names={names}
      lead={`You are signed in as ${own.user.email}.`}
    >
      <p role="status" className="flat break-anywhere muted">
        {isAsked ? 'You asked for access. Please wait for a mail, or ask whoever gave you the link.' : ''}
      </p>
      {isAsked ? null : (
        <button
          type="button"
          className={classes.submit}
          aria-busy={action.isRunning}
          onClick={() => action.run(ask)}
        >
          Ask for access
        </button>
      )}
      <p className={`flat danger ${classes.failure}`} role="alert">
        {action.failure}
      </p>
      <ul className={`bare stack-2 ${classes.links}`}>
        <li>
          <button type="button" onClick={() => action.run(signOut)}>
            Sign in as somebody else
          </button>
        </li>
      </ul>
    </UserFrame>
  );
};

const SignInForm = ({ place, names }: ScreenProps) => {
  const { appId, token } = place;
  const action = useAction();
  const signIn = async ({ email = '', password = '' }: Record<string, string>) => {
    await callUser('signIn', { body: { appId, email, password, ...(token ? { token } : {}) } });
    // Without access the same page says so.
    window.location.replace(userPath('sign-in', appId));
  };
  return (
    <UserFrame
      title={`Sign in to ${names.appName}`}
      names={names}
      lead={
        token === undefined
          ? 'This app is private. Sign in with the account to which you were invited.'
          : 'You have an account with this company. Sign in to accept the invitation.'
      }
    >
      <UserForm action={action} submitLabel="Sign in" onSubmit={signIn}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          missing="User ID is required"
          hasFocus
        />
        <Field label="Password" name="password" type="password" autoComplete="current-password" />
      </UserForm>
      <Providers appId={appId} providers={names.providers} />
      <ul className={`bare stack-2 ${classes.links}`}>
        <li>
          <a href={userPath('forgot-password', appId)}>Forgot your password?</a>
        </li>
        <li>
          <a href="/" onClick={() => rememberRoute(`/chat/${appId}`)}>
            Are you a member of {names.companyName}? Sign in to Atelier
          </a>
        </li>
      </ul>
    </UserFrame>
  );
};

/** Signs an invited person in, and opens the chat for whoever is signed in already (ROUTE-23). */
export const SignIn = (props: ScreenProps) => {
  const { appId, token } = props.place;
  const loaded = useLoaded(appId, async () => {
    const own = await readOwnAccess(appId);
    if (own?.hasAccess) openChat(appId);
    return own;
  });
  if (loaded.state === 'failed') return <SignInForm {...props} />;
  if (loaded.state === 'loading' || loaded.value?.hasAccess)
    return <div className={classes.page} role="status" aria-label="Opening the app" />;
  return loaded.value === null || token !== undefined ? (
    <SignInForm {...props} />
  ) : (
    <NoAccess {...props} own={loaded.value} />
  );
};
