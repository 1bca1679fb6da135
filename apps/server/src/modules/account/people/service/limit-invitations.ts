import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { invitationMailRepository } from '../repository/invitation-mails.ts';
import { invitationRepository } from '../repository/invitations.ts';

/** The most open invitations of a tenant at a time. */
const mostOpen = 100;
/** The most mails of a tenant within 24 hours. */
const mostOfTenant = 200;
const mostToAddress = { ofTenant: 3, ofAll: 10 };

/** Throws `people.invitations_full`. */
export const requireFreeInvitation = async ({ db, tenantId }: TxCtx): Promise<void> => {
  if ((await invitationRepository.countPending(db, tenantId)) >= mostOpen) fail('people.invitations_full');
};

/**
 * Counts a mail that is about to be ordered. Revoking the invitation or deleting the tenant does not lower the count, so that no address
 * can be flooded that way. Throws `people.address_invited_often` and `people.invited_often`.
 */
export const countMail = async ({ db, tenantId }: TxCtx, email: string): Promise<void> => {
  const addressHash = hashToken(email);
  const { ofTenant, ofAll } = await invitationMailRepository.countTo(db, tenantId, addressHash);
  if (ofTenant >= mostToAddress.ofTenant || ofAll >= mostToAddress.ofAll)
    fail('people.address_invited_often');
  if ((await invitationMailRepository.countRecent(db, tenantId)) >= mostOfTenant)
    fail('people.invited_often');
  await invitationMailRepository.insert(db, tenantId, addressHash);
};
