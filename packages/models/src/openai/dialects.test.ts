import { expect, it } from 'vitest';
import { collect } from '../../tests/collect.ts';
import type { ModelRequest } from '../chat-model.ts';
import { createChatModel } from '../create-chat-model.ts';
import type { ProviderConfig } from '../provider-config.ts';
import { toProviderPrompt } from '../text-message.ts';

const compatible: ProviderConfig = { kind: 'openai-compatible', baseUrl: 'http://box/v1' };

/** Asks a server that sends these deltas and then ends with `reason`. The bodies of the requests are recorded. */
const replyTo = async (
  deltas: object[],
  {
    reason = 'stop',
    config = compatible,
    ...request
  }: Partial<ModelRequest> & { reason?: string; config?: ProviderConfig } = {},
) => {
  const bodies: Record<string, unknown>[] = [];
  const choices = [
    ...deltas.map((delta) => ({ delta, finish_reason: null })),
    { delta: {}, finish_reason: reason },
  ];
  const events = choices.map((choice) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`);
  const server: typeof fetch = async (_url, init) => {
    bodies.push((await new Response(init?.body).json()) as Record<string, unknown>);
    return new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } });
  };
  const reply = await collect(createChatModel(config, { fetch: server, modelId: 'm', retries: 0 }), request);
  return { ...reply, bodies };
};

const call = { id: 'a', function: { name: 'add', arguments: '{"by":1}' } };

it('takes tool calls that come whole, without an index, and with arguments as an object', async () => {
  const second = { id: 'b', function: { name: 'add', arguments: { by: 2 } } };
  const reply = await replyTo([{ tool_calls: [call] }, { tool_calls: [second] }]);
  expect(reply.toolCalls.map(({ toolCallId, input }) => [toolCallId, input])).toEqual([
    ['a', '{"by":1}'],
    ['b', '{"by":2}'],
  ]);
});

it('says that a reply ended by tool calls, also where the server says stop', async () => {
  const tools = [{ type: 'function' as const, name: 'add', inputSchema: {} }];
  const reply = await replyTo([{ tool_calls: [{ index: 0, ...call }] }], { tools });
  expect(reply.finish?.finishReason).toEqual({ unified: 'tool-calls', raw: 'stop' });
});

it('gives a call without an id one of its own, and a call without arguments an empty object', async () => {
  const reply = await replyTo([{ tool_calls: [{ index: 0, function: { name: 'now' } }] }]);
  expect(reply.toolCalls).toMatchObject([
    { toolCallId: expect.stringMatching(/^call_[\w-]{36}$/), toolName: 'now', input: '{}' },
  ]);
});

it('keeps calls apart whose deltas come in turns', async () => {
  const delta = (index: number, text: string, id?: string) => ({
    tool_calls: [{ index, ...(id ? { id } : {}), function: { name: 'add', arguments: text } }],
  });
  const reply = await replyTo([
    delta(0, '{"a"', 'x'),
    delta(1, '{"b"', 'y'),
    delta(0, ':1}'),
    delta(1, ':2}'),
  ]);
  expect(reply.toolCalls.map(({ input }) => input)).toEqual(['{"a":1}', '{"b":2}']);
});

it('sends the signature of a Gemini call back with the call', async () => {
  const signed = { index: 0, ...call, extra_content: { google: { thought_signature: 'sig' } } };
  const { message } = await replyTo([{ tool_calls: [signed] }], { reason: 'tool_calls' });
  const { bodies } = await replyTo([{ content: 'Done.' }], { prompt: [message] });
  expect(bodies[0]?.messages).toMatchObject([
    { role: 'assistant', content: null, tool_calls: [{ id: 'a', extra_content: signed.extra_content }] },
  ]);
});

it('shortens the ids of other providers’ calls for Mistral, in the call and in its result alike', async () => {
  const toolCallId = 'call_of_another_provider';
  const named = { toolCallId, toolName: 'add' };
  const { bodies } = await replyTo([{ content: 'Done.' }], {
    config: { kind: 'mistral', apiKey: 'k' },
    prompt: [
      { role: 'assistant', content: [{ type: 'tool-call', ...named, input: {} }] },
      { role: 'tool', content: [{ type: 'tool-result', ...named, output: { type: 'text', value: '3' } }] },
    ],
  });
  const short: unknown = expect.stringMatching(/^[a-zA-Z0-9]{9}$/);
  expect(bodies[0]?.messages).toMatchObject([{ tool_calls: [{ id: short }] }, { tool_call_id: short }]);
  expect(JSON.stringify(bodies)).not.toContain(toolCallId);
});

it('reads Mistral’s thoughts, which are items of the content', async () => {
  const thinking = [{ type: 'text', text: 'Hm. ' }];
  const reply = await replyTo([
    { content: [{ type: 'thinking', thinking }] },
    { content: [{ type: 'text', text: 'Yes.' }] },
  ]);
  expect(reply.message.content).toMatchObject([
    { type: 'reasoning', text: 'Hm. ' },
    { type: 'text', text: 'Yes.' },
  ]);
});

it('passes the words of a refusal on as text, and says that it is one', async () => {
  const reply = await replyTo([{ refusal: 'I cannot ' }, { refusal: 'help.' }]);
  expect(reply.text).toBe('I cannot help.');
  expect(reply.finish?.finishReason).toEqual({ unified: 'content-filter', raw: 'stop' });
});

it('asks for strict mode only where the schema allows it', async () => {
  const properties = { a: { type: 'string' }, b: { type: 'string' } };
  const strict = { type: 'object', properties, required: ['a', 'b'], additionalProperties: false };
  for (const [schema, expected] of [
    [strict, true],
    [{ ...strict, required: ['a'] }, false],
    [{ ...strict, properties: { ...properties, b: { type: 'object', properties } } }, false],
  ] as const) {
    const { bodies } = await replyTo([{ content: '{}' }], { responseFormat: { type: 'json', schema } });
    expect(bodies[0]?.response_format).toMatchObject({ json_schema: { schema, strict: expected } });
  }
});

it('says the form of the answer in words where the provider refuses its schema, with the reason', async () => {
  const seen: { response_format?: { json_schema: { schema: unknown } }; messages: { content: unknown }[] }[] =
    [];
  const reason = "Invalid schema for response_format 'reply': In context=(), 'allOf' is not permitted.";
  const picky: typeof fetch = async (_url, init) => {
    const body = (await new Response(init?.body).json()) as (typeof seen)[number];
    seen.push(body);
    if (body.response_format) return Response.json({ error: { message: reason } }, { status: 400 });
    return Response.json({ choices: [{ message: { content: '{"n":1}' }, finish_reason: 'stop' }] });
  };
  const model = createChatModel(compatible, { fetch: picky, modelId: 'm' });
  const schema = {
    type: 'object',
    definitions: { Count: { type: 'integer', minimum: 0, exclusiveMinimum: true } },
    properties: { n: { $ref: '#/definitions/Count' }, rows: { type: 'array' } },
  };
  const reply = await collect(model, { responseFormat: { type: 'json', schema } });
  expect(reply.text).toBe('{"n":1}');
  // The schema is written as that of a tool.
  const adapted = {
    type: 'object',
    properties: { n: { $ref: '#/$defs/Count' }, rows: { type: 'array', items: {} } },
    $defs: { Count: { type: 'integer', exclusiveMinimum: 0 } },
  };
  expect(seen[0]?.response_format?.json_schema.schema).toEqual(adapted);
  expect(seen[1]?.response_format).toBeUndefined();
  expect(seen[1]?.messages.at(-1)?.content).toBe(
    `Answer with JSON alone, without any other words, that fits this JSON Schema:\n${JSON.stringify(adapted)}`,
  );
  expect(reply.parts[0]).toEqual({
    type: 'stream-start',
    warnings: [{ type: 'unsupported', feature: 'schema of the answer', details: reason }],
  });
});

it('asks for a list by its schema where the provider takes one, and else in words', async () => {
  const schema = { type: 'array', items: { type: 'string' } };
  const bodyFor = async (config: ProviderConfig): Promise<Record<string, unknown>> => {
    let body: unknown;
    const answering: typeof fetch = async (_url, init) => {
      body = await new Response(init?.body).json();
      return Response.json({ choices: [{ message: { content: '[]' }, finish_reason: 'stop' }] });
    };
    const model = createChatModel(config, { fetch: answering, modelId: 'm' });
    await collect(model, { responseFormat: { type: 'json', schema } });
    return body as Record<string, unknown>;
  };
  expect((await bodyFor(compatible))['response_format']).toMatchObject({ json_schema: { schema } });
  const inWords = await bodyFor({ kind: 'openai', apiKey: 'k' });
  expect(inWords['response_format']).toBeUndefined();
  expect(JSON.stringify(inWords['messages'])).toContain('fits this JSON Schema');
});

it('asks for JSON of any shape where the model refuses a schema, and warns of it', async () => {
  const formats: unknown[] = [];
  const picky: typeof fetch = async (_url, init) => {
    const body = (await new Response(init?.body).json()) as { response_format: { type: string } };
    formats.push(body.response_format.type);
    if (body.response_format.type === 'json_schema')
      return Response.json(
        { error: { message: 'This response_format type is unavailable now' } },
        { status: 400 },
      );
    return Response.json({ choices: [{ message: { content: '{}' }, finish_reason: 'stop' }] });
  };
  const model = createChatModel(compatible, { fetch: picky, modelId: 'm' });
  const reply = await collect(model, { responseFormat: { type: 'json', schema: { type: 'object' } } });
  expect(reply.text).toBe('{}');
  expect(formats).toEqual(['json_schema', 'json_object']);
  expect(reply.parts[0]).toEqual({
    type: 'stream-start',
    warnings: [{ type: 'unsupported', feature: 'response_format' }],
  });
});

it('sends sound, documents and addresses of pictures, and refuses files that the wire does not know', async () => {
  const file = (mediaType: string) => ({
    type: 'file' as const,
    mediaType,
    data: { type: 'data' as const, data: new Uint8Array([1, 2, 3]) },
  });
  const picture = {
    type: 'file' as const,
    mediaType: 'image/png',
    data: { type: 'url' as const, url: new URL('https://example.com/a.png') },
  };
  const content = [file('audio/wav'), file('application/pdf'), picture];
  const { bodies } = await replyTo([{ content: 'Yes.' }], { prompt: [{ role: 'user', content }] });
  expect(bodies[0]?.messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'input_audio', input_audio: { data: 'AQID', format: 'wav' } },
        {
          type: 'file',
          file: { filename: 'document.pdf', file_data: 'data:application/pdf;base64,AQID' },
        },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      ],
    },
  ]);
  const prompt = [{ role: 'user' as const, content: [file('video/mp4')] }];
  const refused = await replyTo([], { prompt });
  expect(refused.error).toMatchObject({ code: 'models.unsupported', retryable: false });
  expect([refused.parts, refused.bodies]).toEqual([[], []]);
});

it('estimates the usage of a call by its tools, its messages and all that the model wrote', async () => {
  const prompt = toProviderPrompt([{ role: 'user', content: 'Add one.' }]);
  const tools = [{ type: 'function' as const, name: 'add', inputSchema: { type: 'object' } }];
  const bare = await replyTo([{ content: 'Yes.' }], { prompt });
  const full = await replyTo([{ tool_calls: [{ index: 0, ...call }] }], { prompt, tools });
  const [small, large] = [bare, full].map(({ finish }) => finish?.usage);
  expect(large?.inputTokens.total).toBeGreaterThan((small?.inputTokens.total ?? 0) + 10);
  expect(large?.outputTokens.total).toBe(2);
});
