import { defineModule, handleJob } from '../../../kernel/module/module.ts';
import { createAuthenticateAppUser } from './app-user-token.ts';
import { appUserRoutes } from './routes.ts';
import { appInvitationMailJob, sendAppInvitation } from './service/invite-app-user.ts';
import { appUserMailJob, sendAppUserMail } from './service/order-app-user-mail.ts';
import { accessRequestJob, sendAccessRequest } from './service/own-access.ts';

export const appUsersModule = defineModule({
  name: 'app-users',
  routes: [appUserRoutes],
  jobs: [
    handleJob(appInvitationMailJob, sendAppInvitation),
    handleJob(appUserMailJob, sendAppUserMail),
    handleJob(accessRequestJob, sendAccessRequest),
  ],
  createAuthenticateAppUser,
  constraints: { app_users_email: 'app_users.account_exists' },
});
