import { defineModule } from '../../../kernel/module/module.ts';
import { recordRun } from './engine/record-run.ts';
import { workerRecordRoutes } from './records/routes.ts';
import { workerRoutes } from './routes.ts';
import { workerEntity } from './worker-entity.ts';

export const workersModule = defineModule({
  name: 'workers',
  routes: [workerRoutes, workerRecordRoutes],
  runs: [recordRun],
  entities: [workerEntity],
  constraints: { workers_name_taken: 'workers.name_taken' },
});
