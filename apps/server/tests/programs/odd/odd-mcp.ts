import type { Chance } from './chance.ts';
import { bodyOf, changed, oddValue } from './odd-json.ts';
import { type OddRequest, withOddities } from './odd-request.ts';

/** What requests may name so that they come further than to a refusal. */
export interface McpTarget {
  apiKey: string;
  sessionId: string;
  tools: readonly [string, ...string[]];
}

interface Message {
  method: string;
  params: Record<string, unknown>;
}

const others: readonly Message[] = [
  { method: 'ping', params: {} },
  { method: 'server/discover', params: {} },
  { method: 'subscriptions/listen', params: { filter: { toolsListChanged: true } } },
  { method: 'notifications/initialized', params: {} },
  { method: 'notifications/cancelled', params: { requestId: 1, reason: 'none' } },
  { method: 'notifications/progress', params: { progressToken: 1, progress: 2 } },
  { method: 'resources/list', params: { cursor: 'next' } },
  { method: 'resources/read', params: { uri: 'file:///etc/passwd' } },
  { method: 'prompts/get', params: { name: 'none', arguments: {} } },
  {
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'a' } },
  },
  { method: 'logging/setLevel', params: { level: 'debug' } },
  { method: 'tasks/get', params: { taskId: 'none' } },
  { method: 'constructor', params: {} },
  { method: '', params: {} },
];

const initialize: Message = {
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: { sampling: {}, elicitation: {} },
    clientInfo: { name: 'odd', version: '1' },
  },
};

const messageFor = (chance: Chance, { tools }: McpTarget): Message => {
  const kind = chance.below(8);
  if (kind === 0) return initialize;
  if (kind < 3) return { method: 'tools/list', params: chance.once(2) ? {} : { cursor: oddValue(chance) } };
  if (kind > 5) return chance.pick([initialize, ...others]);
  const given = {
    question: 'How many days of leave?',
    query: 'leave',
    task: 'Say yes.',
    name: 'Ada',
    limit: 3,
  };
  return { method: 'tools/call', params: { name: chance.pick(tools), arguments: given } };
};

const prefix = 'io.modelcontextprotocol/';

/** What a request of revision 2026-07-28 says of itself. */
const envelope = {
  [`${prefix}protocolVersion`]: '2026-07-28',
  [`${prefix}clientCapabilities`]: {},
  [`${prefix}clientInfo`]: { name: 'odd', version: '1' },
  progressToken: 'p',
};

const idFor = (chance: Chance): unknown =>
  chance.pick([1, 'a', 0, -5, 'é', '', 2 ** 53, 1.5, null, {}, 'i'.repeat(2000)] as const);

const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2026-07-28', 'nonsense'] as const;

const mcpHeaders: readonly Record<string, string>[] = [
  { 'mcp-protocol-version': 'nonsense' },
  { 'mcp-protocol-version': '2025-11-25, 2026-07-28' },
  { 'mcp-session-id': '' },
  { 'mcp-session-id': 'mcs_none' },
  { 'mcp-session-id': '\u00ff'.repeat(4000) },
  { 'mcp-method': 'tools/call' },
  { 'mcp-method': '' },
  { 'mcp-name': '=?base64?nonsense?=' },
  { 'mcp-param-a': '=?base64?/w==?=' },
  { authorization: 'Bearer' },
  { authorization: 'Basic Og==' },
];

const bodyFor = (chance: Chance, message: Record<string, unknown>): unknown => {
  const body = chance.once(3) ? message : changed(chance, message);
  if (!chance.once(12)) return body;
  return Array.from({ length: chance.pick([0, 1, 2, 150] as const) }, () => body);
};

/** Makes a request to `/mcp` of either revision. */
export const oddMcpRequest = (chance: Chance, target: McpTarget): OddRequest => {
  const { method, params } = messageFor(chance, target);
  const isSecond = chance.once(2);
  const isNotification = method.startsWith('notifications/') || chance.once(20);
  const message = {
    jsonrpc: '2.0',
    ...(isNotification ? {} : { id: idFor(chance) }),
    method,
    params: isSecond ? { ...params, _meta: envelope } : params,
  };
  const isBare = chance.once(20);
  const request = {
    method: isBare ? chance.pick(['GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS']) : 'POST',
    path: chance.once(40) ? chance.pick(['/mcp/', '/mcp?cursor=%00', '/mcp/%2e%2e', '//mcp']) : '/mcp',
    headers: {
      authorization: `Bearer ${target.apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(isSecond
        ? {
            'mcp-protocol-version': '2026-07-28',
            'mcp-method': method,
            ...(typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
          }
        : { 'mcp-session-id': target.sessionId, 'mcp-protocol-version': chance.pick(versions) }),
    },
    body: isBare ? undefined : bodyOf(chance, bodyFor(chance, message)),
  };
  return withOddities(chance, request, mcpHeaders);
};
