import type { ServerModule } from './kernel/module.ts';
import { appsModule } from './modules/apps/index.ts';
import { billingModule } from './modules/billing/index.ts';
import { chatModule } from './modules/chat/index.ts';
import { filesModule } from './modules/files/index.ts';
import { identityModule } from './modules/identity/index.ts';
import { knowledgeModule } from './modules/knowledge/index.ts';
import { modelsModule } from './modules/models/index.ts';
import { tenancyModule } from './modules/tenancy/index.ts';

/** Every feature of the server, in module order. The only file that imports them all. */
export const modules: readonly ServerModule[] = [
  tenancyModule,
  identityModule,
  billingModule,
  modelsModule,
  filesModule,
  knowledgeModule,
  appsModule,
  chatModule,
];
