import { defineModule } from '../../kernel/module.ts';

export const accessModule = defineModule({ name: 'access' });
