import { defineModule } from '../../kernel/module.ts';

export const auditModule = defineModule({ name: 'audit' });
