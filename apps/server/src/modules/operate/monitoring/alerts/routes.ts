import { alerts } from '@atelier/contracts/operate/monitoring/alerts';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { listAlerts, listRules } from './service/read-rules.ts';
import { changeRule, createRule, createUsualRules, removeRule, testRule } from './service/save-rule.ts';

export const alertRoutes = defineRoutes(alerts, {
  rules: (ctx) => listRules(ctx),
  create: (ctx, { body }) => createRule(ctx, body),
  createUsual: (ctx) => createUsualRules(ctx),
  change: (ctx, { params, body }) => changeRule(ctx, params.id, body),
  remove: (ctx, { params }) => removeRule(ctx, params.id),
  test: (ctx, { params }) => testRule(ctx, params.id),
  list: (ctx, { query }) => listAlerts(ctx, query),
});
