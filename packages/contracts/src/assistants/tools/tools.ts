import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { JsonObject } from '../../kernel/json.ts';
import { changedMeanwhile, edited } from '../../kernel/revisions.ts';
import { Done, lookupId, pageQuery, pageSchemaFor, tenantQuery } from '../../kernel/shapes.ts';
import { OpenApiChoice, OpenApiContents, OpenApiSource } from './openapi.ts';
import { DefaultTool, ownTenant, Tool, ToolLine, ToolSettings, ToolTrial, ToolUse } from './tool-shapes.ts';

const read = { allow: 'tools:read' } as const;
const write = { allow: 'tools:write' } as const;
const params = z.object({ id: lookupId });
const listQuery = z.object({
  ...tenantQuery,
  ...pageQuery,
  sort: z.enum(['name', 'createdAt', 'updatedAt']).default('updatedAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
const largeBody = {
  bytes: 2 * 1024 * 1024,
  why: 'The description of an API may be pasted as a whole.',
} as const;

/** The tools that agents use (TOOL-02 to TOOL-07). Two services list them. */
export const tools = defineContract({
  name: 'tools',
  errors: {
    'tools.changed_meanwhile': changedMeanwhile('this tool'),
    'tools.not_found': { kind: 'not_found', message: 'This tool does not exist.' },
    'tools.name_taken': {
      kind: 'conflict',
      message: 'A tool with this name exists already. Please choose another name.',
    },
    'tools.invalid': {
      kind: 'invalid',
      message: 'The tool cannot work like this. The details say what to change.',
    },
    'tools.connection_not_fitting': {
      kind: 'invalid',
      message:
        'The connection does not exist, or is of another kind than this tool needs. Please choose another one.',
    },
    'tools.arguments_not_fitting': {
      kind: 'invalid',
      message: 'The arguments do not fit what the tool expects. The details name what does not fit.',
    },
    'tools.document_unreadable': {
      kind: 'invalid',
      message: 'This is not a description of an API that can be read.',
    },
    'tools.document_address_invalid': {
      kind: 'invalid',
      message: 'Please enter an address that begins with https:// or http://.',
    },
    'tools.document_unreachable': {
      kind: 'upstream',
      message: 'The description of the API could not be loaded from this address.',
    },
  },
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/crew/tools',
      summary: 'List the tools of the company (TOOL-04)',
      access: read,
      query: listQuery,
      reply: pageSchemaFor(ToolLine),
    },
    listOnContent: {
      method: 'GET',
      path: '/api/content/tools',
      summary: 'List the tools of the company (TOOL-02)',
      access: read,
      query: listQuery,
      reply: pageSchemaFor(ToolLine),
    },
    get: {
      method: 'GET',
      path: '/api/content/tool',
      summary: 'Read a tool (TOOL-03)',
      access: read,
      query: z.object({ ...tenantQuery, toolId: lookupId }),
      reply: Tool,
    },
    create: {
      method: 'POST',
      path: '/api/crew/tools',
      summary: 'Create a tool (TOOL-05)',
      access: write,
      body: ToolSettings.extend(tenantQuery),
      reply: Tool,
    },
    update: {
      method: 'PUT',
      path: '/api/crew/tools',
      summary: 'Change a tool (TOOL-06)',
      access: write,
      body: ToolSettings.extend({ ...tenantQuery, ...edited, toolId: lookupId }),
      reply: Tool,
    },
    listDefaults: {
      method: 'GET',
      path: '/api/crew/default-tools',
      summary: 'List the ready-made tools that can be used now, or all of them (TOOL-07)',
      access: read,
      query: ownTenant.extend({
        /** True to list also those for which the company has no connection yet. */
        all: z.stringbool().default(false),
      }),
      reply: z.object({ tools: z.array(DefaultTool) }),
    },
    test: {
      method: 'POST',
      path: '/api/crew/tool-trials',
      summary: 'Call a tool once as it is written in the form',
      access: write,
      body: z.object({
        ...tenantQuery,
        settings: ToolSettings,
        input: JsonObject.default({}),
      }),
      reply: ToolTrial,
    },
    removal: {
      method: 'GET',
      path: '/api/crew/tools/:id/removal',
      summary: 'Read who uses a tool',
      access: write,
      params,
      query: ownTenant,
      reply: z.object({ usedBy: z.array(ToolUse) }),
    },
    remove: {
      method: 'DELETE',
      path: '/api/crew/tools/:id',
      summary: 'Delete a tool. Agents go on without it',
      access: write,
      params,
      query: ownTenant,
      reply: Done,
    },
    readOpenApi: {
      method: 'POST',
      path: '/api/crew/openapi-operations',
      summary: 'Read the operations of an OpenAPI document',
      unaudited: 'it changes nothing',
      access: write,
      largeBody,
      body: OpenApiSource,
      reply: OpenApiContents,
    },
    addOpenApi: {
      method: 'POST',
      path: '/api/crew/openapi-tools',
      summary: 'Make tools of operations of an OpenAPI document',
      access: write,
      largeBody,
      body: OpenApiChoice,
      reply: z.object({ tools: z.array(ToolLine) }),
    },
  },
});
