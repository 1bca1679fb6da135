import { defineModule } from '../../../kernel/module/module.ts';

export const searchModule = defineModule({ name: 'search' });
