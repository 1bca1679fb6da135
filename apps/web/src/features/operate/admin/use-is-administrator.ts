import { admin } from '@atelier/contracts/operate/admin';
import { useRead } from '../../../lib/query.ts';

const rarely = 10 * 60_000;

/** True when the signed-in user is an operator; undefined until it is known. */
export const useIsAdministrator = (): boolean | undefined => {
  const { data, isError } = useRead(admin.endpoints.me, {}, { staleTime: rarely });
  return isError ? false : data?.isAdministrator;
};
