import { defineModule } from '../../../kernel/module/module.ts';
import { auditRoutes } from './routes.ts';

export const auditModule = defineModule({ name: 'audit', routes: [auditRoutes] });
