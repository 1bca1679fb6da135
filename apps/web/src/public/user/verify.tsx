import { useState } from 'react';
import { callUser } from './api.ts';
import { useAction } from './use-action.ts';
import classes from './user.module.css';
import { UserFrame } from './user-frame.tsx';
import type { ScreenProps } from './user-page.tsx';
import { userPath } from './user-place.ts';

/** Confirms the address of an app user with the token of the mail (ROUTE-24). A program that only fetches the link confirms nothing. */
export const Verify = ({ place: { appId, token }, names }: ScreenProps) => {
  const action = useAction();
  const [isDone, setDone] = useState(false);
  const confirm = async () => {
    await callUser('verify', { body: { appId, token: token ?? '' } });
    setDone(true);
  };
  return (
    <UserFrame
      title={isDone ? 'Your email is confirmed' : `Confirm your email for ${names.appName}`}
      names={names}
      lead={
        token === undefined
          ? 'Please open the link of the mail that we sent you.'
          : isDone
            ? 'Thank you.'
            : 'This address belongs to your account.'
      }
    >
      {isDone || token === undefined ? (
        <a className={classes.submit} href={userPath('sign-in', appId)}>
          Open {names.appName}
        </a>
      ) : (
        <button
          type="button"
          className={classes.submit}
          aria-busy={action.isRunning}
          onClick={() => action.run(confirm)}
        >
          Confirm the address
        </button>
      )}
      <p className={`flat danger ${classes.failure}`} role="alert">
        {action.failure}
      </p>
    </UserFrame>
  );
};
