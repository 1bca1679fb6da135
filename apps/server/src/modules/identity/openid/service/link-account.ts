import type { OpenidProvider, SessionUser } from '@atelier/contracts';
import { fail } from '../../../../kernel/errors.ts';
import type { Anonymous } from '../../../../kernel/http/exchange.ts';
import { newId } from '../../../../kernel/ids.ts';
import { readSessionUser } from '../../service/read-session-user.ts';
import { orderNotice } from '../../service/send-notice.ts';
import type { ProviderAnswer } from '../client.ts';
import { signInAccountRepository } from '../repository.ts';

interface Link {
  /** Who began to link. */
  userId: string;
  provider: OpenidProvider;
  answer: ProviderAnswer;
  origin: string;
}

/** Adds a way to sign in to the account that is signed in. Addresses need not match: both accounts were just proven. */
export const linkAccount = (
  { own, principal }: Anonymous,
  { userId, provider, answer, origin }: Link,
): Promise<SessionUser> => {
  if (!own || principal?.kind !== 'user' || principal.userId !== userId) return fail('openid.other_session');
  return own.tx(async (tx) => {
    const { subject, email = null } = answer;
    const holder = await signInAccountRepository.findPerson(tx.db, { provider, subject });
    if (holder) fail(holder.userId === userId ? 'openid.already_linked' : 'openid.linked_elsewhere');
    const accountId = newId('acc');
    await signInAccountRepository.insert(tx.db, { id: accountId, userId, provider, subject, email });
    await tx.audit('identity.account_linked', accountId, { provider });
    await orderNotice(tx, { userId, origin, what: 'account-linked' });
    return readSessionUser(tx, userId);
  });
};
