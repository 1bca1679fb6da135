import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Json, JsonObject } from '../../kernel/json.ts';
import { anyFile, fileBytes } from '../../kernel/raw-replies.ts';
import { lookupId, pageQuery, pageSchemaFor, requiredText, tenantQuery } from '../../kernel/shapes.ts';
import {
  AgentRunDetails,
  AgentRunEnvironment,
  AgentRunLine,
  AgentRunStatus,
  AgentRunStep,
  AgentUsage,
  agentRunEvents,
  TaskDocument,
} from './agent-run-shapes.ts';
import { ownTenant } from './agent-shapes.ts';

const read = { allow: 'agents:read' } as const;
const params = z.object({ runId: lookupId });

/** The most characters of a task. */
export const longestTask = 100_000;

/** The most bytes of a file that is read for a task. */
export const maxDocumentBytes = 20 * 1024 * 1024;

const largeTask = {
  bytes: 2 * 1024 * 1024,
  why: 'A task carries the text of documents.',
} as const;

const Task = z.object({
  ...tenantQuery,
  agentId: lookupId,
  input: requiredText(longestTask, 'Please say what the agent has to do'),
  /** TESTING runs the newest draft, for those who may change the agent. */
  environment: AgentRunEnvironment.default('PRODUCTION'),
  /** Documents that the task is about. The agent takes them for text by others. */
  documents: z.array(TaskDocument).max(3).default([]),
});

/** The runs of agents. `/api/monitoring/run-events` reports live that a run has changed. */
export const agentRuns = defineContract({
  name: 'agent-runs',
  alsoFails: ['agents.not_found', 'billing.credits_too_low'],
  errors: {
    'agents.run_not_found': { kind: 'not_found', message: 'This run does not exist any more.' },
    'agents.still_running': {
      kind: 'unavailable',
      message: 'The agent is still at work. Please look at the run; it goes on.',
    },
    'agents.run_failed': { kind: 'upstream', message: 'The agent could not finish. The run says why.' },
    'agents.file_not_found': {
      kind: 'not_found',
      message: 'This file does not exist any more. Files live as long as their run.',
    },
    'agents.nothing_waits': {
      kind: 'not_found',
      message: 'Nothing waits for this any more: it was decided, timed out, or its run has ended.',
    },
    'agents.document_unreadable': {
      kind: 'invalid',
      message: 'This file cannot be read. Please choose a document with text, of at most 20 MB.',
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
      summary: 'Run an agent and wait for its answer, or watch it when stream is true (AGENT-26)',
      access: read,
      query: ownTenant,
      largeBody: largeTask,
      body: Task.extend({ stream: z.boolean().default(false) }),
      reply: z.object({
        runId: z.string(),
        output: Json,
        steps: z.array(AgentRunStep),
        usage: AgentUsage,
      }),
      events: agentRunEvents,
    },
    start: {
      method: 'POST',
      path: '/api/crew/agent-runs',
      summary: 'Run an agent',
      access: read,
      largeBody: largeTask,
      body: Task,
      reply: z.object({ runId: z.string() }),
    },
    readDocument: {
      method: 'POST',
      path: '/api/crew/agent-documents',
      summary: 'Read the text of a file, for a task of an agent',
      access: read,
      multipart: true,
      form: z.object({ file: fileBytes }),
      unaudited: 'Nothing is kept of the file.',
      /** `isCut` tells that the file has more text than a task may carry. */
      reply: TaskDocument.extend({ isCut: z.boolean() }),
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
        environment: AgentRunEnvironment.optional(),
      }),
      reply: pageSchemaFor(AgentRunLine),
    },
    listOnContent: {
      method: 'GET',
      path: '/api/content/agent-logs',
      summary: 'Read the logs of agents: their runs, newest first (AGENT-20)',
      access: read,
      query: z.object({
        ...tenantQuery,
        ...pageQuery,
        agentId: lookupId.optional(),
        status: AgentRunStatus.optional(),
        environment: AgentRunEnvironment.optional(),
      }),
      reply: pageSchemaFor(AgentRunLine),
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
    events: {
      method: 'GET',
      path: '/api/crew/agent-runs/:runId/events',
      summary: 'Watch a run: its steps as they happen, what its model is writing, and how it ends',
      access: read,
      params,
      query: ownTenant,
      events: agentRunEvents,
    },
    text: {
      method: 'GET',
      path: '/api/crew/agent-runs/:runId/text',
      summary: 'Read a piece of the result of a step as JSON text',
      access: read,
      params,
      query: z.object({
        ...tenantQuery,
        /** The number of the step, from 0. */
        at: z.coerce.number().int().min(0),
        from: z.coerce.number().int().min(0).default(0),
      }),
      /** At most 65,536 characters. `next` is the value of `from` for the following piece. */
      reply: z.object({ text: z.string(), next: z.number().int().nullable() }),
    },
    file: {
      method: 'GET',
      path: '/api/crew/agent-runs/:runId/files/:fileId',
      summary: 'Download a file that a run wrote',
      access: read,
      params: params.extend({ fileId: lookupId }),
      query: ownTenant,
      raw: true,
      sends: anyFile,
    },
    cancel: {
      method: 'POST',
      path: '/api/crew/agent-runs/:runId/cancel',
      summary: 'Cancel a run',
      access: read,
      params,
      reply: AgentRunDetails,
    },
    retry: {
      method: 'POST',
      path: '/api/crew/agent-runs/:runId/retry',
      summary: 'Continue a failed or cancelled run where it stopped, as a new run',
      access: { allow: 'agents:write' },
      params,
      reply: z.object({ runId: z.string() }),
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
        input: JsonObject.optional(),
        reason: z.string().max(2000).default(''),
      }),
      reply: AgentRunDetails,
    },
  },
});
