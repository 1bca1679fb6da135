import { entityKinds } from '../../../kernel/entities/entity-kind.ts';
import { defineModule } from '../../../kernel/module/module.ts';
import { extend } from '../../../kernel/services/extension-points.ts';
import { Agents } from '../agents/index.ts';
import { callCrew } from './engine/call-crew.ts';
import { join, lead } from './engine/crew-tools.ts';
import { crewRoutes } from './routes.ts';

const crewEntity = Agents.entityKindOf(true, {
  kind: 'CREW',
  prefix: 'crw_',
  label: { one: 'crew', many: 'crews' },
});

export const crewsModule = defineModule({
  name: 'crews',
  routes: [crewRoutes],
  extends: [extend(entityKinds, crewEntity), extend(Agents.crewWork, { lead, join, call: callCrew })],
});
