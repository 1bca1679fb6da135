import { defineModule } from '../../../kernel/module/module.ts';
import { monitoringRoutes } from './routes.ts';
import { addUpNotes } from './service/add-up-notes.ts';

export const monitoringModule = defineModule({
  name: 'monitoring',
  routes: [monitoringRoutes],
  chores: [
    {
      task: 'monitoring.add-up',
      cron: '* * * * *',
      handle: async (services) => void (await addUpNotes(services)),
    },
  ],
});
