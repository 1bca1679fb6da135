import { defineModule } from '../../../kernel/module/module.ts';

export { tenantEvents } from './events.ts';
export { changeTenantStatus } from './service/change-status.ts';
export { ensureOwnTenant } from './service/ensure-own-tenant.ts';
export { fallBack, prepareFallBack } from './service/fall-back.ts';
export { foundTenant, hasVerifiedOwner, isRefounded } from './service/found-tenant.ts';
export { findTenant, listTenantsForAdmin } from './service/list-tenants.ts';
export { renameTenant, tenantMembers } from './service/members.ts';
export { sessionKeeper } from './service/session-keeper.ts';
export { tenantDeletion } from './service/tenant-deletion.ts';
export { type Membership, userTenants } from './service/user-tenants.ts';
export { activeMemberships, members, tenantProfiles } from './tables.ts';

export const tenancyModule = defineModule({ name: 'tenancy' });
