import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Json } from '../../kernel/json.ts';
import { lookupId, pageQuery, pageSchemaFor, requiredText, tenantQuery } from '../../kernel/shapes.ts';
import { AgentRunStep, AgentUsage, TaskDocument } from './agent-run-shapes.ts';
import { longestTask } from './agent-runs.ts';
import { AgentListStatus, agentParams, ownTenant } from './agent-shapes.ts';
import { Crew, CrewChange, CrewLine, CrewSettings, CrewWork } from './crew-shapes.ts';

const read = { allow: 'agents:read' } as const;
const write = { allow: 'agents:write' } as const;

/** When a crew is executed. What the caller leaves out is added: the present date and time, in UTC. */
const moment = {
  date: z.iso.date(),
  time: z.iso.time({ precision: 0 }),
};

/**
 * Crews. The calls of agents for versions, publishing, copies, deletion, access and runs take the id of a crew too, because a crew is an agent
 * whose work others do.
 */
export const crews = defineContract({
  name: 'crews',
  alsoFails: [
    'agents.changed_meanwhile',
    'agents.link_not_found',
    'agents.name_taken',
    'agents.not_found',
    'agents.run_not_found',
    'billing.credits_too_low',
    'models.upstream_unavailable',
  ],
  errors: {
    'crews.supervisor_subordinate': {
      kind: 'invalid',
      message: 'The supervisor cannot be one of its own subordinates. Please choose another agent.',
    },
  },
  endpoints: {
    create: {
      method: 'POST',
      path: '/api/crew/agent-crew',
      summary: 'Create an agent crew (CREW-05)',
      access: write,
      body: CrewSettings.extend(tenantQuery),
      reply: Crew,
    },
    list: {
      method: 'GET',
      path: '/api/crew/agent-crew',
      summary: 'List agent crews',
      access: read,
      query: z.object({
        ...tenantQuery,
        ...pageQuery,
        status: AgentListStatus.optional(),
        sort: z.enum(['name', 'createdAt', 'updatedAt']).default('updatedAt'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(CrewLine),
    },
    get: {
      method: 'GET',
      path: '/api/crew/agent-crew/:id',
      summary: 'Read an agent crew (CREW-06), or the settings of an empty one (CREW-04)',
      access: read,
      params: agentParams,
      query: z.object({ ...tenantQuery, versionId: lookupId.optional() }),
      reply: Crew,
    },
    update: {
      method: 'PUT',
      path: '/api/crew/agent-crew/:id',
      summary: 'Save an agent crew as a draft (CREW-07)',
      access: write,
      params: agentParams,
      body: CrewChange.extend(tenantQuery),
      reply: Crew,
    },
    execute: {
      method: 'POST',
      path: '/api/crew/agent-crew-execute/:id',
      summary:
        'Run an agent crew and wait for its answer; the date and the time are added to the task (CREW-08)',
      access: read,
      params: agentParams,
      largeBody: { bytes: 2 * 1024 * 1024, why: 'A task carries the text of documents.' },
      body: z.object({
        ...tenantQuery,
        input: requiredText(longestTask, 'Please say what the crew has to do'),
        documents: z.array(TaskDocument).max(3).default([]),
        date: moment.date.optional(),
        time: moment.time.optional(),
      }),
      reply: z.object({
        ...moment,
        runId: z.string(),
        output: Json,
        steps: z.array(AgentRunStep),
        usage: AgentUsage,
      }),
    },
    work: {
      method: 'GET',
      path: '/api/crew/agent-runs/:runId/crew',
      summary: 'Read who does what in a run of a crew',
      access: read,
      params: z.object({ runId: lookupId }),
      query: ownTenant,
      reply: CrewWork,
    },
  },
});
