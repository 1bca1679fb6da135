import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAccountCompletion } from '../../lib/account/account-completion.ts';
import { sessionKey, useUser } from '../../lib/account/session.ts';
import { useSubscription } from '../../lib/account/subscription.ts';
import { useTenants } from '../../lib/account/tenants.ts';
import { storageKeys, writeStored } from '../../lib/browser/storage.ts';
import { buildClientSession, omitAccessToken } from './client-session.ts';
import { useTenantFallback } from './use-tenant-fallback.ts';

/** Keeps the stored user data equal to the session, and moves the session to a tenant that still exists. Draws nothing. */
export const StoredUser = () => {
  const user = useUser();
  const client = useQueryClient();
  const tenants = useTenants();
  const { subscription } = useSubscription();
  const completion = useAccountCompletion();
  useTenantFallback();
  // Local storage is outside React. The render may be out of date, so nothing is written for a user who has signed out.
  useEffect(() => {
    if (client.getQueryData<{ user: SessionUser | null }>(sessionKey)?.user !== user) return;
    writeStored(
      storageKeys.user,
      omitAccessToken(buildClientSession({ user, tenants, subscription, completion })),
    );
  }, [client, user, tenants, subscription, completion]);
  return null;
};
