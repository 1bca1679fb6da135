import { defineModule } from '../../../kernel/module/module.ts';
import { auditRoutes } from './routes.ts';

export { findLatestEntry } from './service/find-latest-entry.ts';

export const auditModule = defineModule({ name: 'audit', routes: [auditRoutes] });
