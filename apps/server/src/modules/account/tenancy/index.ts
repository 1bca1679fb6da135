export {
  ensureOwnTenant,
  fallBack,
  foundTenant,
  hasVerifiedOwner,
  isRefounded,
  prepareFallBack,
  sessionKeeper,
} from './service/found-tenant.ts';
export { renameTenant, tenantMembers } from './service/members.ts';
export {
  changeTenantStatus,
  findTenant,
  listTenantsForAdmin,
  type Membership,
  tenantDeletion,
  userTenants,
} from './service/tenants.ts';
