import { defineModule } from '../../kernel/module.ts';
import { billingRoutes } from './routes.ts';
import { releaseStaleHolds, releaseTask } from './service/release-stale-holds.ts';

export { holdCredits, settleHold } from './service/holds.ts';

export const billingModule = defineModule({
  name: 'billing',
  routes: [billingRoutes],
  jobs: [{ task: releaseTask, handle: releaseStaleHolds }],
});
