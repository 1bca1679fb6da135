import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { changedMeanwhile } from '../../kernel/revisions.ts';
import { Done, lookupId, pageQuery, pageSchemaFor, tenantQuery } from '../../kernel/shapes.ts';
import {
  Alert,
  AlertRule,
  AlertRuleChange,
  AlertRuleInput,
  AlertTest,
  SavedAlertRule,
} from './alert-shapes.ts';

const write = { allow: 'monitoring:write' } as const;
const oneRule = z.object({ id: lookupId });

/** The most rules of a company. */
export const mostAlertRules = 50;

/** Rules that watch the figures of the monitor, and what they noticed. */
export const alerts = defineContract({
  name: 'alerts',
  errors: {
    'alerts.changed_meanwhile': changedMeanwhile('this rule'),
    'alerts.rule_not_found': {
      kind: 'not_found',
      message: 'This rule does not exist any more. Please go back to the list.',
    },
    'alerts.subject_not_found': {
      kind: 'not_found',
      message: 'What this rule watches does not exist any more. Please choose something else.',
    },
    'alerts.too_many_rules': {
      kind: 'limit',
      message: `A company has at most ${mostAlertRules} rules. Please delete those that you no longer need.`,
    },
    'alerts.spend_not_allowed': {
      kind: 'forbidden',
      message: 'Only owners and admins may watch what the whole company spends.',
    },
  },
  endpoints: {
    rules: {
      method: 'GET',
      path: '/api/monitoring/alert-rules',
      summary: 'List the alert rules with what each measures now',
      access: write,
      query: z.object(tenantQuery),
      reply: z.object({ items: z.array(AlertRule) }),
    },
    create: {
      method: 'POST',
      path: '/api/monitoring/alert-rules',
      summary: 'Add an alert rule; the key of its webhook is shown this once only',
      access: write,
      body: AlertRuleInput,
      reply: SavedAlertRule,
    },
    createUsual: {
      method: 'POST',
      path: '/api/monitoring/alert-rules/usual',
      summary: 'Add the usual rules for the whole company, except those that it has',
      access: write,
      reply: z.object({ items: z.array(AlertRule), added: z.number().int() }),
    },
    change: {
      method: 'PUT',
      path: '/api/monitoring/alert-rules/:id',
      summary: 'Change an alert rule; another webhook address gets another key',
      access: write,
      params: oneRule,
      body: AlertRuleChange,
      reply: SavedAlertRule,
    },
    remove: {
      method: 'DELETE',
      path: '/api/monitoring/alert-rules/:id',
      summary: 'Delete an alert rule; its alerts stay in the history',
      access: write,
      params: oneRule,
      reply: Done,
    },
    test: {
      method: 'POST',
      path: '/api/monitoring/alert-rules/:id/test',
      summary: 'Send a test message: the mail to the caller, and a call to the webhook',
      access: write,
      params: oneRule,
      reply: AlertTest,
    },
    list: {
      method: 'GET',
      path: '/api/monitoring/alerts',
      summary: 'List the alerts, newest first, with their messages',
      access: write,
      query: z.object({ ...pageQuery, ...tenantQuery, state: z.enum(['OPEN', 'RESOLVED']).optional() }),
      reply: pageSchemaFor(Alert),
    },
  },
});
