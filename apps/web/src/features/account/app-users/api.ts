import { access } from '@atelier/contracts/account/access';
import { appUsers } from '@atelier/contracts/account/app-users/app-users';
import { usePages, useWrite } from '../../../lib/query.ts';

const { endpoints } = appUsers;

export const useAppUsers = (appId: string, query: { search: string }) =>
  usePages(endpoints.list, { params: { id: appId }, query });
export const useRevokeAppUser = (email: string) =>
  useWrite(access.endpoints.remove, {
    refreshes: [endpoints.list],
    success: `${email} has no access any more.`,
  });
export const useInviteAppUser = (success: string) =>
  useWrite(access.endpoints.give, { refreshes: [endpoints.list], success });
export const useAppInvitationLink = () => useWrite(endpoints.showLink);
