export { invitationAccepted } from './events.ts';
export { type SearchedKind, searchedKinds } from './searched-kinds.ts';
export { isInvited, listInvited } from './service/ask-for-access.ts';
export { inviteMember } from './service/invite-member.ts';
export { countMail as countInvitationMail } from './service/limit-invitations.ts';
export { type TenantFiles, tenantFiles } from './tenant-files.ts';
