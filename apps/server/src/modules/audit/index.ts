import { defineModule } from '../../kernel/module.ts';
import { auditRoutes } from './routes.ts';

export const auditModule = defineModule({ name: 'audit', routes: [auditRoutes] });
