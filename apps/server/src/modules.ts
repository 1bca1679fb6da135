import type { ServerModule } from './kernel/module/module.ts';
import { accessModule } from './modules/account/access/module.ts';
import { appUsersModule } from './modules/account/app-users/module.ts';
import { identityModule } from './modules/account/identity/module.ts';
import { peopleModule } from './modules/account/people/module.ts';
import { tenancyModule } from './modules/account/tenancy/module.ts';
import { agentsModule } from './modules/assistants/agents/module.ts';
import { appsModule } from './modules/assistants/apps/module.ts';
import { chatModule } from './modules/assistants/chat/module.ts';
import { flowsModule } from './modules/assistants/flows/module.ts';
import { guardrailsModule } from './modules/assistants/guardrails/module.ts';
import { programsModule } from './modules/assistants/programs/module.ts';
import { promptsModule } from './modules/assistants/prompts/module.ts';
import { runsModule } from './modules/assistants/runs/module.ts';
import { toolsModule } from './modules/assistants/tools/module.ts';
import { workersModule } from './modules/assistants/workers/module.ts';
import { basesModule } from './modules/content/bases/module.ts';
import { connectionsModule } from './modules/content/connections/module.ts';
import { documentsModule } from './modules/content/documents/module.ts';
import { filesModule } from './modules/content/files/module.ts';
import { graphModule } from './modules/content/graph/module.ts';
import { indexingModule } from './modules/content/indexing/module.ts';
import { modelsModule } from './modules/content/models/module.ts';
import { retrievalModule } from './modules/content/retrieval/module.ts';
import { schemasModule } from './modules/content/schemas/module.ts';
import { searchModule } from './modules/content/search/module.ts';
import { sourcesModule } from './modules/content/sources/module.ts';
import { storageModule } from './modules/content/storage/module.ts';
import { versionsModule } from './modules/content/versions/module.ts';
import { billingModule } from './modules/money/billing/module.ts';
import { paymentsModule } from './modules/money/payments/module.ts';
import { adminModule } from './modules/operate/admin/module.ts';
import { auditModule } from './modules/operate/audit/module.ts';
import { evaluationModule } from './modules/operate/evaluation/module.ts';
import { monitoringModule } from './modules/operate/monitoring/module.ts';
import { onboardingModule } from './modules/operate/onboarding/module.ts';
import { supportModule } from './modules/operate/support/module.ts';

/** Every feature of the server, in module order. The only file that imports them all. */
export const modules: readonly ServerModule[] = [
  tenancyModule,
  identityModule,
  billingModule,
  paymentsModule,
  peopleModule,
  appUsersModule,
  accessModule,
  auditModule,
  supportModule,
  adminModule,
  modelsModule,
  connectionsModule,
  filesModule,
  basesModule,
  indexingModule,
  documentsModule,
  searchModule,
  retrievalModule,
  versionsModule,
  sourcesModule,
  graphModule,
  schemasModule,
  promptsModule,
  flowsModule,
  guardrailsModule,
  appsModule,
  chatModule,
  toolsModule,
  agentsModule,
  workersModule,
  programsModule,
  storageModule,
  evaluationModule,
  monitoringModule,
  onboardingModule,
  runsModule,
];
