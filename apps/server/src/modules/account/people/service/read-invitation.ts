import type { InvitationShown } from '@atelier/contracts/account/people/people';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { userDirectory } from '../../identity/index.ts';
import { findTenant } from '../../tenancy/index.ts';
import { invitationStatus } from '../present.ts';
import { invitationRepository } from '../repository/invitations.ts';

/** Returns what the holder of a mailed link may know before signing in (TENANT-18). */
export const readInvitation = (ctx: Anonymous, token: string): Promise<InvitationShown> =>
  ctx.globally(async (db) => {
    const row =
      (await invitationRepository.findByToken(db, hashToken(token))) ?? fail('people.invitation_not_found');
    const tenant = await findTenant(db, row.tenantId);
    const inviter = row.invitedBy === null ? undefined : await userDirectory.find(db, row.invitedBy);
    const companyName = tenant?.tenantName ?? '';
    return {
      companyName,
      invitedBy: inviter?.name ?? companyName,
      role: row.role,
      email: row.email,
      expiresAt: row.expiresAt.toISOString(),
      status: invitationStatus(row, new Date()),
      hasAccount: (await userDirectory.findByEmail(db, row.email)) !== undefined,
    };
  });
