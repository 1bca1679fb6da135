import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { auth } from '@atelier/contracts/account/identity/auth';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMcpServer } from '../fakes/mcp-servers.ts';
import { flowBed } from '../flow-bed.ts';
import { pieceStep } from '../flow-json.ts';
import { startWorkerBed, type WorkerBed } from '../worker-bed.ts';

/** An id above 2^53, and an amount with more digits than a double keeps. */
const id = '7615917337495251231';
const amount = '1432.0531571421431500';
const numbers = `"id":${id},"amount":${amount}`;
const fields = { id: { type: 'number' }, amount: { type: 'number' } };
const schema = { type: 'object', properties: fields, required: ['id', 'amount'] };

/** A service of somebody else, which notes the bodies that arrive as they are. */
const arrived: string[] = [];
const outside = createServer((request, response) => {
  void text(request).then((body) => {
    arrived.push(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{${numbers}}`);
  });
});

let bed: WorkerBed;
let mcp: Awaited<ReturnType<typeof startMcpServer>>;
let site: string;
let apiKey: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const { port } = outside.address() as AddressInfo;
  site = `http://127.0.0.1:${port}/orders`;
  mcp = await startMcpServer(({ method }) =>
    method === 'tools/call'
      ? { result: { content: [{ type: 'text', text: 'Kept.' }] } }
      : { result: { tools: [{ name: 'keep', inputSchema: schema }] } },
  );
  bed = await startWorkerBed([`127.0.0.1:${port}`, new URL(mcp.origin).host], {
    RATE_LIMIT_CHAT_PER_MINUTE: '6000',
  });
  apiKey = (await bed.client.call(auth.endpoints.getApiKey, {})).apiKey ?? '';
});
beforeEach(() => void arrived.splice(0));
afterAll(async () => {
  await bed.close();
  await mcp.close();
  outside.closeAllConnections();
  outside.close();
});

/** Lets the model call the tool whose name has this part, with these arguments, and then say what it read. */
const calls = (part: string, given: string) =>
  bed.say(({ turn, tools, messages }) => {
    const name = tools.map((each) => each.function.name).find((each) => each.includes(part)) ?? part;
    return turn === 0 ? { calls: [[name, given]] } : { text: `Read: ${String(messages.at(-1)?.content)}` };
  });

const execute = async (agentId: string): Promise<string> => {
  const body = { agentId, input: 'Please do it.' };
  const { output } = await bed.client.call(agentRuns.endpoints.execute, { body });
  return typeof output === 'string' ? output : '';
};

describe('long numbers keep all their digits', () => {
  it('from the model to the service that its HTTP tool calls, and back to the model', async () => {
    calls('send_request', `{"method":"POST","url":"${site}","body":{${numbers}}}`);
    const agentId = await bed.makeAgent({ tools: { toolList: [{ _id: 'tol_send_request' }] } });
    const read = await execute(agentId);
    expect(arrived).toEqual([`{${numbers}}`]);
    expect(read).toContain(id);
    expect(read).toContain(amount);
  });

  it('from the model to an MCP server', async () => {
    const { mcpId } = await bed.client.call(mcps.endpoints.create, {
      body: { name: 'Keeper', url: mcp.url },
    });
    calls('keep', `{${numbers}}`);
    await execute(await bed.makeAgent({ tools: { mcpList: [{ _id: mcpId }] } }));
    const sent = mcp.seen.find(({ message }) => message.method === 'tools/call');
    expect(sent?.text).toContain(`"arguments":{${numbers}}`);
  });

  it('from the model through a flow that is its tool', async () => {
    const send = pieceStep('step_1', ['http', 'send_request'], {
      ...{ method: 'POST', url: site },
      body: { id: '{{trigger.body.id}}', amount: '{{trigger.body.amount}}' },
    });
    const flowId = await flowBed(bed.server, bed.client).publish([send]);
    calls('run', `{"input":{${numbers}}}`);
    await execute(await bed.makeAgent({ flowIds: [flowId] }));
    expect(arrived).toEqual([`{${numbers}}`]);
  });

  it.each([false, true])('in the calls that a program gets (stream: %s)', async (stream) => {
    calls('keep', `{${numbers}}`);
    const keep = { name: 'keep', description: '', parameters: schema };
    const model = `agent:${await bed.makeAgent()}`;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
    for (const [path, body] of [
      [
        '/v1/chat/completions',
        { messages: [{ role: 'user', content: 'Keep.' }], tools: [{ type: 'function', function: keep }] },
      ],
      ['/v1/responses', { input: 'Keep.', tools: [{ type: 'function', ...keep }] }],
    ] as const) {
      const init = { method: 'POST', headers, body: JSON.stringify({ model, stream, ...body }) };
      const reply = await (await bed.server.visitor().fetch(path, init)).text();
      expect(reply).toContain(JSON.stringify(`{${numbers}}`));
    }
  });

  it('from a webhook of a worker, through the form of its agent, to the webhook that gets the result', async () => {
    let task = '';
    bed.say(({ messages }) => {
      task = String(messages.at(-1)?.content);
      return { text: `{${numbers}}` };
    });
    const agentId = await bed.makeAgent({ outputSchema: schema });
    const queue = [{ kind: 'WEBHOOK' as const }];
    const { workerId } = await bed.deploy({ agentId, queue, outputs: [{ kind: 'WEBHOOK', url: site }] });
    const shown = await bed.client.call(workers.endpoints.get, { params: { id: workerId } });
    const path = shown.queue[0]?.path ?? '';
    const headers = { 'content-type': 'application/json' };
    const reply = await bed.server.visitor().fetch(path, { method: 'POST', headers, body: `{${numbers}}` });
    const { responseData } = (await reply.json()) as { responseData: { records: { recordId: string }[] } };
    await bed.ended(responseData.records[0]?.recordId ?? '');
    expect(task).toContain(id);
    expect(task).toContain(amount);
    expect(arrived).toHaveLength(1);
    expect(arrived[0]).toContain(`"output":{${numbers}}`);
  });
});
