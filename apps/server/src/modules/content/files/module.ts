import { defineModule, handleJob } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { tenantFiles } from '../../account/people/declarations.ts';
import { dropRunFiles, dropTask } from './run-files/run-files.ts';
import {
  deleteObjects,
  deleteObjectsJob,
  filesOfTenant,
  sweepObjects,
  sweepTask,
} from './service/remove-files.ts';

export const filesModule = defineModule({
  name: 'files',
  extends: [extend(tenantFiles, filesOfTenant)],
  jobs: [handleJob(deleteObjectsJob, deleteObjects)],
  chores: [
    {
      task: dropTask,
      cron: '7 * * * *',
      handle: async (services) => {
        await dropRunFiles(services);
      },
    },
    { task: sweepTask, cron: '17 * * * *', handle: (services) => sweepObjects(services) },
  ],
});
