import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { limitKey, limits, seconds } from '../../kernel/limits.ts';
import { changedMeanwhile, edited, Revision } from '../../kernel/revisions.ts';
import { tenantQuery } from '../../kernel/shapes.ts';
import { flowParams, ownTenant } from './flow-shapes.ts';

const day = 86_400;

/** HIGH goes before NORMAL, and NORMAL before LOW, among the runs of the same company. */
export const FlowPriority = z.enum(['HIGH', 'NORMAL', 'LOW']);
export type FlowPriority = z.infer<typeof FlowPriority>;

const rules = {
  priority: FlowPriority.default('NORMAL'),
  /** Of runs. The key reads what started the run. */
  ...limits,
  /** A trigger starts a run once nothing came for `quietSeconds`, or after `mostSeconds`. The run gets what came last. */
  debounce: z
    .object({
      quietSeconds: seconds(day),
      mostSeconds: seconds(7 * day)
        .nullable()
        .default(null),
      key: limitKey,
    })
    .nullable()
    .default(null),
  /** A trigger starts one run for `size` times that it fires, or after `seconds`. The run gets a list of what came. */
  batch: z
    .object({ size: z.number().int().min(2).max(100), seconds: seconds(day), key: limitKey })
    .nullable()
    .default(null),
};

/** The rules of a flow as they are stored. */
export const FlowRules = z.object(rules);
export type FlowRules = z.infer<typeof FlowRules>;

/** The rules for the start of a flow's runs, and the time for which they are kept. */
export const FlowSettings = z
  .object({
    ...rules,
    /** Days for which ended runs are kept; null for as long as the company keeps runs. */
    keepDays: z.number().int().min(1).max(3650).nullable().default(null),
  })
  .refine(({ debounce, batch }) => debounce === null || batch === null, {
    message: 'A flow either waits for quiet or collects. Please switch one of them off.',
    path: ['batch'],
  });
export type FlowSettings = z.infer<typeof FlowSettings>;

const FlowSettingsReply = z.object({
  settings: FlowSettings,
  revision: Revision,
  /** Days for which the company keeps runs. */
  companyKeepDays: z.number().int(),
});

/** The settings of flows, which hold for the runs that start from now on. */
export const flowSettings = defineContract({
  name: 'flow-settings',
  alsoFails: ['flows.not_found'],
  errors: {
    'flows.settings_changed_meanwhile': changedMeanwhile('these settings'),
    'flows.key_unreadable': {
      kind: 'invalid',
      message: 'The key of a rule cannot be read. Please correct the expression.',
    },
  },
  endpoints: {
    get: {
      method: 'GET',
      path: '/api/orchestrator/flows/:id/settings',
      summary: 'Read how a flow starts its runs, and how long it keeps them',
      access: { allow: 'flows:read' },
      params: flowParams,
      query: ownTenant,
      reply: FlowSettingsReply,
    },
    removal: {
      method: 'GET',
      path: '/api/orchestrator/flows/:id/settings/removal',
      summary: 'Count the runs that would be deleted if the flow kept its runs for fewer days',
      access: { allow: 'flows:read' },
      params: flowParams,
      query: z.object({ ...tenantQuery, days: z.coerce.number().int().min(1).max(3650).optional() }),
      reply: z.object({ runs: z.number().int() }),
    },
    put: {
      method: 'PUT',
      path: '/api/orchestrator/flows/:id/settings',
      summary: 'Set how a flow starts its runs, and how long it keeps them',
      access: { allow: 'flows:write' },
      params: flowParams,
      body: FlowSettings.safeExtend(edited),
      reply: FlowSettingsReply,
    },
  },
});
