import { people, type TenantOfUser } from '@atelier/contracts/account/people/people';
import { useEffect } from 'react';
import { useRead } from '../query.ts';
import { logFailure } from '../server/log-failure.ts';

/** The tenants of the signed-in user; undefined until they are known. A failure is only logged (TENANT-11). */
export const useTenants = (): TenantOfUser[] | undefined => {
  const { data, error } = useRead(people.endpoints.listTenants, {});
  // Logging is a side effect outside React.
  useEffect(() => {
    if (error) logFailure('The companies could not be read', error);
  }, [error]);
  return data?.tenants;
};
