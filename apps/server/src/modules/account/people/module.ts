import { defineModule, handleJob, subscribe } from '../../../kernel/module/module.ts';
import { tenantEvents } from '../tenancy/declarations.ts';
import { peopleRoutes } from './routes.ts';
import { accessRequestJob, sendAccessRequest } from './service/ask-for-access.ts';
import { invitationMailJob, sendInvitation, sweepInvitations } from './service/invite-member.ts';
import { memberNoticeJob, sendMemberNotice } from './service/members.ts';
import { deleteTenant, deletionJob, orderDeletion } from './service/remove-tenant.ts';

export const peopleModule = defineModule({
  name: 'people',
  routes: [peopleRoutes],
  jobs: [
    handleJob(invitationMailJob, sendInvitation),
    handleJob(accessRequestJob, sendAccessRequest),
    handleJob(memberNoticeJob, sendMemberNotice),
    handleJob(deletionJob, deleteTenant),
  ],
  subscribers: [subscribe(tenantEvents.closing, orderDeletion)],
  chores: [{ task: 'people.sweep', cron: '41 3 * * *', handle: sweepInvitations }],
  constraints: {
    invitations_open: 'people.already_invited',
    memberships_pkey: 'people.already_member',
    memberships_one_owner: 'people.owner_stays',
  },
});
