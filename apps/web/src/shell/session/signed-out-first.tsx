import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { describeError } from '../../ui/describe-error.ts';
import { toastError } from '../../ui/toasts.tsx';

const hasInvitation = (): boolean => new URLSearchParams(location.search).has('token');

/** Whoever comes to the sign-in with the token of an invitation comes as somebody new: who is here is signed out first (SESSION-11). */
export const SignedOutFirst = ({ children }: { children: ReactNode }) => {
  const { user, end } = useSession();
  const [isLeaving, setLeaving] = useState(() => user !== null && hasInvitation());

  // The session is the server's; it is ended once, on arrival.
  useEffect(() => {
    if (!isLeaving) return;
    void end()
      .catch((error: unknown) => toastError(describeError(error).message))
      .finally(() => setLeaving(false));
  }, [isLeaving, end]);

  return isLeaving ? null : children;
};
