import { defineModule } from '../../../kernel/module/module.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { openaiRoutes } from './openai/routes.ts';

export const programsModule = defineModule({
  name: 'programs',
  routes: [openaiRoutes, mcpRoutes],
});
