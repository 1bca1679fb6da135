import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '../../lib/account/session.ts';

const tokenInAddress = (): string => new URLSearchParams(location.search).get('token') ?? '';

/**
 * Whoever is signed in and comes to the sign-in with the token of an invitation is asked there what to do with it. Nobody is
 * signed out by following a link: the screen of the invitation does it, at a click, for an invitation that is good (SESSION-11).
 */
export const InvitationFirst = ({ children }: { children: ReactNode }) => {
  const { user } = useSession();
  const navigate = useNavigate();
  const [token] = useState(() => (user === null ? '' : tokenInAddress()));
  // The address is the browser's, and may carry a query, which <Navigate> does not take apart.
  useEffect(() => {
    if (token !== '')
      void navigate({ href: `/invitation?token=${encodeURIComponent(token)}`, replace: true });
  }, [token, navigate]);
  return token === '' ? children : null;
};
