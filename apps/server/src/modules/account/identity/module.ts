import { defineModule, handleJob } from '../../../kernel/module/module.ts';
import { openidRoutes } from './openid/routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { accountRoutes, identityRoutes, orchestratorTokenRoutes, passwordRoutes } from './routes.ts';
import { changeEmailJob, sendChangeEmailMails } from './service/change-email.ts';
import { noticeJob, sendNotice } from './service/mails/send-notice.ts';
import { passwordMailJob, sendPasswordMail } from './service/mails/send-password-mail.ts';
import { keepingSessions } from './service/sessions/open-session.ts';
import { signUpByMail, signUpJob } from './service/sign-up.ts';
import { sendVerificationMail, verificationMailJob } from './service/verify-email.ts';
import { sweepIdentity } from './sweep.ts';
import { waitlistRoutes } from './waitlist/routes.ts';
import { admissionMailJob, sendAdmissionMail } from './waitlist/service/answer-waitlist.ts';

export const identityModule = defineModule({
  name: 'identity',
  extends: [keepingSessions],
  routes: [
    identityRoutes,
    orchestratorTokenRoutes,
    passwordRoutes,
    accountRoutes,
    openidRoutes,
    passkeyRoutes,
    waitlistRoutes,
  ],
  jobs: [
    handleJob(passwordMailJob, sendPasswordMail),
    handleJob(noticeJob, sendNotice),
    handleJob(signUpJob, signUpByMail),
    handleJob(changeEmailJob, sendChangeEmailMails),
    handleJob(verificationMailJob, sendVerificationMail),
    handleJob(admissionMailJob, sendAdmissionMail),
  ],
  chores: [{ task: 'identity.sweep', cron: '17 * * * *', handle: sweepIdentity }],
  constraints: {
    users_email_key: 'auth.email_taken',
    accounts_provider_subject_key: 'openid.linked_elsewhere',
    accounts_user_provider_key: 'openid.already_linked',
    passkeys_credential_key: 'passkeys.already_registered',
  },
});
