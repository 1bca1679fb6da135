import type { TxCtx } from '../../../../kernel/context/context.ts';
import { signInAccountRepository } from '../repository/openid-repository.ts';
import { passkeyRepository } from '../repository/passkey-repository.ts';
import { secondFactorRepository } from '../repository/second-factor-repository.ts';
import { apiKeyRepository } from '../repository/user-repository.ts';

/**
 * Removes the credentials that an account had before its address was proven. Somebody else could have created the account in the owner's
 * name, and would keep access to it, or keep the owner of the address out.
 */
export const dropUnproven = async ({ db }: TxCtx, userId: string): Promise<void> => {
  await secondFactorRepository.remove(db, userId);
  await passkeyRepository.deleteAll(db, userId);
  await signInAccountRepository.deleteProviders(db, userId);
  await apiKeyRepository.deleteAll(db, userId);
};
