import { useState } from 'react';
import { ApiError } from '../../lib/server/api-error.ts';
import { useLoaded } from '../use-loaded.ts';
import { callUser, type SignInPage } from './api.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { SignIn } from './sign-in.tsx';
import { SignUp } from './sign-up.tsx';
import classes from './user.module.css';
import { UserFrame } from './user-frame.tsx';
import type { UserPlace } from './user-place.ts';
import { Verify } from './verify.tsx';

export interface ScreenProps {
  place: UserPlace;
  /** The names of the app and its company. */
  names: SignInPage;
}

const screens = { 'sign-up': SignUp, 'sign-in': SignIn, verify: Verify, 'forgot-password': ForgotPassword };

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  error instanceof ApiError && error.status === 404 ? (
    <UserFrame
      title="This app does not exist"
      lead="It may have been deleted, or the link is not complete. Please ask whoever gave you the link."
    />
  ) : (
    <UserFrame
      title="The page could not be opened"
      lead={error instanceof Error ? error.message : 'Please check your connection.'}
    >
      <button type="button" className={classes.submit} onClick={onRetry}>
        Try again
      </button>
    </UserFrame>
  );

/** The screens of people who were invited to a private app (PRIVATE-04). */
export const UserPage = ({ place }: { place: UserPlace }) => {
  const [attempt, setAttempt] = useState(0);
  // A link without an app is answered like one to an app that does not exist.
  const loaded = useLoaded(`${place.appId} ${attempt}`, () =>
    callUser('signInPage', { params: { id: place.appId || 'none' } }),
  );
  if (loaded.state === 'loading')
    return <div className={classes.page} role="status" aria-label="Opening the page" />;
  if (loaded.state === 'failed')
    return <Failed error={loaded.error} onRetry={() => setAttempt(attempt + 1)} />;
  const Screen = screens[place.screen];
  return <Screen place={place} names={loaded.value} />;
};
