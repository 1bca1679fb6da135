import './events.ts';
import { defineModule } from '../../kernel/module.ts';

export { foundTenant } from './service/found-tenant.ts';
export { getTenant, listMemberships, type Membership } from './service/reads.ts';

export const tenancyModule = defineModule({ name: 'tenancy' });
