import { people, type TenantOfUser } from '@atelier/contracts/account/people/people';
import { useEffect } from 'react';
import { useSession, useUser } from '../../lib/account/session.ts';
import { useTenants } from '../../lib/account/tenants.ts';
import { call } from '../../lib/server/api.ts';
import { logFailure } from '../../lib/server/log-failure.ts';

/** Returns the user's own tenant when the current one is gone or closed; undefined when nothing needs to change. */
export const findFallback = (
  tenants: readonly TenantOfUser[] | undefined,
  currentId: string,
): TenantOfUser | undefined => {
  const isOpen = (tenant: TenantOfUser) => tenant.status === 'ACTIVE';
  if (tenants === undefined || tenants.some((tenant) => tenant.tenantId === currentId && isOpen(tenant)))
    return undefined;
  return tenants.find((tenant) => tenant.isOwn && tenant.tenantId !== currentId && isOpen(tenant));
};

/** Switches to the user's own tenant when the current one is no longer in the list (TENANT-10). */
export const useTenantFallback = (): void => {
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
