import { audit } from '@atelier/contracts/operate/audit';
import { defineRoutes } from '../../../kernel/module/module.ts';
import { exportAudit } from './service/export-audit.ts';
import { listAudit, listAuditChoices } from './service/list-audit.ts';

export const auditRoutes = defineRoutes(audit, {
  list: (ctx, { query }) => listAudit(ctx, query),
  choices: (ctx) => listAuditChoices(ctx),
  export: async (ctx, { query }, exchange) => exchange.sendRaw(await exportAudit(ctx, query)),
});
