import { type MemberStatus, people } from '@atelier/contracts/account/people/people';
import type { Role } from '@atelier/contracts/kernel/permissions';
import { useSession, useUser } from '../../../lib/account/session.ts';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';

const { endpoints } = people;
const refreshes = [endpoints.listMembers];

interface MembersQuery {
  search: string;
  role: Role | undefined;
  status: MemberStatus | undefined;
  sort: 'name' | 'email' | 'role' | 'joinedAt' | 'lastActiveAt';
  order: 'asc' | 'desc';
}

export const useMembers = (query: MembersQuery) => usePages(endpoints.listMembers, { query });

/** Members who can become the owner. */
export const useOwnerCandidates = (search: string) =>
  useRead(endpoints.listMembers, { query: { status: 'ACTIVE', search, limit: 50 } });

export const useInvite = () =>
  useWrite(endpoints.invite, { refreshes, success: 'User invited successfully' });
export const useUpdateMember = () =>
  useWrite(endpoints.updateMember, { refreshes, success: 'User updated successfully' });
export const useRemoveMember = () =>
  useWrite(endpoints.removeMember, { refreshes, success: 'User removed.' });
export const useResendInvitation = () =>
  useWrite(endpoints.resendInvitation, { refreshes, success: 'Invitation sent again.', toastFailure: true });
/** Returns a call that makes a new link each time, so its reply is not cached. */
export const useInvitationLink = () => useWrite(endpoints.showInvitationLink);
export const useRevokeInvitation = () =>
  useWrite(endpoints.revokeInvitation, { refreshes, success: 'Invitation revoked.' });
export const useAskForAccess = () =>
  useWrite(endpoints.askForAccess, { success: 'Your request is on its way.' });

/** The tenant that the session belongs to. */
export const useTenant = () => {
  const { tenantId } = useUser();
  return useRead(endpoints.getTenant, { params: { id: tenantId } });
};
export const useHoldings = () => {
  const { tenantId } = useUser();
  return useRead(endpoints.getHoldings, { params: { id: tenantId } }, { staleTime: 0 });
};

const tenantReads = [endpoints.getTenant, endpoints.listTenants, endpoints.listMembers];

export const useRenameTenant = () => {
  const { refresh } = useSession();
  return useWrite(endpoints.updateTenant, {
    refreshes: tenantReads,
    success: 'Company renamed.',
    onSuccess: () => void refresh(),
  });
};

/** Moves the user to another tenant or role, so the session starts over. */
export const useTransferOwnership = () => {
  const { begin } = useSession();
  return useWrite(endpoints.transferOwnership, {
    refreshes: tenantReads,
    success: 'Ownership transferred.',
    onSuccess: ({ user }) => begin(user),
  });
};
export const useLeaveTenant = () => {
  const { begin } = useSession();
  return useWrite(endpoints.leaveTenant, {
    success: 'You left the company.',
    onSuccess: ({ user }) => begin(user),
  });
};
export const useRemoveTenant = () => {
  const { begin } = useSession();
  return useWrite(endpoints.removeTenant, {
    success: 'The company is deleted.',
    onSuccess: ({ user }) => begin(user),
  });
};
