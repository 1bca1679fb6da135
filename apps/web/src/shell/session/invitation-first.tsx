import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '../../lib/account/session.ts';

const tokenInAddress = (): string => new URLSearchParams(location.search).get('token') ?? '';

/**
 * Shows a signed-in user who follows an invitation to the sign-in screen a choice instead of signing them out. Only a click
 * there signs them out, and only if the invitation is valid (SESSION-11).
 */
export const InvitationFirst = ({ children }: { children: ReactNode }) => {
  const { user } = useSession();
  const navigate = useNavigate();
  const [token] = useState(() => (user === null ? '' : tokenInAddress()));
  // The address belongs to the browser and may carry a query, which <Navigate> would not parse.
  useEffect(() => {
    if (token !== '')
      void navigate({ href: `/invitation?token=${encodeURIComponent(token)}`, replace: true });
  }, [token, navigate]);
  return token === '' ? children : null;
};
