import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { people, type TenantOfUser } from '@atelier/contracts/account/people/people';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAccountCompletion } from '../../lib/account/account-completion.ts';
import { sessionKey, useSession, useUser } from '../../lib/account/session.ts';
import { useSubscription } from '../../lib/account/subscription.ts';
import { useTenants } from '../../lib/account/tenants.ts';
import { storageKeys, writeStored } from '../../lib/browser/storage.ts';
import { call } from '../../lib/server/api.ts';
import { logFailure } from '../../lib/server/log-failure.ts';
import { buildClientSession, omitAccessToken } from './client-session.ts';

/** Returns the user's own tenant when the current one is gone or closed; undefined when nothing needs to change. */
const findFallback = (
  tenants: readonly TenantOfUser[] | undefined,
  currentId: string,
): TenantOfUser | undefined => {
  const isOpen = (tenant: TenantOfUser) => tenant.status === 'ACTIVE';
  if (tenants === undefined || tenants.some((tenant) => tenant.tenantId === currentId && isOpen(tenant)))
    return undefined;
  return tenants.find((tenant) => tenant.isOwn && tenant.tenantId !== currentId && isOpen(tenant));
};

/** Switches to the user's own tenant when the current one is no longer in the list (TENANT-10). */
const useTenantFallback = (): void => {
  const { tenantId } = useUser();
  const { begin } = useSession();
  const ownId = findFallback(useTenants(), tenantId)?.tenantId;
  // Only the server can change the session.
  useEffect(() => {
    if (ownId === undefined) return;
    call(people.endpoints.switchTenant, { body: { tenantId: ownId } }).then(
      ({ user }) => begin(user),
      (error: unknown) => logFailure('The company of the user could not be opened', error),
    );
  }, [ownId, begin]);
};

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
