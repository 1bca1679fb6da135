import { withoutTenant } from '../../../kernel/db/transaction/with-tenant.ts';
import type { Services } from '../../../kernel/services/services.ts';
import { invitationMailRepository } from './repository/invitation-mails.ts';
import { invitationRepository } from './repository/invitations.ts';

/** For a month, a link that was used or has expired is answered with the reason. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000;

export const sweepInvitations = ({ identityPool }: Services): Promise<void> =>
  withoutTenant(
    identityPool,
    async (db) => {
      await invitationRepository.deleteExpiredBefore(db, new Date(Date.now() - rememberedMs));
      await invitationMailRepository.deleteOld(db);
    },
    'long',
  );
