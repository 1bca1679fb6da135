export {
  ensureOwnTenant,
  fallBack,
  foundTenant,
  hasVerifiedOwner,
  isRefounded,
  prepareFallBack,
} from './service/found-tenant.ts';

export { renameTenant, tenantMembers } from './service/members.ts';

export { sessionKeeper } from './service/session-keeper.ts';

export { changeTenantStatus, tenantDeletion } from './service/tenant-deletion.ts';

export { findTenant, listTenantsForAdmin, type Membership, userTenants } from './service/user-tenants.ts';
