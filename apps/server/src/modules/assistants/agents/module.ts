import { entityKinds } from '../../../kernel/entities/entity-kind.ts';
import { defineModule } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { answererPoint } from '../apps/index.ts';
import { callers, taskTakers } from '../flows/declarations.ts';
import { approvalKinds } from '../runs/declarations.ts';
import { toolUses } from '../tools/index.ts';
import { agentEntity, crewEntity } from './agent-entity.ts';
import { agentRun } from './agent-run.ts';
import { agentAnswerer } from './answering/agent-answerer.ts';
import { agentTaker, crewTaker } from './handing/agent-taker.ts';
import { agentAccessRoutes, agentMemoryRoutes, agentRoutes, agentRunRoutes, crewRoutes } from './routes.ts';
import { agentApprovals } from './runs/service/change-run.ts';
import { agentsCalling, agentsUsing } from './service/remove-agent.ts';

export const agentsModule = defineModule({
  name: 'agents',
  routes: [agentRoutes, agentRunRoutes, agentAccessRoutes, agentMemoryRoutes, crewRoutes],
  runs: [agentRun],
  extends: [
    extend(entityKinds, agentEntity),
    extend(entityKinds, crewEntity),
    extend(answererPoint, agentAnswerer),
    extend(approvalKinds, agentApprovals),
    extend(toolUses, agentsUsing),
    extend(callers, agentsCalling),
    extend(taskTakers, agentTaker),
    extend(taskTakers, crewTaker),
  ],
  constraints: { agents_name_taken: 'agents.name_taken' },
});
