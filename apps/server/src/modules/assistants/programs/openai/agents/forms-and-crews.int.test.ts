import { auth } from '@atelier/contracts/account/identity/auth';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorkerBed, uniqueName, type WorkerBed } from '../../../../../../tests/worker-bed.ts';

let bed: WorkerBed;
let apiKey: string;
let client: OpenAI;
beforeAll(async () => {
  bed = await startWorkerBed();
  apiKey = (await bed.client.call(auth.endpoints.getApiKey, {})).apiKey ?? '';
  client = new OpenAI({ baseURL: `${bed.server.origin}/v1`, apiKey, maxRetries: 0 });
});
afterAll(() => bed.close());

const user = (content: string) => ({ role: 'user' as const, content });
const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city', 'days'],
  additionalProperties: false,
};
const answer = { city: 'Rome', days: 3 };

describe('the form of an answer that a program asks an agent for', () => {
  it('is kept to in chat completions: an answer that does not fit is asked for again', async () => {
    const said = ['Rome, three days.', '{"city":"Rome"}', JSON.stringify(answer)];
    bed.say(() => ({ text: said.shift() ?? '' }));
    const completion = await client.chat.completions.create({
      model: `agent:${await bed.makeAgent()}`,
      messages: [user('Plan it.')],
      response_format: { type: 'json_schema', json_schema: { name: 'plan', schema, strict: true } },
    });
    expect(JSON.parse(completion.choices[0]?.message.content ?? '')).toEqual(answer);
    expect(said).toEqual([]);
  });

  it('is kept to in responses, streamed and read again later', async () => {
    bed.say(() => ({ text: JSON.stringify(answer) }));
    const model = `agent:${await bed.makeAgent()}`;
    const format = { type: 'json_schema' as const, name: 'plan', schema };
    const stream = client.responses.stream({ model, input: 'Plan it.', text: { format } });
    const response = await stream.finalResponse();
    expect(JSON.parse(response.output_text)).toEqual(answer);
    const { output } = await client.responses.retrieve(response.id);
    expect(JSON.stringify(output)).toContain('Rome');
  });

  it('is any object, where only JSON is asked for', async () => {
    bed.say(() => ({ text: '{"a":1}' }));
    const completion = await client.chat.completions.create({
      model: `agent:${await bed.makeAgent()}`,
      messages: [user('Answer.')],
      response_format: { type: 'json_object' },
    });
    expect(completion.choices[0]?.message.content).toBe('{"a":1}');
  });

  it('is refused by name when its schema cannot be checked', async () => {
    const call = client.chat.completions.create({
      model: `agent:${await bed.makeAgent()}`,
      messages: [user('Answer.')],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'plan', schema: { $ref: 'https://example.com/schema' } },
      },
    });
    await expect(call).rejects.toMatchObject({
      ...{ status: 400, code: 'openai.not_supported', param: 'response_format' },
      message: expect.stringContaining('same schema'),
    });
  });
});

describe('a crew', () => {
  const makeCrew = async () => {
    const [lead, member] = [await bed.makeAgent(), await bed.makeAgent()];
    const name = uniqueName('Crew');
    const body = { name, supervisor: { agentId: lead }, subordinates: [member] };
    const { crewId } = await bed.client.call(crews.endpoints.create, { body });
    await bed.client.call(agents.endpoints.publish, { params: { id: crewId } });
    return { crewId, name };
  };
  const statusesOf = async (agentId: string) =>
    (await bed.client.call(agentRuns.endpoints.list, { query: { agentId } })).items.map(
      ({ status }) => status,
    );

  it('answers the official OpenAI client in both forms, and is listed among the models', async () => {
    bed.say(({ messages }) => ({ text: `The crew read: ${String(messages.at(-1)?.content)}` }));
    const { crewId } = await makeCrew();
    const model = `agent:${crewId}`;
    expect((await client.models.list()).data.map(({ id }) => id)).toContain(model);
    const completion = await client.chat.completions.create({ model, messages: [user('Plan it.')] });
    expect(completion.choices[0]?.message.content).toBe('The crew read: Plan it.');
    const response = await client.responses.create({ model, input: 'And again.' });
    expect(response.output_text).toBe('The crew read: And again.');
    expect(await statusesOf(crewId)).toEqual(['COMPLETED', 'COMPLETED']);
  });

  it('is a tool of the MCP server', async () => {
    bed.say(({ messages }) => ({ text: `The crew read: ${String(messages.at(-1)?.content)}` }));
    const { crewId, name } = await makeCrew();
    const mcp = new McpClient({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
    await mcp.connect(
      new StreamableHTTPClientTransport(new URL(`${bed.server.origin}/mcp`), { requestInit }),
    );
    const { tools } = await mcp.listTools();
    const tool = tools.find(({ title }) => title === name);
    const result = await mcp.callTool({ name: tool?.name ?? 'none', arguments: { task: 'Plan it.' } });
    await mcp.close();
    expect(result).toMatchObject({ structuredContent: { answer: 'The crew read: Plan it.' } });
    expect(await statusesOf(crewId)).toEqual(['COMPLETED']);
  });
});
