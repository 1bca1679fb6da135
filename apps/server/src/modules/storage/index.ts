import { defineModule } from '../../kernel/module.ts';

export const storageModule = defineModule({ name: 'storage' });
