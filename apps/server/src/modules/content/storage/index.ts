import { defineModule } from '../../../kernel/module/module.ts';
import { storageRoutes } from './routes.ts';

export { itemRemovers } from './item-removers.ts';

export const storageModule = defineModule({ name: 'storage', routes: [storageRoutes] });
