import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { TenantOfUser } from '@atelier/contracts/account/people/people';
import type { Subscription } from '@atelier/contracts/money/billing';
import type { AccountCompletion } from '@atelier/contracts/operate/onboarding/onboarding';

interface Known {
  user: SessionUser;
  tenants: readonly TenantOfUser[] | undefined;
  subscription: Subscription | undefined;
  completion: AccountCompletion | undefined;
}

type InvitedBy = Pick<TenantOfUser, 'tenantId' | 'role'> & { tenant: TenantOfUser };

/** The session user as the front end holds it (SESSION-01), put together from several replies of the server. */
export interface ClientSession extends Omit<SessionUser, 'permissions'> {
  isLoggedIn: true;
  /** Always null: the token is in an httpOnly cookie that no script can read. */
  accessToken: null;
  /** `isLoading` is true until the server has sent the onboarding progress (ONBOARD-01). */
  accountCompletion: ({ isLoading: false } & AccountCompletion) | { isLoading: true };
  /** The tenants of other owners that the user belongs to. */
  invitedBy: InvitedBy[];
  userSubscriptionData: Subscription | null;
  /** The user's membership in the current tenant (TENANT-07). */
  selectedUser: TenantOfUser | null;
}

export const buildClientSession = ({ user, tenants, subscription, completion }: Known): ClientSession => {
  const { permissions: _, ...known } = user;
  return {
    ...known,
    isLoggedIn: true,
    accessToken: null,
    accountCompletion: completion === undefined ? { isLoading: true } : { isLoading: false, ...completion },
    invitedBy: (tenants ?? [])
      .filter((tenant) => !tenant.isOwn)
      .map((tenant) => ({ tenantId: tenant.tenantId, role: tenant.role, tenant })),
    userSubscriptionData: subscription ?? null,
    selectedUser: tenants?.find((tenant) => tenant.tenantId === user.tenantId) ?? null,
  };
};

/** The part that is stored for other windows: everything except the token (SESSION-10, SESSION-26). */
export const omitAccessToken = ({
  accessToken: _,
  ...session
}: ClientSession): Omit<ClientSession, 'accessToken'> => session;
