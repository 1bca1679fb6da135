import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { changedMeanwhile, edited } from '../../kernel/revisions.ts';
import { Done, lookupId, pageQuery, pageSchemaFor, tenantQuery } from '../../kernel/shapes.ts';
import { Mcp, McpAccount, McpLine, McpOffer, McpSettings, McpTrial } from './mcp-shapes.ts';
import { ownTenant, ToolUse } from './tool-shapes.ts';

const read = { allow: 'tools:read' } as const;
const write = { allow: 'tools:write' } as const;
/** Members connect accounts of their own; the account of the company needs `tools:write`, which the use case checks. */
const use = { allow: 'agents:read' } as const;
const params = z.object({ id: lookupId });

/** The MCP servers whose tools agents use (TOOL-08 to TOOL-10). */
export const mcps = defineContract({
  name: 'mcps',
  errors: {
    'mcps.changed_meanwhile': changedMeanwhile('this MCP server'),
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
    'mcps.connect_first': {
      kind: 'precondition',
      message: 'No account is connected to this MCP server. Please choose Connect.',
    },
    'mcps.person_needed': {
      kind: 'precondition',
      message:
        'Members connect accounts of their own to this MCP server, and the agent works for none of them here.',
    },
    'mcps.no_authorization': {
      kind: 'precondition',
      message:
        'This MCP server does not say where access can be allowed. Please ask its operator, or choose headers instead.',
    },
    'mcps.client_needed': {
      kind: 'precondition',
      message:
        'This MCP server lets no client register by itself. Please ask its operator for a client id, and enter it under the settings of the server.',
    },
    'mcps.state_unknown': {
      kind: 'invalid',
      message:
        'This authorization took longer than ten minutes, was finished already, or began in another session. Please choose Connect again.',
    },
    'mcps.grant_refused': {
      kind: 'invalid',
      message: 'The MCP server did not confirm the authorization. Please choose Connect again.',
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
      reply: pageSchemaFor(McpLine),
    },
    listAccounts: {
      method: 'GET',
      path: '/api/crew/mcp-accounts',
      summary: 'List the MCP servers at which the caller can connect an account of their own',
      access: use,
      query: z.object({ ...tenantQuery, ...pageQuery, order: z.enum(['asc', 'desc']).default('asc') }),
      reply: pageSchemaFor(McpAccount),
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
      body: McpSettings.extend({ ...tenantQuery, ...edited, mcpId: lookupId }),
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
    connect: {
      method: 'POST',
      path: '/api/crew/mcps/:id/grant',
      summary: 'Read the address at which access to an MCP server is allowed (OAuth 2.1 with PKCE)',
      access: use,
      rate: 'auth',
      params,
      reply: z.object({ authorizationUrl: z.url(), state: z.string() }),
    },
    finishConnecting: {
      method: 'POST',
      path: '/api/crew/mcp-grants',
      summary: 'Finish an authorization with the parameters that the browser brought back',
      access: use,
      rate: 'auth',
      body: z.object({
        code: z.string().min(1).max(4000),
        state: z.string().min(1).max(200),
        iss: z.string().max(2000).optional(),
      }),
      reply: z.object({ mcpId: z.string(), name: z.string() }),
    },
    disconnect: {
      method: 'DELETE',
      path: '/api/crew/mcps/:id/grant',
      summary: 'Forget the account that is connected to an MCP server',
      access: use,
      params,
      query: ownTenant,
      reply: Done,
    },
    clientDocument: {
      method: 'GET',
      path: '/api/crew/mcp-client',
      summary: 'Describe this client to servers of authorizations (client-ID metadata document)',
      access: { public: 'servers of authorizations read it; it has no secrets' },
      raw: true,
      sends: {
        200: {
          says: 'The description of this client.',
          content: {
            'application/json': z.looseObject({ client_id: z.string(), redirect_uris: z.array(z.string()) }),
          },
        },
      },
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
