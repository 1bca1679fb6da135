import { defineModule } from '../../kernel/module.ts';
import { identityRoutes } from './routes.ts';
import { verificationMailTask } from './service/order-verification-mail.ts';
import { sendVerificationMail, VerificationOrder } from './service/send-verification-mail.ts';
import { sweepIdentity } from './sweep.ts';

export { createAuthenticate } from './authenticate.ts';

export const identityModule = defineModule({
  name: 'identity',
  routes: [identityRoutes],
  jobs: [
    {
      task: verificationMailTask,
      handle: (ctx, payload) => sendVerificationMail(ctx, VerificationOrder.parse(payload)),
    },
  ],
  chores: [{ task: 'identity.sweep', cron: '17 * * * *', handle: sweepIdentity }],
  constraints: { users_email_key: 'auth.email_taken' },
});
