import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { callUser } from './api.ts';
import classes from './signed-in-as.module.css';
import { useAction } from './use-action.ts';
import { userPath } from './user-place.ts';

const MemoryPanel = lazy(() =>
  import('./memory-panel.tsx').then((loaded) => ({ default: loaded.MemoryPanel })),
);

interface SignedInAsProps {
  email: string;
  appId: string;
  /** True where something may be remembered about the app user. */
  remembers: boolean;
}

/** Says as whom an app user chats, shows what is remembered about them, and signs them out. */
export const SignedInAs = ({ email, appId, remembers }: SignedInAsProps) => {
  const action = useAction();
  const [isShown, setShown] = useState(false);
  const signOut = async () => {
    await callUser('signOut', { body: {} });
    window.location.replace(userPath('sign-in', appId));
  };
  return (
    <div className={`flat break-anywhere muted tiny flex ${classes.line}`}>
      <span>{action.failure ?? `Signed in as ${email}`}</span>
      {remembers ? (
        <button type="button" onClick={() => setShown(true)}>
          What is remembered
        </button>
      ) : null}
      <button type="button" aria-busy={action.isRunning} onClick={() => action.run(signOut)}>
        Sign out
      </button>
      {isShown
        ? // The footer is a landmark, which may not contain the header of the panel.
          createPortal(
            <Suspense>
              <MemoryPanel onClose={() => setShown(false)} />
            </Suspense>,
            document.body,
          )
        : null}
    </div>
  );
};
