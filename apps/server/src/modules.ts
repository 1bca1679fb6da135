import type { ServerModule } from './kernel/module/module.ts';
import { accessModule } from './modules/account/access/index.ts';
import { appUsersModule } from './modules/account/app-users/index.ts';
import { identityModule } from './modules/account/identity/index.ts';
import { peopleModule } from './modules/account/people/index.ts';
import { tenancyModule } from './modules/account/tenancy/index.ts';
import { agentsModule } from './modules/assistants/agents/index.ts';
import { appsModule } from './modules/assistants/apps/index.ts';
import { chatModule } from './modules/assistants/chat/index.ts';
import { crewsModule } from './modules/assistants/crews/index.ts';
import { flowsModule } from './modules/assistants/flows/index.ts';
import { guardrailsModule } from './modules/assistants/guardrails/index.ts';
import { programsModule } from './modules/assistants/programs/index.ts';
import { promptsModule } from './modules/assistants/prompts/index.ts';
import { toolsModule } from './modules/assistants/tools/index.ts';
import { workersModule } from './modules/assistants/workers/index.ts';
import { basesModule } from './modules/content/bases/index.ts';
import { connectionsModule } from './modules/content/connections/index.ts';
import { documentsModule } from './modules/content/documents/index.ts';
import { filesModule } from './modules/content/files/index.ts';
import { graphModule } from './modules/content/graph/index.ts';
import { indexingModule } from './modules/content/indexing/index.ts';
import { modelsModule } from './modules/content/models/index.ts';
import { retrievalModule } from './modules/content/retrieval/index.ts';
import { schemasModule } from './modules/content/schemas/index.ts';
import { searchModule } from './modules/content/search/index.ts';
import { sourcesModule } from './modules/content/sources/index.ts';
import { storageModule } from './modules/content/storage/index.ts';
import { versionsModule } from './modules/content/versions/index.ts';
import { billingModule } from './modules/money/billing/index.ts';
import { paymentsModule } from './modules/money/payments/index.ts';
import { adminModule } from './modules/operate/admin/index.ts';
import { auditModule } from './modules/operate/audit/index.ts';
import { evaluationModule } from './modules/operate/evaluation/index.ts';
import { monitoringModule } from './modules/operate/monitoring/index.ts';
import { onboardingModule } from './modules/operate/onboarding/index.ts';
import { runsModule } from './modules/operate/runs/index.ts';
import { supportModule } from './modules/operate/support/index.ts';

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
  crewsModule,
  workersModule,
  programsModule,
  storageModule,
  evaluationModule,
  monitoringModule,
  onboardingModule,
  runsModule,
];
