import { defineModule } from '../../kernel/module.ts';

export const peopleModule = defineModule({ name: 'people' });
