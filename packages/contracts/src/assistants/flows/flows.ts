import { z } from 'zod';
import { FileValue } from '../../fields/file-value.ts';
import { defineContract } from '../../kernel/contract.ts';
import { Json } from '../../kernel/json.ts';
import { fileBytes } from '../../kernel/raw-replies.ts';
import { edited } from '../../kernel/revisions.ts';
import { Done, lookupId, pageQuery, pageSchemaFor, requiredText, tenantQuery } from '../../kernel/shapes.ts';
import { flowErrors } from './flow-errors.ts';
import {
  FlowContent,
  FlowDetails,
  FlowLine,
  FlowRemoval,
  FlowStatus,
  FlowTemplate,
  FlowTemplateDetails,
  FlowVersion,
  FlowVersionLine,
  flowParams,
  maxFlowBytes,
  ownTenant,
  StepTest,
} from './flow-shapes.ts';

const read = { allow: 'flows:read' } as const;
const write = { allow: 'flows:write' } as const;
const largeBody = {
  bytes: maxFlowBytes,
  why: 'A flow may have 1,000 steps, each nested in the one before.',
  json: { mostValues: 40_000, mostDepth: 2500 },
};

const listQuery = z.object({
  ...tenantQuery,
  ...pageQuery,
  status: FlowStatus.optional(),
  sort: z.enum(['name', 'createdAt', 'updatedAt']).default('updatedAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
const { status: _status, ...deployedQuery } = listQuery.shape;

/** Flows, their versions, and their tests. */
export const flows = defineContract({
  name: 'flows',
  alsoFails: ['connections.busy', 'evaluation.gate_untested', 'evaluation.gate_worse'],
  errors: flowErrors,
  endpoints: {
    create: {
      method: 'POST',
      path: '/api/orchestrator/flows',
      summary: 'Create a flow with its first draft (FLOW-33)',
      access: write,
      largeBody,
      body: FlowContent.extend(tenantQuery),
      reply: FlowDetails,
    },
    list: {
      method: 'GET',
      path: '/api/orchestrator/flows',
      summary: 'List flows (FLOW-34)',
      access: read,
      query: listQuery,
      reply: pageSchemaFor(FlowLine),
    },
    listOnContent: {
      method: 'GET',
      path: '/api/content/orchestrator-flows',
      summary: 'List flows (FLOW-29)',
      access: read,
      query: listQuery,
      reply: pageSchemaFor(FlowLine),
    },
    listOnAgent: {
      method: 'GET',
      path: '/api/agent/workflows',
      summary: 'List workflows, which are the flows that are published and switched on (AGENT-24)',
      access: read,
      query: z.object(deployedQuery),
      reply: pageSchemaFor(FlowLine),
    },
    saveOnAgent: {
      method: 'POST',
      path: '/api/agent/workflow',
      summary: 'Save a workflow: create a flow, or save the one that flowId names as a draft (AGENT-25)',
      access: write,
      largeBody,
      body: FlowContent.extend({ ...tenantQuery, flowId: lookupId.optional() }),
      reply: FlowDetails,
    },
    importOnWorker: {
      method: 'POST',
      path: '/api/worker/flow-import',
      summary: 'Import a flow as a draft (WORKER-25)',
      access: write,
      largeBody,
      body: FlowContent.extend(tenantQuery),
      reply: FlowDetails,
    },
    count: {
      method: 'GET',
      path: '/api/content/orchestrator-flows-count',
      summary: 'Count flows (FLOW-30)',
      access: read,
      query: z.object({ ...tenantQuery, status: FlowStatus.optional() }),
      reply: z.object({ count: z.number().int() }),
    },
    get: {
      method: 'GET',
      path: '/api/orchestrator/flows/:id',
      summary: 'Read a flow with its newest version, or with another one (FLOW-32)',
      access: read,
      params: flowParams,
      query: z.object({ ...tenantQuery, versionId: lookupId.optional() }),
      reply: FlowDetails,
    },
    update: {
      method: 'PUT',
      path: '/api/orchestrator/flows/:id',
      summary: 'Save a flow as a draft. Parts that are left out stay as they are',
      access: write,
      params: flowParams,
      largeBody,
      body: FlowContent.partial().extend({
        ...tenantQuery,
        ...edited,
      }),
      reply: FlowDetails,
    },
    publish: {
      method: 'POST',
      path: '/api/orchestrator/flows/:id/publish',
      summary: 'Lock the draft, pin the versions of its pieces, and let its triggers start it',
      access: write,
      params: flowParams,
      reply: FlowDetails,
    },
    publishAnyway: {
      method: 'POST',
      path: '/api/orchestrator/flows/:id/publish-anyway',
      summary: 'Publish a draft that the quality gate refuses',
      access: { allow: 'tenant:own' },
      params: flowParams,
      reply: FlowDetails,
    },
    setStatus: {
      method: 'PUT',
      path: '/api/orchestrator/flows/:id/status',
      summary: 'Switch a published flow on or off',
      access: write,
      params: flowParams,
      body: z.object({ ...tenantQuery, status: FlowStatus }),
      reply: FlowDetails,
    },
    duplicate: {
      method: 'POST',
      path: '/api/orchestrator/flows/:id/duplicate',
      summary: 'Copy a flow as a new draft',
      access: write,
      params: flowParams,
      body: z.object({
        ...tenantQuery,
        displayName: requiredText(150, 'Please enter a name').optional(),
      }),
      reply: FlowDetails,
    },
    removal: {
      method: 'GET',
      path: '/api/orchestrator/flows/:id/removal',
      summary: 'Read what deleting a flow takes along',
      access: write,
      params: flowParams,
      query: ownTenant,
      reply: FlowRemoval,
    },
    remove: {
      method: 'DELETE',
      path: '/api/orchestrator/flows/:id',
      summary: 'Delete a flow with its versions, runs and stored values. Open runs are cancelled',
      access: write,
      params: flowParams,
      query: ownTenant,
      reply: Done,
    },
    versions: {
      method: 'GET',
      path: '/api/orchestrator/flows/:id/versions',
      summary: 'List the versions of a flow, newest first',
      access: read,
      params: flowParams,
      query: z.object({ ...tenantQuery, ...pageQuery }),
      reply: pageSchemaFor(FlowVersionLine),
    },
    version: {
      method: 'GET',
      path: '/api/orchestrator/flows/:id/versions/:versionId',
      summary: 'Read a version of a flow',
      access: read,
      params: flowParams.extend({ versionId: lookupId }),
      query: ownTenant,
      reply: FlowVersion,
    },
    restore: {
      method: 'POST',
      path: '/api/orchestrator/flows/:id/versions/:versionId/restore',
      summary: 'Make a version the draft again',
      access: write,
      params: flowParams.extend({ versionId: lookupId }),
      reply: FlowDetails,
    },
    testStep: {
      method: 'POST',
      path: '/api/orchestrator/flows/:id/test-step',
      summary: 'Run one step of the draft on sample data',
      access: write,
      params: flowParams,
      largeBody: { bytes: maxFlowBytes, why: 'Sample data of other steps comes along.' },
      body: z.object({
        ...tenantQuery,
        stepName: z.string().max(100),
        /** The outputs of other steps by name, instead of the samples of the draft. */
        outputs: z.record(z.string().max(100), Json).default({}),
      }),
      unaudited: 'It changes nothing in the product; what the step does outside is in the log of the server.',
      reply: StepTest,
    },
    test: {
      method: 'POST',
      path: '/api/orchestrator/flows/:id/test',
      summary: 'Run the draft',
      access: write,
      params: flowParams,
      body: z.object({
        ...tenantQuery,
        /** The output of the trigger, instead of its sample. */
        payload: Json.optional(),
      }),
      reply: z.object({ runId: z.string() }),
    },
    run: {
      method: 'POST',
      path: '/api/orchestrator/flows/:id/run',
      summary: 'Run the published version by hand',
      access: read,
      params: flowParams,
      body: z.object({ ...tenantQuery, payload: Json.optional() }),
      reply: z.object({ runId: z.string() }),
    },
    uploadFile: {
      method: 'POST',
      path: '/api/orchestrator/flows/:id/files',
      summary:
        'Store a file for the payload of the next run by hand; one that no run takes is deleted after a day',
      access: read,
      params: flowParams,
      multipart: true,
      form: z.object({ file: fileBytes }),
      unaudited: 'The run that takes the file is the record.',
      reply: FileValue,
    },
    templates: {
      method: 'GET',
      path: '/api/orchestrator/flow-templates',
      summary: 'List the templates of flows',
      access: read,
      query: ownTenant,
      reply: z.object({ templates: z.array(FlowTemplate) }),
    },
    template: {
      method: 'GET',
      path: '/api/orchestrator/flow-templates/:id',
      summary: 'Read a template of a flow (FLOW-35)',
      access: read,
      params: flowParams,
      query: ownTenant,
      reply: FlowTemplateDetails,
    },
  },
});
