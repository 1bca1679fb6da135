import './events.ts';
import { defineModule } from '../../../kernel/module/module.ts';
import { peopleRoutes } from './routes.ts';
import { AccessRequest, accessRequestTask, sendAccessRequest } from './service/ask-for-access.ts';
import { invitationMailTask } from './service/invite-member.ts';
import { MemberNotice, memberNoticeTask, sendMemberNotice } from './service/member-notices.ts';
import { deleteTenant, deletionTask, orderDeletion } from './service/remove-tenant.ts';
import { InvitationOrder, sendInvitation } from './service/send-invitation.ts';
import { sweepInvitations } from './sweep.ts';

export { type CompanyFiles, companyFiles } from './company-files.ts';
export { inviteMember } from './service/invite-member.ts';
export { isInvited, listInvited } from './service/promised-access.ts';

export const peopleModule = defineModule({
  name: 'people',
  routes: [peopleRoutes],
  jobs: [
    {
      task: invitationMailTask,
      handle: (ctx, payload) => sendInvitation(ctx, InvitationOrder.parse(payload)),
    },
    {
      task: accessRequestTask,
      handle: (ctx, payload) => sendAccessRequest(ctx, AccessRequest.parse(payload)),
    },
    { task: memberNoticeTask, handle: (ctx, payload) => sendMemberNotice(ctx, MemberNotice.parse(payload)) },
    { task: deletionTask, handle: (ctx) => deleteTenant(ctx) },
  ],
  subscribers: { 'tenancy.tenant_closing': (ctx) => orderDeletion(ctx) },
  chores: [{ task: 'people.sweep', cron: '41 3 * * *', handle: sweepInvitations }],
  constraints: {
    invitations_open: 'people.already_invited',
    memberships_pkey: 'people.already_member',
    memberships_one_owner: 'people.owner_stays',
  },
});
