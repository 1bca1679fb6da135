import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { userTenants } from '../../../tenancy/index.ts';
import { presentSessionUser } from '../../present.ts';
import { userRepository } from '../../repository/user-repository.ts';

/** Reads the user with their role in the transaction's tenant. */
export const readSessionUser = async ({ db, tenantId }: TxCtx, userId: string): Promise<SessionUser> => {
  const [user, memberships] = await Promise.all([
    userRepository.find(db, userId),
    userTenants.list(db, userId),
  ]);
  const membership = memberships.find((one) => one.tenantId === tenantId);
  const own = memberships.find(({ role }) => role === 'OWNER');
  return user && membership
    ? presentSessionUser(user, membership, own?.tenantId ?? null)
    : fail('auth.unauthenticated');
};

/** Returns the user who is signed in, or null. */
export const readOwnSession = async ({ own, principal }: Anonymous): Promise<SessionUser | null> =>
  own && principal ? own.readAtOnce((tx) => readSessionUser(tx, principal.userId)) : null;
