import { defineModule, handleJob } from '../../../kernel/module/module.ts';
import { alertRoutes } from './alerts/routes.ts';
import { checkAlerts, checkJob, orderChecks } from './alerts/service/check-alerts.ts';
import { deliverJob, deliverMessage } from './alerts/service/deliver-message.ts';
import { monitoringRoutes } from './routes.ts';
import { addUpNotes } from './service/read-figures.ts';

export const monitoringModule = defineModule({
  name: 'monitoring',
  routes: [monitoringRoutes, alertRoutes],
  jobs: [handleJob(checkJob, checkAlerts), handleJob(deliverJob, deliverMessage)],
  chores: [
    {
      task: 'monitoring.add-up',
      cron: '* * * * *',
      handle: async (services) => void (await addUpNotes(services)),
    },
    { task: 'monitoring.order-alert-checks', cron: '* * * * *', handle: orderChecks },
  ],
});
