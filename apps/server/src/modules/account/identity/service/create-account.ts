import { z } from 'zod';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { foundTenant } from '../../tenancy/index.ts';
import { accountRepository, userRepository } from '../repository/user-repository.ts';
import { waitlistRepository } from '../waitlist/repository.ts';

export const NewAccount = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  passwordHash: z.string(),
  companyName: z.string(),
  /** Accepting the terms is required (AUTH-09). */
  acceptTerms: z.boolean(),
});
export type NewAccount = z.infer<typeof NewAccount>;

/**
 * The state of the address: proven already (`proven`), to be confirmed at some time (`open`), or to be proven before the first sign-in
 * (`pending`).
 */
export type Proof = 'proven' | 'open' | 'pending';

/** Creates a user with a password and their tenant, in the transaction's tenant. The ids of such users begin with `auth` (HEADER-17). */
export const createAccount = async (tx: TxCtx, account: NewAccount, proof: Proof): Promise<void> => {
  const { userId, name, email, passwordHash, companyName, acceptTerms } = account;
  await userRepository.insert(tx.db, {
    id: userId,
    name,
    email,
    emailVerified: proof === 'proven',
    mailProven: proof === 'proven' && !tx.services.mailer.usesOutbox,
    pending: proof === 'pending',
    termsAcceptedAt: acceptTerms ? tx.now() : null,
  });
  await accountRepository.insert(tx.db, {
    id: newId('acc'),
    userId,
    provider: 'password',
    subject: userId,
    passwordHash,
  });
  await foundTenant(tx, { name: companyName, ownerId: userId });
  await waitlistRepository.markJoined(tx.db, email);
  await tx.audit('identity.signed_up', userId);
};
