import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelDeps, ModelRequest, ModelTool } from '../../src/chat-model.ts';
import { toProviderPrompt } from '../../src/text-message.ts';
import { type Collected, collect } from '../collect.ts';
import { type Adapter, adapters } from './adapters.ts';
import type { Block, Script } from './script.ts';
import { type ScriptedProvider, startScriptedProvider } from './scripted-provider.ts';

const weather: ModelTool = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather of a city.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
};

const text = (...deltas: string[]): Block => ({ type: 'text', deltas });
const call = (id: string, ...deltas: string[]): Block => ({
  type: 'tool',
  id,
  name: 'get_weather',
  deltas,
});
const thought: Block = { type: 'reasoning', deltas: ['First ', 'think.'], signature: 'c2lnbmVk' };

const asked = toProviderPrompt([{ role: 'user', content: 'How is it in Paris and in Rome?' }], 'Be brief.');

/** Returns the parts that carry the reply, without other parts that some protocols send. */
const orderOf = ({ order }: Collected) => order.filter((type) => !beside.has(type));
const beside = new Set<string>(['stream-start', 'response-metadata', 'custom', 'ping']);

type Options = Partial<ModelDeps> & Parameters<typeof collect>[2];

/** Starts a scripted provider for the tests of one adapter, with a function that sends a request to it. */
const setUp = (adapter: Adapter) => {
  const started: { provider?: ScriptedProvider } = {};
  beforeAll(async () => {
    started.provider = await startScriptedProvider(adapter.dialect);
  });
  afterAll(() => started.provider?.close());
  const use = (): ScriptedProvider => {
    if (!started.provider) throw new Error('The provider is started before the first test.');
    return started.provider;
  };
  const ask = (script: Script | Script[], request: Partial<ModelRequest> = {}, given: Options = {}) => {
    const { onText, signal, ...deps } = given;
    use().play(...[script].flat());
    const model = adapter.open(use().origin, { fetch, retries: 0, ...deps });
    const options = { ...(onText ? { onText } : {}), ...(signal ? { signal } : {}) };
    return collect(model, { prompt: asked, ...request }, options);
  };
  return { ask, heard: () => use().heard(), requests: () => use().requests };
};

