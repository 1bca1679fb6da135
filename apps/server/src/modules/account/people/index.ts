export { isInvited, listInvited } from './service/ask-for-access.ts';
export { countMail as countInvitationMail, inviteMember } from './service/invite-member.ts';
