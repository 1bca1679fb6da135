import { defineModule } from '../../kernel/module.ts';

export const adminModule = defineModule({ name: 'admin' });
