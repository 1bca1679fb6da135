import { defineModule, handleJob } from '../../../kernel/module/module.ts';
import { supportRoutes } from './routes.ts';
import { sendSupportMail, supportMailJob } from './service/send-mail.ts';

export const supportModule = defineModule({
  name: 'support',
  routes: [supportRoutes],
  jobs: [handleJob(supportMailJob, sendSupportMail)],
});
