import { defineModule } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { connectionUses } from '../../content/connections/index.ts';
import { toolsUsing } from './connection-uses.ts';
import { toolRoutes } from './routes.ts';

export { makeCall, type ToolUse } from './calls/make-call.ts';
export { nameTools, offerTools } from './calls/offer-tools.ts';
export type { OfferedTool, ToolBinding } from './calls/tool-binding.ts';
export { toolName } from './calls/tool-name.ts';
export { outcomeOf, type ToolResult, textOfOutput } from './calls/tool-outcome.ts';
export { schemaCheck } from './computations.ts';
export { toolUses } from './tool-uses.ts';

export const toolsModule = defineModule({
  name: 'tools',
  routes: [toolRoutes],
  extends: [extend(connectionUses, toolsUsing)],
  constraints: { tools_name_taken: 'tools.name_taken', tools_connection: 'connections.in_use' },
});
