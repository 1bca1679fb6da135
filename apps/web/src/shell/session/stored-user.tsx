import { useEffect } from 'react';
import { useAccountCompletion } from '../../lib/account-completion.ts';
import { useUser } from '../../lib/session.ts';
import { storageKeys, writeStored } from '../../lib/storage.ts';
import { useSubscription } from '../../lib/subscription.ts';
import { useTenants } from '../../lib/tenants.ts';
import { clientSessionOf, storedUserOf } from './client-session.ts';
import { useTenantFallback } from './use-tenant-fallback.ts';

/** Keeps the stored user data in step with the session, and the session in a company that is there. Shows nothing. */
export const StoredUser = () => {
  const user = useUser();
  const tenants = useTenants();
  const { subscription } = useSubscription();
  const completion = useAccountCompletion();
  useTenantFallback();
  // Local storage is outside of React.
  useEffect(() => {
    writeStored(storageKeys.user, storedUserOf(clientSessionOf({ user, tenants, subscription, completion })));
  }, [user, tenants, subscription, completion]);
  return null;
};
