import { lazy, Suspense } from 'react';
import type { SignInAgainProps } from './sign-in-again-dialog.tsx';

const Dialog = lazy(() =>
  import('./sign-in-again-dialog.tsx').then((it) => ({ default: it.SignInAgainDialog })),
);

/** The dialog for a session that ended while something was unsaved. Its code is loaded when it is needed. */
export const SignInAgain = (props: SignInAgainProps) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);
