import { extend } from '../../../../../kernel/services/extension-points.ts';
import { sessionKeeper } from '../../../tenancy/index.ts';
import { tenantSessionRepository } from '../../repository/tenant-session-repository.ts';

/** Moves sessions out of a tenant that is closed to their users. */
export const keepingSessions = extend(sessionKeeper, {
  listUsers: tenantSessionRepository.listUsers,
  moveAway: async (db, tenantId, userId) => {
    await tenantSessionRepository.moveAway(db, tenantId, userId);
    await tenantSessionRepository.deleteOfTenant(db, tenantId, userId);
  },
});
