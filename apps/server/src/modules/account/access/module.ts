import { defineModule, handleJob, subscribe } from '../../../kernel/module/module.ts';
import { invitationAccepted } from '../people/declarations.ts';
import { accessRoutes, sharedThingRoutes } from './routes.ts';
import {
  requestMailJob,
  sendRequestMail,
  sendSharedNotice,
  sharedNoticeJob,
} from './service/access-mails.ts';
import { keepPromises } from './service/change-access.ts';

export const accessModule = defineModule({
  name: 'access',
  routes: [accessRoutes, sharedThingRoutes],
  jobs: [handleJob(sharedNoticeJob, sendSharedNotice), handleJob(requestMailJob, sendRequestMail)],
  subscribers: [subscribe(invitationAccepted, keepPromises)],
  constraints: { access_grants_member: 'access.member_not_found' },
});
