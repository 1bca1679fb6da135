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

/** The session user of the browser (SESSION-01), put together from what the server has answered. */
export interface ClientSession extends Omit<SessionUser, 'permissions'> {
  isLoggedIn: true;
  /** The token is in an httpOnly cookie, where no script reads it. */
  accessToken: null;
  /** `isLoading` until the server has said how far the company is (ONBOARD-01). */
  accountCompletion: ({ isLoading: false } & AccountCompletion) | { isLoading: true };
  /** The companies of others that the person belongs to. */
  invitedBy: InvitedBy[];
  userSubscriptionData: Subscription | null;
  /** The profile that was chosen: the person in the current company (TENANT-07). */
  selectedUser: TenantOfUser | null;
}

export const clientSessionOf = ({ user, tenants, subscription, completion }: Known): ClientSession => {
  const { permissions: _, ...person } = user;
  return {
    ...person,
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

/** What is stored of it for other windows: everything but the token (SESSION-10, SESSION-26). */
export const storedUserOf = ({
  accessToken: _,
  ...session
}: ClientSession): Omit<ClientSession, 'accessToken'> => session;
