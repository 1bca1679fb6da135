import { defineModule } from '../../../kernel/module/module.ts';
import { paymentRoutes } from './routes.ts';
import { endWithCompany } from './service/end-with-company.ts';

export const paymentsModule = defineModule({
  name: 'payments',
  routes: [paymentRoutes],
  subscribers: { 'tenancy.tenant_closing': endWithCompany },
});
