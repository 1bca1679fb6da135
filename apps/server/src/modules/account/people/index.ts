export { isInvited, listInvited } from './service/ask-for-access.ts';

export { inviteMember } from './service/invite-member.ts';

export { countMail as countInvitationMail } from './service/limit-invitations.ts';
