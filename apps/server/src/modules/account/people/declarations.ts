export { invitationAccepted } from './events.ts';
export { type SearchedKind, searchedKinds, type TenantFiles, tenantFiles } from './extension-points.ts';
