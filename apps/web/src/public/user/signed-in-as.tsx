import { callUser } from './api.ts';
import classes from './signed-in-as.module.css';
import { useAction } from './use-action.ts';
import { userPath } from './user-place.ts';

/** Says as whom an app user chats, and signs them out. */
export const SignedInAs = ({ email, appId }: { email: string; appId: string }) => {
  const action = useAction();
  const signOut = async () => {
    await callUser('signOut', { body: {} });
    window.location.replace(userPath('sign-in', appId));
  };
  return (
    <p className={classes.line}>
      <span>{action.failure ?? `Signed in as ${email}`}</span>
      <button type="button" aria-busy={action.isRunning} onClick={() => action.run(signOut)}>
        Sign out
      </button>
    </p>
  );
};
