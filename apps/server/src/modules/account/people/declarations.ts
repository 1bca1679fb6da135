export { invitationAccepted } from './events.ts';
export { type SearchedKind, searchedKinds } from './searched-kinds.ts';
export { type TenantFiles, tenantFiles } from './tenant-files.ts';
