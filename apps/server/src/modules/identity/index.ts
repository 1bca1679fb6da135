import { defineModule } from '../../kernel/module.ts';
import { registerSessionKeeper } from '../tenancy/index.ts';
import { identityRoutes } from './routes.ts';
import { verificationMailTask } from './service/order-verification-mail.ts';
import { sendVerificationMail, VerificationOrder } from './service/send-verification-mail.ts';
import { tenantSessions } from './service/tenant-sessions.ts';
import { sweepIdentity } from './sweep.ts';
import { waitlistRoutes } from './waitlist-routes.ts';
import { AdmissionOrder, admissionMailTask, sendAdmissionMail } from './waitlist-service/answer-waitlist.ts';

export { createAuthenticate } from './authenticate.ts';
export { sessionCookies, sessionTokenOf } from './cookies.ts';
export { hashPassword } from './passwords.ts';
export { personRepository } from './person-repository.ts';
export type { WaitlistQuery, WaitlistRow } from './waitlist-repository.ts';
export { admitFromWaitlist, declineFromWaitlist, listWaitlist } from './waitlist-service/answer-waitlist.ts';

export { type Caller, openSession } from './service/open-session.ts';
export { readSessionUser } from './service/read-session-user.ts';
export { recordGuide } from './service/record-guide.ts';

registerSessionKeeper(tenantSessions);

export const identityModule = defineModule({
  name: 'identity',
  routes: [identityRoutes, waitlistRoutes],
  jobs: [
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
  constraints: { users_email_key: 'auth.email_taken' },
});
