import { auth } from '@atelier/contracts/account/identity/auth';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Script } from '../../../../../../tests/fakes/scripted-model.ts';
import { filledBase } from '../../../../../../tests/knowledge.ts';
import { startWorkerBed, type WorkerBed } from '../../../../../../tests/worker-bed.ts';

let bed: WorkerBed;
let apiKey: string;
let client: OpenAI;
let knowledgeBaseId: string;
beforeAll(async () => {
  bed = await startWorkerBed();
  apiKey = (await bed.client.call(auth.endpoints.getApiKey, {})).apiKey ?? '';
  client = new OpenAI({ baseURL: `${bed.server.origin}/v1`, apiKey, maxRetries: 0 });
  knowledgeBaseId = await filledBase(bed.client, {
    'leave.md': '# Leave\n\nEmployees get 25 days of paid leave per year.\n',
  });
});
afterAll(() => bed.close());

const input = 'How many days of paid leave do employees get?';
const said = 'You get 25 days [1]. Nobody says more [99].';

/** Searches, and cites the first passage and one that does not exist. */
const cite: Script = ({ turn, tools }) => {
  const name = tools.find(({ function: { name } }) => name.startsWith('search_'))?.function.name ?? '';
  return turn === 0 ? { calls: [[name, { query: 'paid leave days' }]] } : { text: said };
};

/** The first line of the last result, which is the answer of whoever was asked. */
const firstLineOf = (messages: Parameters<Script>[0]['messages']): string =>
  String(messages.at(-1)?.content).split('\n')[0] ?? '';

const finder = async (): Promise<string> => {
  bed.say(cite);
  return bed.makeAgent({ knowledgeBaseIds: [knowledgeBaseId] });
};

const citation = {
  ...{ type: 'url_citation', title: 'leave.md', start_index: 16, end_index: 19 },
  quote: expect.stringContaining('25 days') as string,
};

/** Opens the address of a citation with the key that asked. */
const opened = async (url: string): Promise<string> =>
  (await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } })).text();

describe('an agent that programs ask cites what it found', () => {
  it('in responses: whole, streamed and read again later', async () => {
    const model = `agent:${await finder()}`;
    const response = await client.responses.create({ model, input });
    expect(response.output_text).toBe(said);
    const [message] = response.output;
    expect(message).toMatchObject({ content: [{ annotations: [citation] }] });
    expect((await client.responses.retrieve(response.id)).output).toEqual(response.output);
    const url = JSON.stringify(response.output).match(/"url":"([^"]+)"/)?.[1] ?? '';
    expect(await opened(url)).toContain('Employees get 25 days of paid leave per year.');
    const added: unknown[] = [];
    const stream = client.responses.stream({ model, input });
    for await (const event of stream)
      if (event.type === 'response.output_text.annotation.added') added.push(event.annotation);
    expect(added).toMatchObject([citation]);
    expect((await stream.finalResponse()).output).toMatchObject([{ content: [{ annotations: [citation] }] }]);
  });

  it('in chat completions: whole and streamed', async () => {
    const order = { model: `agent:${await finder()}`, messages: [{ role: 'user' as const, content: input }] };
    const { type, ...nested } = citation;
    const annotations = [{ type, url_citation: nested }];
    const completion = await client.chat.completions.create(order);
    expect(completion).toMatchObject({
      choices: [{ message: { content: said, annotations } }],
      citations: [{ index: 1, documentName: 'leave.md', markAt: 16 }],
    });
    const chunks: unknown[] = [];
    for await (const chunk of await client.chat.completions.create({ ...order, stream: true }))
      if (chunk.choices[0]?.finish_reason) chunks.push(chunk);
    expect(chunks).toMatchObject([
      { choices: [{ delta: { annotations } }], citations: [{ index: 1, documentName: 'leave.md' }] },
    ]);
  });

  it('through the MCP server', async () => {
    const agentId = await finder();
    const mcp = new McpClient({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
    await mcp.connect(
      new StreamableHTTPClientTransport(new URL(`${bed.server.origin}/mcp`), { requestInit }),
    );
    const { tools } = await mcp.listTools();
    const tool = tools.find(({ name }) => name.includes(agentId.slice(-8)));
    const result = await mcp.callTool({ name: tool?.name ?? 'none', arguments: { task: input } });
    await mcp.close();
    expect(result).toMatchObject({
      structuredContent: { answer: said, citations: [{ index: 1, document: 'leave.md', mark_at: 16 }] },
    });
  });

  it('also when an agent that it asked found it', async () => {
    const expert = await bed.makeAgent({
      ...{ knowledgeBaseIds: [knowledgeBaseId], instructions: 'You are the expert.' },
    });
    const outer = await bed.makeAgent({ agentIds: [expert] });
    bed.say((request) => {
      const { messages, tools, turn } = request;
      if (String(messages[0]?.content).startsWith('You are the expert.')) return cite(request);
      const ask = tools[0]?.function.name ?? 'none';
      return turn === 0 ? { calls: [[ask, { task: input }]] } : { text: firstLineOf(messages) };
    });
    const { output, output_text } = await client.responses.create({ model: `agent:${outer}`, input });
    expect(output_text).toBe('You get 25 days [1]. Nobody says more.');
    expect(output).toMatchObject([{ content: [{ annotations: [citation] }] }]);
  });

  it('also when a member of the crew that it asked found it', async () => {
    const name = `Expert ${crypto.randomUUID()}`;
    const lead = await bed.makeAgent({ instructions: 'You are the lead.' });
    const member = await bed.makeAgent({ name, knowledgeBaseIds: [knowledgeBaseId] });
    const { crewId } = await bed.client.call(crews.endpoints.create, {
      body: {
        ...{ name: `Crew ${crypto.randomUUID()}`, supervisor: { agentId: lead } },
        subordinates: [member],
      },
    });
    await bed.client.call(agents.endpoints.publish, { params: { id: crewId } });
    bed.say((request) => {
      const { messages, turn } = request;
      if (!String(messages[0]?.content).includes('You are the lead.')) return cite(request);
      const task: [string, unknown] = ['delegate_task', { member: name, task: input }];
      return turn === 0 ? { calls: [task] } : { text: firstLineOf(messages) };
    });
    const { output, output_text } = await client.responses.create({ model: `agent:${crewId}`, input });
    expect(output_text).toBe('You get 25 days [1]. Nobody says more.');
    expect(output).toMatchObject([{ content: [{ annotations: [citation] }] }]);
  });

  it('but not in an answer whose form the program chose, where [1] is a list', async () => {
    const model = `agent:${await finder()}`;
    const form = { type: 'object', properties: { days: { type: 'array' } }, required: ['days'] };
    bed.say((request) => (request.turn === 0 ? cite(request) : { text: '{"days":[1]}' }));
    const format = { type: 'json_schema' as const, name: 'days', schema: form };
    const { output } = await client.responses.create({ model, input, text: { format } });
    expect(output).toMatchObject([{ content: [{ text: '{"days":[1]}', annotations: [] }] }]);
  });
});
