import { defineModule } from '../../kernel/module.ts';

export { removeGrantsOf } from './service/remove-grants.ts';
export { visibleTo } from './visible-to.ts';

export const accessModule = defineModule({ name: 'access' });
