import { defineModule, subscribe } from '../../../kernel/module/module.ts';
import { tenantEvents } from '../../account/tenancy/declarations.ts';
import { paymentRoutes } from './routes.ts';
import { endWithTenant } from './service/choose-plan.ts';

export const paymentsModule = defineModule({
  name: 'payments',
  routes: [paymentRoutes],
  subscribers: [subscribe(tenantEvents.closing, endWithTenant)],
});
