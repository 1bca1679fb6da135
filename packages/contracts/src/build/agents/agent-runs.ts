import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { lookupId, pageOf, pageQuery, requiredText, tenantQuery } from '../../kernel/shapes.ts';
import {
  AgentRunDetails,
  AgentRunEnvironment,
  AgentRunLine,
  AgentRunStatus,
  AgentRunStep,
  AgentUsage,
} from './agent-run-shapes.ts';
import { ownTenant } from './agent-shapes.ts';

const read = { allow: 'agents:read' } as const;
const params = z.object({ runId: lookupId });

/** The most characters of a task. */
export const longestTask = 100_000;

const Task = z.object({
  ...tenantQuery,
  agentId: lookupId,
  input: requiredText(longestTask, 'Please say what the agent has to do'),
  /** TESTING runs the newest draft, for those who may change the agent. */
  environment: AgentRunEnvironment.default('PRODUCTION'),
});

/** The runs of agents. `/api/monitoring/run-events` reports live that a run has changed. */
export const agentRuns = defineContract({
  name: 'agent-runs',
  errors: {
    'agents.run_not_found': { kind: 'not_found', message: 'This run does not exist any more.' },
    'agents.still_running': {
      kind: 'unavailable',
      message: 'The agent is still at work. Please look at the run; it goes on.',
    },
    'agents.run_failed': { kind: 'upstream', message: 'The agent could not finish. The run says why.' },
    'agents.nothing_waits': {
      kind: 'not_found',
      message: 'Nothing waits for this any more: it was decided, timed out, or its run has ended.',
    },
    'agents.arguments_not_fitting': {
      kind: 'invalid',
      message: 'The changed arguments do not fit what the tool expects. The details name what does not fit.',
    },
  },
  endpoints: {
    execute: {
      method: 'POST',
      path: '/api/executor/agent-execute',
      summary: 'Run an agent and wait for its answer (AGENT-26)',
      access: read,
      query: ownTenant,
      body: Task.extend({ stream: z.literal(false).optional() }),
      reply: z.object({
        runId: z.string(),
        output: z.json(),
        steps: z.array(AgentRunStep),
        usage: AgentUsage,
      }),
    },
    start: {
      method: 'POST',
      path: '/api/crew/agent-runs',
      summary: 'Run an agent',
      access: read,
      body: Task,
      reply: z.object({ runId: z.string() }),
    },
    list: {
      method: 'GET',
      path: '/api/crew/agent-runs',
      summary: 'List the runs of agents, newest first',
      access: read,
      query: z.object({
        ...tenantQuery,
        ...pageQuery,
        agentId: lookupId.optional(),
        status: AgentRunStatus.optional(),
      }),
      reply: pageOf(AgentRunLine),
    },
    get: {
      method: 'GET',
      path: '/api/crew/agent-runs/:runId',
      summary: 'Read a run with its steps',
      access: read,
      params,
      query: ownTenant,
      reply: AgentRunDetails,
    },
    cancel: {
      method: 'POST',
      path: '/api/crew/agent-runs/:runId/cancel',
      summary: 'Cancel a run',
      access: read,
      params,
      reply: AgentRunDetails,
    },
    decide: {
      method: 'POST',
      path: '/api/crew/agent-approvals/:token',
      summary: 'Approve, change or reject a call that a run waits with',
      access: { allow: 'agents:write' },
      params: z.object({ token: z.string().min(1).max(500) }),
      body: z.object({
        ...tenantQuery,
        decision: z.enum(['APPROVED', 'EDITED', 'REJECTED']),
        /** EDITED: the arguments with which the call is made. */
        input: z.record(z.string(), z.json()).optional(),
        reason: z.string().max(2000).default(''),
      }),
      reply: AgentRunDetails,
    },
  },
});
