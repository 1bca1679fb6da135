import type { ServerModule } from './kernel/module.ts';
import { accessModule } from './modules/access/index.ts';
import { adminModule } from './modules/admin/index.ts';
import { appsModule } from './modules/apps/index.ts';
import { auditModule } from './modules/audit/index.ts';
import { billingModule } from './modules/billing/index.ts';
import { chatModule } from './modules/chat/index.ts';
import { connectionsModule } from './modules/connections/index.ts';
import { filesModule } from './modules/files/index.ts';
import { graphModule } from './modules/graph/index.ts';
import { identityModule } from './modules/identity/index.ts';
import { knowledgeModule } from './modules/knowledge/index.ts';
import { modelsModule } from './modules/models/index.ts';
import { onboardingModule } from './modules/onboarding/index.ts';
import { peopleModule } from './modules/people/index.ts';
import { schemasModule } from './modules/schemas/index.ts';
import { sourcesModule } from './modules/sources/index.ts';
import { storageModule } from './modules/storage/index.ts';
import { supportModule } from './modules/support/index.ts';
import { tenancyModule } from './modules/tenancy/index.ts';

/** Every feature of the server, in module order. The only file that imports them all. */
export const modules: readonly ServerModule[] = [
  tenancyModule,
  identityModule,
  billingModule,
  peopleModule,
  accessModule,
  auditModule,
  supportModule,
  adminModule,
  modelsModule,
  connectionsModule,
  filesModule,
  knowledgeModule,
  sourcesModule,
  graphModule,
  schemasModule,
  appsModule,
  chatModule,
  storageModule,
  onboardingModule,
];
