import type { AlertRuleInput } from '@atelier/contracts/operate/monitoring/alert-shapes';
import { alerts } from '@atelier/contracts/operate/monitoring/alerts';
import { monitoring } from '@atelier/contracts/operate/monitoring/monitoring';
import { matrixOf, type Own } from '../matrix.ts';

export const monitoringMatrix = matrixOf(monitoring, {
  subjects: { plain: 'it lists the own things' },
  dashboard: { naming: ({ appId }) => ({ query: { subjectId: appId } }) },
  topics: { naming: ({ appId }) => ({ query: { appId } }) },
  state: { naming: ({ appId }) => ({ params: { id: appId } }) },
  start: { naming: ({ appId }) => ({ params: { id: appId } }) },
  stop: { naming: ({ appId }) => ({ params: { id: appId } }) },
});

const rule: AlertRuleInput = {
  ...{ name: 'Dislikes', subjectKind: 'COMPANY', subjectId: null, metric: 'DISLIKES', threshold: 5 },
  ...{ hours: 24, least: 0, quietMinutes: 60, mail: 'ADMINS', webhookUrl: null, enabled: true },
};

const ownRule = async ({ owner }: Own) => ({
  params: { id: (await owner.call(alerts.endpoints.create, { body: rule })).ruleId },
});

export const alertsMatrix = matrixOf(alerts, {
  rules: { plain: 'it lists the own rules' },
  create: { naming: ({ appId }) => ({ body: { ...rule, subjectKind: 'APP', subjectId: appId } }) },
  createUsual: { plain: 'it adds rules to the own company' },
  change: { naming: async (own) => ({ ...(await ownRule(own)), body: rule }) },
  remove: { naming: ownRule },
  test: { naming: ownRule },
  list: { plain: 'it lists the own alerts' },
});
