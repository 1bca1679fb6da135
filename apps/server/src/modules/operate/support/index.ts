import { defineModule } from '../../../kernel/module/module.ts';
import { supportRoutes } from './routes.ts';
import { SupportMailOrder, sendSupportMail, supportMailTask } from './service/send-mail.ts';

export const supportModule = defineModule({
  name: 'support',
  routes: [supportRoutes],
  jobs: [
    {
      task: supportMailTask,
      handle: (ctx, payload) => sendSupportMail(ctx, SupportMailOrder.parse(payload)),
    },
  ],
});
