import { z } from 'zod';
import { FileValue } from '../../fields/file-value.ts';
import { defineContract } from '../../kernel/contract.ts';
import { Json, JsonObject } from '../../kernel/json.ts';
import { fileOrRange, rangeHeader } from '../../kernel/raw-replies.ts';
import { lookupId, pageQuery, pageSchemaFor, Timestamp, tenantQuery, text } from '../../kernel/shapes.ts';
import { ShownFile } from '../chat/shown-file.ts';
import {
  FlowApproval,
  FlowRunDetails,
  FlowRunEnvironment,
  FlowRunLine,
  FlowRunStep,
  WaitingDecision,
} from './flow-run-shapes.ts';
import { FlowRunStatus, ownTenant } from './flow-shapes.ts';

const params = z.object({ runId: lookupId });
const token = z.object({ token: z.string().min(1).max(500) });
const read = { allow: 'flows:read' } as const;
const write = { allow: 'flows:write' } as const;

/** The runs of flows. `/api/monitoring/run-events` reports live that a run has changed. */
export const flowRuns = defineContract({
  name: 'flow-runs',
  alsoFails: ['agents.arguments_not_fitting', 'billing.credits_too_low', 'models.upstream_unavailable'],
  errors: {
    'flows.run_not_found': { kind: 'not_found', message: 'This run does not exist any more.' },
    'flows.file_not_found': {
      kind: 'not_found',
      message: 'This run has no such file any more. Please reload the run.',
    },
    'flows.file_not_shown': {
      kind: 'invalid',
      message: 'This file cannot be shown here. Please download it.',
    },
    'flows.nothing_waits': {
      kind: 'not_found',
      message: 'Nothing waits for this any more: it was decided, timed out, or its run has ended.',
    },
  },
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/orchestrator/runs',
      summary: 'List the runs of flows, newest first',
      access: read,
      query: z.object({
        ...tenantQuery,
        ...pageQuery,
        flowId: lookupId.optional(),
        status: FlowRunStatus.optional(),
        environment: FlowRunEnvironment.optional(),
        after: Timestamp.optional(),
        before: Timestamp.optional(),
      }),
      reply: pageSchemaFor(FlowRunLine),
    },
    get: {
      method: 'GET',
      path: '/api/orchestrator/runs/:runId',
      summary: 'Read a run with its first hundred steps',
      access: read,
      params,
      query: ownTenant,
      reply: FlowRunDetails,
    },
    steps: {
      method: 'GET',
      path: '/api/orchestrator/runs/:runId/steps',
      summary: 'List the steps of a run and of its parallel branches, in the order of time',
      access: read,
      params,
      query: z.object({
        ...tenantQuery,
        after: z.string().max(200).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(100),
        /** Only this step of the flow, for example a step inside a loop. */
        step: z.string().max(100).optional(),
      }),
      /** `next` is the value of `after` for the following page. */
      reply: z.object({ steps: z.array(FlowRunStep), next: z.string().nullable() }),
    },
    text: {
      method: 'GET',
      path: '/api/orchestrator/runs/:runId/text',
      summary: 'Read a piece of an input or output as JSON text',
      access: read,
      params,
      query: z.object({
        ...tenantQuery,
        of: z.enum(['INPUT', 'OUTPUT', 'STEP']),
        seq: z.coerce.number().int().min(1).optional(),
        from: z.coerce.number().int().min(0).default(0),
      }),
      /** At most 65,536 characters. `next` is the value of `from` for the following piece. */
      reply: z.object({ text: z.string(), next: z.number().int().nullable() }),
    },
    files: {
      method: 'GET',
      path: '/api/orchestrator/runs/:runId/files',
      summary: 'List the files that came with a run or that its steps made, up to 1,000',
      access: read,
      params,
      query: ownTenant,
      reply: z.object({ files: z.array(FileValue) }),
    },
    file: {
      method: 'GET',
      path: '/api/orchestrator/runs/:runId/files/:fileId',
      summary: 'Download a file of a run, or a range of its bytes',
      access: read,
      params: params.extend({ fileId: lookupId }),
      query: ownTenant,
      raw: true,
      sends: fileOrRange,
      headers: rangeHeader,
    },
    showFile: {
      method: 'GET',
      path: '/api/orchestrator/runs/:runId/files/:fileId/shown',
      summary: 'Read how a file of a run is shown: by itself, or by its text',
      access: read,
      params: params.extend({ fileId: lookupId }),
      query: z.object({
        ...tenantQuery,
        /** TEXT reads the text also of what is shown by itself. */
        as: z.enum(['FILE', 'TEXT']).default('FILE'),
      }),
      reply: ShownFile,
    },
    cancel: {
      method: 'POST',
      path: '/api/orchestrator/runs/:runId/cancel',
      summary: 'Cancel a run with its branches',
      access: write,
      params,
      reply: FlowRunDetails,
    },
    retry: {
      method: 'POST',
      path: '/api/orchestrator/runs/:runId/retry',
      summary: 'Continue a failed or cancelled run at the step that failed, as a new run',
      access: write,
      params,
      reply: z.object({ runId: z.string() }),
    },
    replay: {
      method: 'POST',
      path: '/api/orchestrator/runs/:runId/replay',
      summary: 'Run a finished run again from its start, with its own or another payload',
      access: write,
      params,
      body: z.object({ ...tenantQuery, payload: Json.optional() }),
      reply: z.object({ runId: z.string() }),
    },
    waiting: {
      method: 'GET',
      path: '/api/orchestrator/approvals',
      summary: 'List the decisions for which runs of flows and agents wait',
      access: read,
      query: z.object({
        ...tenantQuery,
        ...pageQuery,
        askedBy: z.enum(['FLOW', 'AGENT']).optional(),
        order: z.enum(['asc', 'desc']).default('asc'),
      }),
      reply: pageSchemaFor(WaitingDecision),
    },
    approval: {
      method: 'GET',
      path: '/api/orchestrator/approvals/:token',
      summary: 'Read what is to be decided',
      access: { public: 'The unguessable token of a mail is the permission to decide.' },
      params: token,
      reply: FlowApproval,
    },
    decide: {
      method: 'POST',
      path: '/api/orchestrator/approvals/:token',
      summary: 'Approve or reject what a run waits for',
      access: { public: 'The unguessable token of a mail is the permission to decide.' },
      params: token,
      body: z.object({
        approved: z.boolean(),
        comment: text(2000).default(''),
        /** The arguments with which the call of an agent is made; without it, the agent's own. */
        input: JsonObject.optional(),
      }),
      unaudited: 'It is recorded in the journal of the run.',
      reply: z.object({ approved: z.boolean() }),
    },
  },
});
