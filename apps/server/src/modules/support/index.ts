import { defineModule } from '../../kernel/module.ts';

export const supportModule = defineModule({ name: 'support' });