describe.each(adapters)('$name', (adapter) => {
  const { ask, heard, requests } = setUp(adapter);

  it('passes plain text on, between a start and an end', async () => {
    const reply = await ask({ blocks: [text('Sunny.')] });
    expect(reply.text).toBe('Sunny.');
    expect(orderOf(reply)).toEqual(['text-start', 'text-delta', 'text-end', 'finish']);
    expect(heard().system).toBe('Be brief.');
  });

  it('passes several deltas on as they come', async () => {
    const reply = await ask({ blocks: [text('It ', 'is ', 'sunny.')] });
    expect(reply.text).toBe('It is sunny.');
    expect(reply.texts.length).toBeGreaterThan(1);
  });

  it('offers tools and the choice among them', async () => {
    const choices = [
      [{ type: 'required' as const }, adapter.required],
      [{ type: 'tool' as const, toolName: 'get_weather' }, 'get_weather'],
    ] as const;
    for (const [toolChoice, expected] of choices) {
      await ask({ blocks: [text('No.')] }, { tools: [weather], toolChoice });
      expect(heard()).toMatchObject({ tools: { get_weather: ['city'] }, choice: expected });
    }
  });

  it('streams the arguments of a tool call and ends with the whole call', async () => {
    const script: Script = { blocks: [call('call00001', '{"city":', '"Paris"}')], end: 'tool-calls' };
    const reply = await ask(script, { tools: [weather] });
    expect(orderOf(reply)).toEqual([
      'tool-input-start',
      'tool-input-delta',
      'tool-input-end',
      'tool-call',
      'finish',
    ]);
    expect(reply.toolCalls).toMatchObject([
      { toolCallId: 'call00001', toolName: 'get_weather', input: '{"city":"Paris"}' },
    ]);
    const deltas = reply.parts.map((part) => (part.type === 'tool-input-delta' ? part.delta : ''));
    expect(deltas.join('')).toBe('{"city":"Paris"}');
    expect(reply.finish?.finishReason.unified).toBe('tool-calls');
  });

  it('keeps two parallel calls apart, with the text before them', async () => {
    const blocks = [
      text('I will look.'),
      call('call00001', '{"city":"Paris"}'),
      call('call00002', '{"city":"Rome"}'),
    ];
    const reply = await ask({ blocks, end: 'tool-calls' }, { tools: [weather] });
    expect(reply.text).toBe('I will look.');
    expect(reply.toolCalls.map(({ toolCallId, input }) => [toolCallId, input])).toEqual([
      ['call00001', '{"city":"Paris"}'],
      ['call00002', '{"city":"Rome"}'],
    ]);
  });

  it('sends calls and their results back as the wire wants them', async () => {
    const blocks = [call('call00001', '{"city":"Paris"}'), call('call00002', '{"city":"Rome"}')];
    const first = await ask({ blocks, end: 'tool-calls' }, { tools: [weather] });
    const result = (toolCallId: string) => ({
      type: 'tool-result' as const,
      toolCallId,
      toolName: 'get_weather',
    });
    const prompt: LanguageModelV4Prompt = [
      ...asked,
      first.message,
      {
        role: 'tool',
        content: [
          { ...result('call00001'), output: { type: 'text', value: 'Sunny, 20 °C' } },
          { ...result('call00002'), output: { type: 'error-json', value: { error: 'unknown city' } } },
        ],
      },
    ];
    const last = await ask({ blocks: [text('Sunny in Paris.')] }, { tools: [weather], prompt });
    expect(last.error).toBeUndefined();
    const { calls, results } = heard();
    expect(calls).toMatchObject([
      { id: 'call00001', name: 'get_weather', input: { city: 'Paris' } },
      { id: 'call00002', name: 'get_weather', input: { city: 'Rome' } },
    ]);
    expect(results).toMatchObject([
      { id: 'call00001', text: 'Sunny, 20 °C' },
      { id: 'call00002', text: expect.stringContaining('unknown city') },
    ]);
  });

  it('asks for a reply by a schema', async () => {
    const json = '{"city":"Paris"}';
    const block: Block = adapter.schemaIsTool
      ? { type: 'tool', id: 'call00001', name: 'json', deltas: [json] }
      : text(json);
    const script: Script = { blocks: [block], end: adapter.schemaIsTool ? 'tool-calls' : 'stop' };
    const responseFormat = { type: 'json' as const, name: 'place', schema: weather.inputSchema };
    const reply = await ask(script, { responseFormat });
    expect(JSON.parse(reply.text)).toEqual({ city: 'Paris' });
    expect(reply.finish?.finishReason.unified).toBe('stop');
    expect(heard().schema).toMatchObject({ properties: { city: { type: 'string' } } });
  });

  it('tells reasoning from text, and gives back of it what the provider wants', async () => {
    const script: Script = { blocks: [thought, text('Sunny.')] };
    const request: Partial<ModelRequest> = { reasoning: 'low', maxOutputTokens: 4_000 };
    const reply = await ask(script, request);
    expect(orderOf(reply)).toEqual([
      'reasoning-start',
      'reasoning-delta',
      'reasoning-end',
      'text-start',
      'text-delta',
      'text-end',
      'finish',
    ]);
    expect(reply.text).toBe('Sunny.');
    expect(reply.message.content).toMatchObject([
      { type: 'reasoning', text: 'First think.' },
      { type: 'text', text: 'Sunny.' },
    ]);
    const prompt = [...asked, reply.message, ...toProviderPrompt([{ role: 'user', content: 'And now?' }])];
    await ask({ blocks: [text('Still.')] }, { ...request, prompt });
    const { reasoning } = heard();
    const thoughts = reasoning.map((each) => each.text).join('');
    expect(thoughts).toBe(adapter.keepsReasoning === 'no' ? '' : 'First think.');
    const signatures = reasoning.flatMap(({ signature }) => signature ?? []);
    expect(signatures).toEqual(adapter.keepsReasoning === 'signed' ? ['c2lnbmVk'] : []);
  });

  it('reports usage with what was cached and what was reasoned', async () => {
    const usage = { input: 100, cached: 40, output: 30, reasoning: 10 };
    const reply = await ask({ blocks: [text('Sunny.')], usage });
    expect(reply.finishes).toHaveLength(1);
    expect(reply.finish?.usage).toMatchObject({
      inputTokens: { total: 100, noCache: 60, cacheRead: 40 },
      outputTokens: { total: 30, ...(adapter.reportsReasoningTokens ? { text: 20, reasoning: 10 } : {}) },
      estimated: false,
    });
  });

  it.each(['stop', 'length', 'content-filter'] as const)('says that the reply ended by %s', async (end) => {
    const reply = await ask({ blocks: [text('Sun')], end });
    expect(reply.error).toBeUndefined();
    expect(reply.finish?.finishReason.unified).toBe(end);
    expect(reply.finish?.finishReason.raw).toMatch(/^\w+$/);
  });

  it('ends at once when it is stopped in the middle, and counts what came', async () => {
    const controller = new AbortController();
    const reply = await ask(
      { blocks: [text('Sun')], end: 'silence' },
      {},
      { signal: controller.signal, onText: () => controller.abort() },
    );
    expect(reply.text).toBe('Sun');
    expect(reply.error?.code).toBe('models.aborted');
    expect(reply.finishes).toMatchObject([{ finishReason: { unified: 'error', raw: 'models.aborted' } }]);
    await expect.poll(() => requests().at(-1)?.wasAborted).toBe(true);
  });

  it('waits as long as a busy provider asks, and no longer than is sensible', async () => {
    const busy = (seconds: string): Script => ({
      refusal: { status: 429, headers: { 'retry-after': seconds }, message: 'Too many requests.' },
    });
    const answered = await ask([busy('0'), { blocks: [text('Sunny.')] }], {}, { retries: 1 });
    expect(answered).toMatchObject({ text: 'Sunny.', error: undefined });
    const refused = await ask(busy('30'), {}, { retries: 1 });
    expect(refused.error).toMatchObject({ code: 'models.rate_limited', retryAfterMs: 30_000 });
    expect(refused.parts).toEqual([]);
  });

  it('repeats a call that fails before the first token, and gives it up after that', async () => {
    const failing: Script = { refusal: { status: 503 } };
    const answered = await ask([failing, { blocks: [text('Sunny.')] }], {}, { retries: 1 });
    expect(answered.text).toBe('Sunny.');
    const before = requests().length;
    const refused = await ask(failing, {}, { retries: 1 });
    expect(refused.error).toMatchObject({ code: 'models.unavailable', retryable: true });
    expect(requests().length - before).toBe(2);
  });

  it('repeats a call that the provider accepted and then dropped without a token', async () => {
    const reply = await ask([{ end: 'cut' }, { blocks: [text('Sunny.')] }], {}, { retries: 1 });
    expect(reply).toMatchObject({ text: 'Sunny.', error: undefined });
    expect(reply.finishes).toHaveLength(1);
  });

  it.each(['cut', 'early'] as const)(
    'keeps what came before a stream broke (%s), and does not repeat the call',
    async (end) => {
      const before = requests().length;
      const reply = await ask({ blocks: [text('It ', 'is ')], end }, {}, { retries: 2 });
      expect(reply.text).toMatch(/^It (is )?$/);
      const code = end === 'early' ? adapter.earlyEnd : 'models.unavailable';
      expect(reply.error?.code).toBe(code);
      expect(reply.finishes).toMatchObject([{ finishReason: { unified: 'error', raw: code } }]);
      expect(requests().length - before).toBe(1);
    },
  );
});

