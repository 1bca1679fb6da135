import type { TxCtx } from '../../../../kernel/context/context.ts';
import { signInAccountRepository } from '../repository/openid-repository.ts';
import { passkeyRepository } from '../repository/passkey-repository.ts';
import { secondFactorRepository } from '../repository/second-factor-repository.ts';
import { apiKeyRepository } from '../repository/user-repository.ts';

/**
 * Takes away what an account was opened with before anybody had proven its address: whoever made it in somebody else’s
 * name would get in by it for good, or keep the owner of the address out.
 */
export const dropUnproven = async ({ db }: TxCtx, userId: string): Promise<void> => {
  await secondFactorRepository.remove(db, userId);
  await passkeyRepository.deleteAll(db, userId);
  await signInAccountRepository.deleteProviders(db, userId);
  await apiKeyRepository.deleteAll(db, userId);
};
