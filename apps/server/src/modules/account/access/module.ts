import { defineModule, handleJob, subscribe } from '../../../kernel/module/module.ts';
import { invitationAccepted } from '../people/declarations.ts';
import { accessRoutes, sharedThingRoutes } from './routes.ts';
import { keepPromises } from './service/keep-promises.ts';
import { requestMailJob, sendRequestMail } from './service/request-mail.ts';
import { sendSharedNotice, sharedNoticeJob } from './service/shared-notice.ts';

export const accessModule = defineModule({
  name: 'access',
  routes: [accessRoutes, sharedThingRoutes],
  jobs: [handleJob(sharedNoticeJob, sendSharedNotice), handleJob(requestMailJob, sendRequestMail)],
  subscribers: [subscribe(invitationAccepted, keepPromises)],
  constraints: { access_grants_member: 'access.member_not_found' },
});
