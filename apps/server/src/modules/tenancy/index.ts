import './events.ts';
import { defineModule } from '../../kernel/module.ts';

export { foundTenant } from './service/found-tenant.ts';
export { listMemberships, type Membership } from './service/list-memberships.ts';

export const tenancyModule = defineModule({ name: 'tenancy' });
