import { access } from '@atelier/contracts/account/access';
import { appUsers } from '@atelier/contracts/account/app-users/app-users';
import { usePages, useWrite } from '../../../lib/query.ts';

const { endpoints } = access;

export const useAccessList = (entityId: string, query: { search: string }) =>
  usePages(endpoints.list, { params: { entityId }, query });
export const useGiveAccess = () =>
  useWrite(endpoints.give, { refreshes: [endpoints.list, appUsers.endpoints.list] });
export const useRemoveAccess = (name: string) =>
  useWrite(endpoints.remove, { refreshes: [endpoints.list], success: `${name} has no access any more.` });
