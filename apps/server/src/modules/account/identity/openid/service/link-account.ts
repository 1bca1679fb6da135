import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { signInAccountRepository } from '../../repository/openid-repository.ts';
import { orderNotice } from '../../service/mails/send-notice.ts';
import { readSessionUser } from '../../service/sessions/read-session-user.ts';
import type { ProviderAnswer } from '../client.ts';

interface Link {
  /** The user who started linking. */
  userId: string;
  provider: OpenidProvider;
  answer: ProviderAnswer;
  origin: string;
}

/** Links a provider to the account that is signed in. The addresses need not match, because both accounts were just proven. */
export const linkAccount = (
  { own, principal }: Anonymous,
  { userId, provider, answer, origin }: Link,
): Promise<SessionUser> => {
  if (!own || principal?.kind !== 'user' || principal.userId !== userId) return fail('openid.other_session');
  return own.tx(async (tx) => {
    const { subject, email = null } = answer;
    const holder = await signInAccountRepository.findUser(tx.db, { provider, subject });
    if (holder) fail(holder.userId === userId ? 'openid.already_linked' : 'openid.linked_elsewhere');
    const accountId = newId('acc');
    await signInAccountRepository.insert(tx.db, { id: accountId, userId, provider, subject, email });
    await tx.audit('identity.account_linked', accountId, { provider });
    await orderNotice(tx, { userId, origin, what: 'account-linked' });
    return readSessionUser(tx, userId);
  });
};
