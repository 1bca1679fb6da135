import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { edited } from '../../kernel/revisions.ts';
import { Done, lookupId, pageQuery, pageSchemaFor, tenantQuery } from '../../kernel/shapes.ts';
import { agentErrors } from './agent-errors.ts';
import {
  Agent,
  AgentLine,
  AgentListStatus,
  AgentMode,
  AgentRecord,
  AgentRemoval,
  AgentSettings,
  AgentVersionLine,
  agentParams,
  ownTenant,
} from './agent-shapes.ts';

const read = { allow: 'agents:read' } as const;
const write = { allow: 'agents:write' } as const;

const listQuery = z.object({
  ...tenantQuery,
  ...pageQuery,
  mode: AgentMode.optional(),
  status: AgentListStatus.optional(),
  sort: z.enum(['name', 'createdAt', 'updatedAt']).default('updatedAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
});

/** Crews are made by their own calls. */
const OwnSettings = AgentSettings.omit({ crew: true });

type Shape = typeof AgentSettings.shape;
const unwrapped = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault ? (schema.unwrap() as z.ZodType) : schema;

/** Any part of the settings; what is left out stays unchanged, and `crew` too unless it is a crew. A `type` is accepted and ignored: it is always INDEPENDENT (AGENT-03). */
const AgentChange = z.object({
  ...tenantQuery,
  ...(Object.fromEntries(
    Object.entries(AgentSettings.shape).map(([key, schema]) => [key, unwrapped(schema).optional()]),
  ) as { [K in keyof Shape]: z.ZodOptional<Shape[K]> }),
  type: z.string().max(50).optional(),
  active: z.boolean().optional(),
  ...edited,
});

/** `force` also deletes an agent that belongs to a crew, which goes on without it. */
const removalQuery = ownTenant.extend({ force: z.stringbool().default(false) });

/** Creates an agent, or changes the one that is named. */
const AgentSave = AgentChange.extend({ agentId: lookupId.optional() });

/** Agents and their versions. Three services offer them (AGENT-31). */
export const agents = defineContract({
  name: 'agents',
  alsoFails: ['evaluation.gate_untested', 'evaluation.gate_worse', 'models.upstream_unavailable'],
  errors: agentErrors,
  endpoints: {
    create: {
      method: 'POST',
      path: '/api/crew/agents',
      summary: 'Create an agent (AGENT-28)',
      access: write,
      body: OwnSettings.extend({ ...tenantQuery, type: z.string().max(50).optional() }),
      reply: Agent,
    },
    list: {
      method: 'GET',
      path: '/api/crew/agents',
      summary: 'List agents (AGENT-27)',
      access: read,
      query: listQuery,
      reply: pageSchemaFor(AgentLine),
    },
    listOnContent: {
      method: 'GET',
      path: '/api/content/agents',
      summary: 'List agents (AGENT-16)',
      access: read,
      query: listQuery,
      reply: pageSchemaFor(AgentLine),
    },
    listOnAgent: {
      method: 'GET',
      path: '/api/agent/agents',
      summary: 'List agents (AGENT-21)',
      access: read,
      query: listQuery,
      reply: pageSchemaFor(AgentLine),
    },
    get: {
      method: 'GET',
      path: '/api/crew/agents/:id',
      summary: 'Read an agent with its newest version, or with another one (AGENT-29)',
      access: read,
      params: agentParams,
      query: z.object({ ...tenantQuery, versionId: lookupId.optional() }),
      reply: Agent,
    },
    getOnContent: {
      method: 'GET',
      path: '/api/content/agent/:id',
      summary: 'Read an agent with the ids of its tools (AGENT-17)',
      access: read,
      params: agentParams,
      query: ownTenant,
      reply: AgentRecord,
    },
    update: {
      method: 'PUT',
      path: '/api/crew/agents/:id',
      summary: 'Save an agent as a draft (AGENT-30)',
      access: write,
      params: agentParams,
      body: AgentChange,
      reply: Agent,
    },
    saveOnContent: {
      method: 'POST',
      path: '/api/content/agent',
      summary: 'Create an agent, or change it and switch it on or off (AGENT-19)',
      access: write,
      body: AgentSave,
      reply: Agent,
    },
    saveOnAgent: {
      method: 'POST',
      path: '/api/agent/agent',
      summary: 'Create or change an agent (AGENT-22)',
      access: write,
      body: AgentSave,
      reply: Agent,
    },
    duplicate: {
      method: 'POST',
      path: '/api/crew/agents/:id/duplicate',
      summary: 'Copy the newest version of an agent as a new agent',
      access: write,
      params: agentParams,
      reply: Agent,
    },
    publish: {
      method: 'POST',
      path: '/api/crew/agents/:id/publish',
      summary: 'Lock the draft and let it run',
      access: write,
      params: agentParams,
      reply: Agent,
    },
    publishAnyway: {
      method: 'POST',
      path: '/api/crew/agents/:id/publish-anyway',
      summary: 'Publish a draft that the quality gate refuses',
      access: { allow: 'tenant:own' },
      params: agentParams,
      reply: Agent,
    },
    versions: {
      method: 'GET',
      path: '/api/crew/agents/:id/versions',
      summary: 'List the versions of an agent, newest first',
      access: read,
      params: agentParams,
      query: z.object({ ...tenantQuery, ...pageQuery }),
      reply: pageSchemaFor(AgentVersionLine),
    },
    restore: {
      method: 'POST',
      path: '/api/crew/agents/:id/versions/:versionId/restore',
      summary: 'Make a version the draft again',
      access: write,
      params: agentParams.extend({ versionId: lookupId }),
      reply: Agent,
    },
    removal: {
      method: 'GET',
      path: '/api/crew/agents/:id/removal',
      summary: 'Read what deleting an agent takes along',
      access: write,
      params: agentParams,
      query: ownTenant,
      reply: AgentRemoval,
    },
    remove: {
      method: 'DELETE',
      path: '/api/crew/agents/:id',
      summary: 'Delete an agent with its versions and runs. Open runs are cancelled',
      access: write,
      params: agentParams,
      query: removalQuery,
      reply: Done,
    },
    removeOnContent: {
      method: 'DELETE',
      path: '/api/content/agent/:id',
      summary: 'Delete an agent (AGENT-18)',
      access: write,
      params: agentParams,
      query: removalQuery,
      reply: Done,
    },
    removeOnAgent: {
      method: 'DELETE',
      path: '/api/agent/agent/:id',
      summary: 'Delete an agent (AGENT-23)',
      access: write,
      params: agentParams,
      query: removalQuery,
      reply: Done,
    },
  },
});
