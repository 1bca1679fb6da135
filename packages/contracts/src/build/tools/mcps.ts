import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Done, lookupId, pageOf, pageQuery, tenantQuery } from '../../kernel/shapes.ts';
import { Mcp, McpLine, McpOffer, McpSettings, McpTrial } from './mcp-shapes.ts';
import { ownTenant, ToolUse } from './tool-shapes.ts';

const read = { allow: 'tools:read' } as const;
const write = { allow: 'tools:write' } as const;
const params = z.object({ id: lookupId });

/** The MCP servers whose tools agents use (TOOL-08 to TOOL-10). */
export const mcps = defineContract({
  name: 'mcps',
  errors: {
    'mcps.not_found': { kind: 'not_found', message: 'This MCP server does not exist.' },
    'mcps.name_taken': {
      kind: 'conflict',
      message: 'An MCP server with this name exists already. Please choose another name.',
    },
    'mcps.address_invalid': {
      kind: 'invalid',
      message:
        'Please enter an address that begins with https:// or http://, without user name and password.',
    },
    'mcps.secrets_again': {
      kind: 'invalid',
      message: 'The address has changed, so the values of the headers have to be entered again.',
    },
    'mcps.unreachable': {
      kind: 'upstream',
      message: 'The MCP server could not be reached. Please check its address.',
    },
    'mcps.refused': {
      kind: 'upstream',
      message: 'The MCP server refused the request. Please check its headers.',
    },
  },
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/crew/mcps',
      summary: 'List the MCP servers of the company (TOOL-08)',
      access: read,
      query: z.object({
        ...tenantQuery,
        ...pageQuery,
        sort: z.enum(['name', 'createdAt', 'updatedAt']).default('updatedAt'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageOf(McpLine),
    },
    get: {
      method: 'GET',
      path: '/api/crew/mcps/:id',
      summary: 'Read an MCP server with its tools',
      access: read,
      params,
      query: ownTenant,
      reply: Mcp,
    },
    create: {
      method: 'POST',
      path: '/api/crew/mcps',
      summary: 'Create an MCP server and read its tools (TOOL-09)',
      access: write,
      body: McpSettings.extend(tenantQuery),
      reply: Mcp,
    },
    update: {
      method: 'PUT',
      path: '/api/crew/mcps',
      summary: 'Change an MCP server (TOOL-10)',
      access: write,
      body: McpSettings.extend({ ...tenantQuery, mcpId: lookupId }),
      reply: Mcp,
    },
    discover: {
      method: 'POST',
      path: '/api/crew/mcp-offers',
      summary: 'Read the tools of an MCP server that is not saved yet',
      unaudited: 'it changes nothing',
      access: write,
      body: McpTrial.extend(tenantQuery),
      reply: McpOffer,
    },
    check: {
      method: 'POST',
      path: '/api/crew/mcps/:id/check',
      summary: 'Reach an MCP server again and read its tools. A failure is in the reply',
      access: write,
      params,
      reply: Mcp,
    },
    removal: {
      method: 'GET',
      path: '/api/crew/mcps/:id/removal',
      summary: 'Read who uses an MCP server',
      access: write,
      params,
      query: ownTenant,
      reply: z.object({ usedBy: z.array(ToolUse) }),
    },
    remove: {
      method: 'DELETE',
      path: '/api/crew/mcps/:id',
      summary: 'Delete an MCP server. Agents go on without it',
      access: write,
      params,
      query: ownTenant,
      reply: Done,
    },
  },
});
