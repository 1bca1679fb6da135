import { Agent } from 'node:http';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keep, webhookFlow } from '../../../../tests/flow-json.ts';
import { type Chance, chanceFrom } from '../../../../tests/programs/odd/chance.ts';
import {
  type Described,
  faultOfMcp,
  faultOfOpenAi,
  isDescribed,
} from '../../../../tests/programs/odd/judge-answer.ts';
import { type McpTarget, oddMcpRequest } from '../../../../tests/programs/odd/odd-mcp.ts';
import { type OpenAiTarget, oddOpenAiRequest } from '../../../../tests/programs/odd/odd-openai.ts';
import type { OddRequest } from '../../../../tests/programs/odd/odd-request.ts';
import { type OddAnswer, sendOdd } from '../../../../tests/programs/odd/send-odd.ts';
import { openWorkplace, type Workplace } from '../../../../tests/programs/workplace.ts';

/** `ODD_REQUESTS=20000 npm test -- int odd-requests` tries many more, and `ODD_SEED` others. */
const count = Number(process.env['ODD_REQUESTS'] ?? 150);
const seed = Number(process.env['ODD_SEED'] ?? 1);
const deadlineMs = 10_000;
const timeout = 60_000 + count * 500;

let place: Workplace;
let described: Described;
let mcpTarget: McpTarget;
let openAiTarget: OpenAiTarget;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

const makeAgent = async (): Promise<string> => {
  const { agentId } = await place.owner.call(agents.endpoints.create, { body: { name: 'Clerk' } });
  await place.owner.call(agents.endpoints.publish, { params: { id: agentId } });
  return agentId;
};
const makeFlow = async (): Promise<void> => {
  const body = webhookFlow('Greeting', [keep('step_1', 'Hello {{trigger.body.name}}')]);
  const { flowId } = await place.owner.call(flows.endpoints.create, { body });
  await place.owner.call(flows.endpoints.publish, { params: { id: flowId } });
};

const postMcp = (message: object, headers: Record<string, string> = {}) =>
  fetch(`${place.server.origin}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${place.apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });

const openMcp = async (): Promise<McpTarget> => {
  const clientInfo = { name: 'odd', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const opened = await postMcp({ method: 'initialize', params });
  await opened.text();
  const sessionId = opened.headers.get('mcp-session-id') ?? '';
  const listed = await postMcp({ method: 'tools/list' }, { 'mcp-session-id': sessionId });
  const names = [...(await listed.text()).matchAll(/"name":"((?:ask|search|agent|flow)_\w+)"/g)];
  const [first = '', ...others] = names.map(([, name = '']) => name);
  expect(others.length).toBeGreaterThanOrEqual(4);
  return { apiKey: place.apiKey, sessionId, tools: [first, ...others, 'none'] };
};

beforeAll(async () => {
  place = await openWorkplace();
  const appId = await place.makeApp({ model: 'fake-chat' });
  const agentId = await makeAgent();
  await makeFlow();
  mcpTarget = await openMcp();
  const description = await fetch(`${place.server.origin}/api/openapi.json`);
  ({ paths: described } = (await description.json()) as { paths: Described });
  const { apiKey } = place;
  openAiTarget = { apiKey, models: [`app:${place.appId}`, `app:${appId}`, `agent:${agentId}`, 'gpt-5'] };
});
afterAll(async () => {
  agent.destroy();
  await place.close();
});

const show = ({ body, ...request }: OddRequest): string =>
  `${JSON.stringify(request)}\n${body?.toString('utf8').slice(0, 2000) ?? ''}`;

interface Kind {
  make(chance: Chance): OddRequest;
  faultOf(answer: OddAnswer): string | undefined;
}

const tryOne = async (number: number, { make, faultOf }: Kind): Promise<string | undefined> => {
  const request = make(chanceFrom(seed * 1_000_000 + number));
  const known = await sendOdd(place.server.origin, request, { agent, deadlineMs }).then(
    (answer) => {
      if (answer === undefined) return undefined;
      const fault = isDescribed(described, request, answer)
        ? faultOf(answer)
        : 'has a status that is not described';
      return fault && `the answer ${fault}: ${answer.status} ${answer.text.slice(0, 1000)}`;
    },
    (error: unknown) => String(error),
  );
  return known && `request ${number} of seed ${seed}: ${known}\n${show(request)}`;
};

const isHealthy = async (): Promise<boolean> => {
  const signal = AbortSignal.timeout(2000);
  const response = await fetch(`${place.server.origin}/api/health`, { signal });
  await response.text();
  return response.ok;
};

const tryAll = async (kind: Kind): Promise<string[]> => {
  const faults: string[] = [];
  const numbers = Array.from({ length: count }, (_, number) => number).values();
  const work = async () => {
    for (const number of numbers) {
      const fault = await tryOne(number, kind);
      if (fault !== undefined) faults.push(fault);
      if (number % 50 === 49) expect(await isHealthy()).toBe(true);
      if (faults.length >= 10) return;
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return faults;
};

it('has a description with the addresses that are tried here', () => {
  const addresses = ['/mcp', '/v1/chat/completions', '/v1/responses', '/v1/models'];
  expect(Object.keys(described)).toEqual(expect.arrayContaining(addresses));
});

describe('a message whose parameters do not fit', () => {
  it.each([
    ['tools/list', { cursor: [null] }, 'params.cursor: Invalid input: expected string, received array'],
    [
      'initialize',
      { protocolVersion: '2025-11-25', capabilities: {} },
      'params.clientInfo: Invalid input: expected object, received undefined',
    ],
  ])(
    'is refused with the code for parameters and the name of the first: %s',
    async (method, params, message) => {
      const answer = await postMcp({ method, params }, { 'mcp-session-id': mcpTarget.sessionId });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32602, message } });
    },
  );
});

describe('several messages in one request, as revision 2025-03-26 allows', () => {
  it('are answered as they would be alone', async () => {
    const list = { jsonrpc: '2.0', method: 'tools/list' };
    const answer = await fetch(`${place.server.origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${place.apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': mcpTarget.sessionId,
        'mcp-protocol-version': '2025-03-26',
      },
      body: JSON.stringify([
        { ...list, id: 1 },
        { ...list, id: 'two' },
      ]),
    });
    const text = await answer.text();
    expect([...text.matchAll(/"id":(1|"two")/g)].map(([, id]) => id)).toEqual(['1', '"two"']);
    expect([...text.matchAll(/"title":"Handbook"/g)]).toHaveLength(2);
  });
});

describe('requests that no client sends on purpose', { timeout }, () => {
  it('get an error of JSON-RPC at /mcp, soon and without harm to the server', async () => {
    const make = (chance: Chance) => oddMcpRequest(chance, mcpTarget);
    expect(await tryAll({ make, faultOf: faultOfMcp })).toEqual([]);
    expect(await isHealthy()).toBe(true);
  });

  it('get an error of OpenAI at /v1, soon and without harm to the server', async () => {
    const make = (chance: Chance) => oddOpenAiRequest(chance, openAiTarget);
    expect(await tryAll({ make, faultOf: faultOfOpenAi })).toEqual([]);
    expect(await isHealthy()).toBe(true);
  });
});
