import { defineModule } from '../../../kernel/module/module.ts';
import { accountRoutes } from './account-routes.ts';
import { openidRoutes } from './openid/routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { identityRoutes } from './routes.ts';
import { ChangeEmailOrder, changeEmailTask, sendChangeEmailMails } from './service/change-email.ts';
import { PasswordMailOrder, passwordMailTask } from './service/mails/order-password-mail.ts';
import { verificationMailTask } from './service/mails/order-verification-mail.ts';
import { NoticeOrder, noticeTask, sendNotice } from './service/mails/send-notice.ts';
import { sendPasswordMail } from './service/mails/send-password-mail.ts';
import { sendVerificationMail, VerificationOrder } from './service/mails/send-verification-mail.ts';
import { keepingSessions } from './service/sessions/tenant-sessions.ts';
import { SignUpOrder, signUpByMail, signUpTask } from './service/sign-up-by-mail.ts';
import { sweepIdentity } from './sweep.ts';
import { waitlistRoutes } from './waitlist/routes.ts';
import { AdmissionOrder, admissionMailTask, sendAdmissionMail } from './waitlist/service/answer-waitlist.ts';

export { createAuthenticate } from './authenticate.ts';
export { callerOf } from './caller-of.ts';
export { hashPassword } from './passwords.ts';
export { personRepository } from './repository/person-repository.ts';
export { sessionCookies } from './request/cookies.ts';
export { recordGuide } from './service/record-guide.ts';
export { type Caller, openSession } from './service/sessions/open-session.ts';
export { readSessionUser } from './service/sessions/read-session-user.ts';
export { persons } from './tables.ts';
export type { WaitlistRow } from './waitlist/repository.ts';
export { admitFromWaitlist, declineFromWaitlist, listWaitlist } from './waitlist/service/answer-waitlist.ts';

export const identityModule = defineModule({
  name: 'identity',
  extends: [keepingSessions],
  routes: [identityRoutes, passwordRoutes, accountRoutes, openidRoutes, passkeyRoutes, waitlistRoutes],
  jobs: [
    {
      task: passwordMailTask,
      handle: (ctx, payload) => sendPasswordMail(ctx, PasswordMailOrder.parse(payload)),
    },
    { task: noticeTask, handle: (ctx, payload) => sendNotice(ctx, NoticeOrder.parse(payload)) },
    { task: signUpTask, handle: (ctx, payload) => signUpByMail(ctx, SignUpOrder.parse(payload)) },
    {
      task: changeEmailTask,
      handle: (ctx, payload) => sendChangeEmailMails(ctx, ChangeEmailOrder.parse(payload)),
    },
    {
      task: verificationMailTask,
      handle: (ctx, payload) => sendVerificationMail(ctx, VerificationOrder.parse(payload)),
    },
    {
      task: admissionMailTask,
      handle: (ctx, payload) => sendAdmissionMail(ctx, AdmissionOrder.parse(payload)),
    },
  ],
  chores: [{ task: 'identity.sweep', cron: '17 * * * *', handle: sweepIdentity }],
  constraints: {
    users_email_key: 'auth.email_taken',
    accounts_provider_subject_key: 'openid.linked_elsewhere',
    accounts_user_provider_key: 'openid.already_linked',
    passkeys_credential_key: 'passkeys.already_registered',
  },
});
