import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import {
  Done,
  lookupId,
  pageQuery,
  pageSchemaFor,
  requiredText,
  Timestamp,
  tenantQuery,
} from '../../kernel/shapes.ts';
import { ownTenant } from './agent-shapes.ts';

const own = { allow: 'agents:read' } as const;
const ofAppUser = {
  appUser: 'app users see, correct and delete what is remembered about themselves',
} as const;
const params = z.object({ memoryId: lookupId });

/** The most characters of a fact. */
export const longestFact = 300;

/** A fact that an agent remembers about the member who reads it. */
export const AgentMemory = z.object({
  memoryId: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  fact: z.string(),
  /** True when the agent had read text by others before it noted the fact. */
  isForeign: z.boolean(),
  /** The run in which it was noted; null once the member has changed it. */
  runId: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type AgentMemory = z.infer<typeof AgentMemory>;

/** A fact that an agent remembers about the app user who reads it. */
const OwnMemory = AgentMemory.pick({ memoryId: true, fact: true, updatedAt: true });

const Correction = z.object({
  ...tenantQuery,
  fact: requiredText(longestFact, 'Please write what is right'),
});

/** The memory of agents about the caller. Nobody else sees it, whatever their role. */
export const agentMemories = defineContract({
  name: 'agent-memories',
  errors: {
    'agents.memory_not_found': {
      kind: 'not_found',
      message: 'The agent does not remember this any more. Please reload the list.',
    },
  },
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/crew/agent-memories',
      summary: 'List what agents remember about the caller',
      access: own,
      query: z.object({
        ...tenantQuery,
        ...pageQuery,
        agentId: lookupId.optional(),
        sort: z.enum(['updatedAt', 'agent']).default('updatedAt'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(AgentMemory),
    },
    update: {
      method: 'PUT',
      path: '/api/crew/agent-memories/:memoryId',
      summary: 'Correct a fact that an agent remembers about the caller',
      access: own,
      params,
      body: Correction,
      reply: Done,
    },
    remove: {
      method: 'DELETE',
      path: '/api/crew/agent-memories/:memoryId',
      summary: 'Delete a fact that an agent remembers about the caller',
      access: own,
      params,
      query: ownTenant,
      reply: Done,
    },
    listOwn: {
      method: 'GET',
      path: '/api/content/chat/memories',
      summary: 'List what agents remember about the app user who asks',
      access: ofAppUser,
      query: z.object({ ...tenantQuery, ...pageQuery }),
      reply: pageSchemaFor(OwnMemory),
    },
    updateOwn: {
      method: 'PUT',
      path: '/api/content/chat/memories/:memoryId',
      summary: 'Correct a fact that an agent remembers about the app user who asks',
      access: ofAppUser,
      params,
      body: Correction,
      reply: Done,
    },
    removeOwn: {
      method: 'DELETE',
      path: '/api/content/chat/memories/:memoryId',
      summary: 'Delete a fact that an agent remembers about the app user who asks',
      access: ofAppUser,
      params,
      query: ownTenant,
      reply: Done,
    },
    removeAllOwn: {
      method: 'DELETE',
      path: '/api/content/chat/memories',
      summary: 'Delete all that agents remember about the app user who asks',
      access: ofAppUser,
      query: ownTenant,
      reply: z.object({ deleted: z.number().int() }),
    },
    removeAll: {
      method: 'DELETE',
      path: '/api/crew/agent-memories',
      summary: 'Delete all that one agent, or every agent, remembers about the caller',
      access: own,
      query: z.object({ ...tenantQuery, agentId: lookupId.optional() }),
      reply: z.object({ deleted: z.number().int() }),
    },
  },
});
