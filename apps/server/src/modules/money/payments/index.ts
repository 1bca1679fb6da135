import { defineModule, subscribe } from '../../../kernel/module/module.ts';
import { tenantEvents } from '../../account/tenancy/index.ts';
import { paymentRoutes } from './routes.ts';
import { endWithCompany } from './service/end-with-company.ts';

export const paymentsModule = defineModule({
  name: 'payments',
  routes: [paymentRoutes],
  subscribers: [subscribe(tenantEvents.closing, endWithCompany)],
});
