import { defineModule } from '../../../kernel/module/module.ts';

export const tenancyModule = defineModule({ name: 'tenancy' });
