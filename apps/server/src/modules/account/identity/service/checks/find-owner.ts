import { listMemberships } from '../../../tenancy/index.ts';
import { type AnyDb, userRepository } from '../../repository/user-repository.ts';

/** Stands in for an unknown person, so that looking for them costs what looking for a known one costs. */
const nobody = 'nobody';

/** Where the order of a mail is written for whoever belongs to no company. None such exists, so its row policy shows nothing. */
export const nobodysTenant = 'ten_nobody';

/** Whose an address is, and the company in which mails to them are ordered; undefined when it is nobody's. */
export const findOwner = async (
  db: AnyDb,
  email: string,
): Promise<{ userId: string; tenantId: string } | undefined> => {
  const user = await userRepository.findByEmail(db, email);
  const [membership] = await listMemberships(db, user?.id ?? nobody);
  return user && { userId: user.id, tenantId: membership?.tenantId ?? nobodysTenant };
};
