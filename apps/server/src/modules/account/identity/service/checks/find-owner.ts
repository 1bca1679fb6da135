import { userTenants } from '../../../tenancy/index.ts';
import { type AnyDb, userRepository } from '../../repository/user-repository.ts';

/** Stands for an unknown user, so that the look-up takes as long as for a known one. */
const nobody = 'nobody';

/**
 * Mail jobs for an address without a tenant are written under this tenant id. No such tenant exists, so the row policies show the job
 * nothing.
 */
export const nobodysTenant = 'ten_nobody';

/** Returns the owner of an address, and the tenant in which mails to them are ordered; undefined when nobody owns it. */
export const findOwner = async (
  db: AnyDb,
  email: string,
): Promise<{ userId: string; tenantId: string } | undefined> => {
  const user = await userRepository.findByEmail(db, email);
  const [membership] = await userTenants.list(db, user?.id ?? nobody);
  return user && { userId: user.id, tenantId: membership?.tenantId ?? nobodysTenant };
};
