import { alerts } from '@atelier/contracts/operate/monitoring/alerts';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { createUsualRules } from './service/create-usual.ts';
import { listAlerts } from './service/list-alerts.ts';
import { listRules } from './service/read-rules.ts';
import { changeRule, createRule, removeRule } from './service/save-rule.ts';
import { testRule } from './service/test-rule.ts';

export const alertRoutes = defineRoutes(alerts, {
  rules: (ctx) => listRules(ctx),
  create: (ctx, { body }) => createRule(ctx, body),
  createUsual: (ctx) => createUsualRules(ctx),
  change: (ctx, { params, body }) => changeRule(ctx, params.id, body),
  remove: (ctx, { params }) => removeRule(ctx, params.id),
  test: (ctx, { params }) => testRule(ctx, params.id),
  list: (ctx, { query }) => listAlerts(ctx, query),
});
