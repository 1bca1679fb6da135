import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openWorkplace, type Workplace } from '../../../../../tests/programs/workplace.ts';

// The shapes of the Open Responses specification of 2026-04-24, as its schema describes them, for what an app can send.
const whole = z.number().int();
const Annotation = z.object({
  type: z.literal('url_citation'),
  url: z.url(),
  title: z.string(),
  start_index: whole.min(0),
  end_index: whole.min(0),
});
const Part = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(Annotation),
  logprobs: z.array(z.unknown()),
});
const Item = z.object({
  type: z.literal('message'),
  id: z.string(),
  status: z.enum(['in_progress', 'incomplete', 'completed']),
  role: z.literal('assistant'),
  content: z.array(Part),
});
const Usage = z.object({
  input_tokens: whole,
  output_tokens: whole,
  total_tokens: whole,
  input_tokens_details: z.object({ cached_tokens: whole }),
  output_tokens_details: z.object({ reasoning_tokens: whole }),
});
const ResponseResource = z.object({
  id: z.string(),
  object: z.literal('response'),
  created_at: whole,
  completed_at: whole.nullable(),
  status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']),
  incomplete_details: z.object({ reason: z.string() }).nullable(),
  model: z.string(),
  previous_response_id: z.string().nullable(),
  instructions: z.string().nullable(),
  output: z.array(Item),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  tools: z.array(z.unknown()),
  tool_choice: z.enum(['none', 'auto', 'required']),
  truncation: z.enum(['auto', 'disabled']),
  parallel_tool_calls: z.boolean(),
  text: z.object({ format: z.object({ type: z.literal('text') }) }),
  top_p: z.number(),
  presence_penalty: z.number(),
  frequency_penalty: z.number(),
  top_logprobs: whole,
  temperature: z.number(),
  reasoning: z.null(),
  usage: Usage.nullable(),
  max_output_tokens: whole.nullable(),
  max_tool_calls: whole.nullable(),
  store: z.boolean(),
  background: z.boolean(),
  service_tier: z.string(),
  metadata: z.record(z.string(), z.string()),
  safety_identifier: z.string().nullable(),
  prompt_cache_key: z.string().nullable(),
});

const place = { item_id: z.string(), output_index: whole, content_index: whole };
const eventShapes: Record<string, z.ZodRawShape> = {
  'response.created': { response: ResponseResource },
  'response.in_progress': { response: ResponseResource },
  'response.output_item.added': { output_index: whole, item: Item },
  'response.content_part.added': { ...place, part: Part },
  'response.output_text.delta': { ...place, delta: z.string(), logprobs: z.array(z.unknown()) },
  'response.output_text.annotation.added': { ...place, annotation_index: whole, annotation: Annotation },
  'response.output_text.done': { ...place, text: z.string(), logprobs: z.array(z.unknown()) },
  'response.content_part.done': { ...place, part: Part },
  'response.output_item.done': { output_index: whole, item: Item },
  'response.completed': { response: ResponseResource },
};

type Message = { type: 'message'; role: string; content: string };
const say = (role: string, content: string): Message => ({ type: 'message', role, content });

// The cases of the compliance suite of Open Responses, by its description. Three do not apply, because an app calls no tools of the
// program and reads no pictures: tool-calling, tool-calling-streaming and image-input.
describe('the compliance cases of Open Responses that apply to apps', () => {
  let work: Workplace;

  beforeAll(async () => {
    work = await openWorkplace();
  });
  afterAll(() => work.close());

  const send = (input: readonly Message[], stream = false) =>
    fetch(`${work.server.origin}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${work.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: `app:${work.appId}`, input, stream }),
    });

  it.each([
    ['basic-response', [say('user', 'How many days of paid leave?')]],
    ['system-prompt', [say('system', 'You are a pirate.'), say('user', 'How many days of paid leave?')]],
    [
      'multi-turn',
      [
        say('user', 'My name is Alice.'),
        say('assistant', 'Hello Alice! How can I help you today?'),
        say('user', 'How many days of paid leave do I have?'),
      ],
    ],
  ])('%s: the response fits the schema, is completed and has output', async (_name, input) => {
    const reply = await send(input);
    expect(reply.headers.get('content-type')).toContain('application/json');
    const response = ResponseResource.parse(await reply.json());
    expect(response.status).toBe('completed');
    expect(response.output.length).toBeGreaterThan(0);
  });

  it('streaming-response: every event fits its schema, has its name and the next number, and [DONE] ends the stream', async () => {
    const reply = await send([say('user', 'How many days of paid leave?')], true);
    expect(reply.headers.get('content-type')).toContain('text/event-stream');
    const blocks = (await reply.text()).trim().split('\n\n');
    expect(blocks.at(-1)).toBe('data: [DONE]');
    const types = blocks.slice(0, -1).map((block, number) => {
      const [, event = '', data = ''] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? [];
      const body: unknown = JSON.parse(data);
      const shape = z.object({
        type: z.literal(event),
        sequence_number: z.literal(number),
        ...eventShapes[event],
      });
      expect(Object.keys(eventShapes)).toContain(event);
      shape.parse(body);
      return event;
    });
    expect(types.slice(0, 4)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
    ]);
    expect(types.slice(-4)).toEqual([
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
  });
});
