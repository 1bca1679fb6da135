import { people, type TenantOfUser } from '@atelier/contracts/account/people/people';
import { useEffect } from 'react';
import { useRead } from '../query.ts';
import { logFailure } from '../server/log-failure.ts';

/** The companies of the signed-in person; undefined while they are not known. A failure is only logged (TENANT-11). */
export const useTenants = (): TenantOfUser[] | undefined => {
  const { data, error } = useRead(people.endpoints.listTenants, {});
  // The log is outside of React.
  useEffect(() => {
    if (error) logFailure('The companies could not be read', error);
  }, [error]);
  return data?.tenants;
};
