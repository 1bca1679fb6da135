import { defineModule } from '../../../kernel/module/module.ts';
import { adminRoutes } from './routes.ts';

export const adminModule = defineModule({ name: 'admin', routes: [adminRoutes] });
