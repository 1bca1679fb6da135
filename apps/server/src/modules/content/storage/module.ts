import { defineModule } from '../../../kernel/module/module.ts';
import { storageRoutes } from './routes.ts';

export const storageModule = defineModule({ name: 'storage', routes: [storageRoutes] });