describe.each(adapters.filter(({ sendsInputAsText }) => sendsInputAsText))('$name', (adapter) => {
  const { ask, heard } = setUp(adapter);

  it('keeps malformed arguments as text, and sends them back readable', async () => {
    const blocks = [call('call00001', '{"city": ', '"Par')];
    const reply = await ask({ blocks, end: 'tool-calls' }, { tools: [weather] });
    expect(reply.error).toBeUndefined();
    expect(reply.toolCalls).toMatchObject([{ input: '{"city": "Par' }]);
    const output = { type: 'error-text' as const, value: 'Not valid JSON.' };
    const result = {
      type: 'tool-result' as const,
      toolCallId: 'call00001',
      toolName: 'get_weather',
      output,
    };
    const prompt: LanguageModelV4Prompt = [...asked, reply.message, { role: 'tool', content: [result] }];
    await ask({ blocks: [text('Sorry.')] }, { tools: [weather], prompt });
    expect(heard().calls).toMatchObject([{ input: { rawInvalidInput: '{"city": "Par' } }]);
  });
});

describe.each(adapters.filter(({ mayLeaveOutUsage }) => mayLeaveOutUsage))('$name', (adapter) => {
  const { ask } = setUp(adapter);

  it('estimates usage that is not reported, and says so', async () => {
    const reply = await ask({ blocks: [text('Sunny all day.')], usage: null });
    expect(reply.finish?.usage.estimated).toBe(true);
    expect(reply.finish?.usage.inputTokens.total).toBeGreaterThan(5);
    expect(reply.finish?.usage.outputTokens.total).toBeGreaterThan(2);
  });
});
