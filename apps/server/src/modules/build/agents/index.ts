import { defineModule } from '../../../kernel/module/module.ts';
import { agentEntity } from './agent-entity.ts';
import { agentRun } from './engine/agent-run.ts';
import { agentRoutes } from './routes.ts';
import { agentRunRoutes } from './runs/routes.ts';

export const agentsModule = defineModule({
  name: 'agents',
  routes: [agentRoutes, agentRunRoutes],
  runs: [agentRun],
  entities: [agentEntity],
  constraints: { agents_name_taken: 'agents.name_taken' },
});
