import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import { tools } from '@atelier/contracts/assistants/tools/tools';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startOrders } from '../../../../tests/fakes/orders-api.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

let server: TestServer;
let api: Awaited<ReturnType<typeof startOrders>>;
beforeAll(async () => {
  api = await startOrders();
  server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(api.origin).host } });
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const shared = ['name', 'description', 'createdAt', 'updatedAt', 'abilities'];
const ofTool = [
  'toolId',
  'kind',
  'summary',
  'effect',
  'approval',
  'connectionId',
  'request',
  'defaultToolId',
  'refusal',
  'revision',
];
const ofServer = [
  ...['mcpId', 'url', 'authentication', 'sharing', 'grant', 'active', 'health', 'problem', 'checkedAt'],
  ...[
    'toolCount',
    'chosenCount',
    'serverName',
    'revision',
    'tools',
    'toolsTtlMs',
    'leftOut',
    'timeoutSeconds',
  ],
  ...['headerNames', 'clientId', 'choices', 'refusals', 'settingsRevision'],
];

it('has the fields that were decided on, as has a server of tools, and every company has the same default tools', {
  tags: ['TOOL-11'],
}, async () => {
  const { client } = await server.signUp();
  const request = { method: 'GET' as const, url: `${api.origin}/orders` };
  const tool = await client.call(tools.endpoints.create, { body: { name: 'Orders', request } });
  expect(Object.keys(tool).sort()).toEqual([...shared, ...ofTool, 'inputSchema'].sort());
  const mcp = await client.call(mcps.endpoints.create, { body: { name: 'Shop', url: `${api.origin}/mcp` } });
  expect(Object.keys(mcp).sort()).toEqual([...shared, ...ofServer].sort());
  const { tools: defaults } = await client.call(tools.endpoints.listDefaults, { query: { all: 'true' } });
  expect(defaults.map(({ callName, effect, approval }) => [callName, effect, approval])).toEqual([
    ['search_web', 'READS', 'NEVER'],
    ['read_page', 'READS', 'AFTER_FOREIGN_TEXT'],
    ['calculate', 'READS', 'NEVER'],
    ['summarize_numbers', 'READS', 'NEVER'],
    ['current_date', 'READS', 'NEVER'],
    ['date_difference', 'READS', 'NEVER'],
    ['run_code', 'READS', 'NEVER'],
    ['write_file', 'READS', 'NEVER'],
    ['read_file', 'READS', 'NEVER'],
    ['list_files', 'READS', 'NEVER'],
    ['show_chart', 'READS', 'NEVER'],
    ['query_database', 'READS', 'NEVER'],
    ['send_mail', 'WRITES', 'AFTER_FOREIGN_TEXT'],
    ['send_request', 'WRITES', 'AFTER_FOREIGN_TEXT'],
  ]);
  const needing = defaults.filter(({ connection }) => connection !== null);
  expect(needing.map(({ callName }) => callName)).toEqual(['search_web', 'query_database', 'send_mail']);
});
