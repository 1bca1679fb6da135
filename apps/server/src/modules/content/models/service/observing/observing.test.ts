import type { ModelPart, ModelRequest } from '@atelier/models';
import { describe, expect, it } from 'vitest';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { TracedReply } from '../ask-model.ts';
import { startClock } from './observed-call.ts';

interface Seen {
  metrics: Record<string, unknown>[];
  spans: Record<string, unknown>[];
  lines: Record<string, unknown>[];
}

/** A context whose operator sees the metrics, the spans and the log of calls. */
const observed = ({ showsContent = true } = {}): Seen & { ctx: Ctx } => {
  const seen: Seen = { metrics: [], spans: [], lines: [] };
  const ctx = {
    tenantId: 'tnt_1',
    within: () => ctx,
    log: { info: (line: Record<string, unknown>) => seen.lines.push(line) },
    services: {
      metrics: { observeModelCall: (call: Record<string, unknown>) => seen.metrics.push(call) },
      telemetry: {
        isOn: true,
        showsContent,
        record: (span: Record<string, unknown>) => seen.spans.push(span),
      },
    },
  } as unknown as Ctx;
  return { ...seen, ctx };
};

describe('the record of a call of a model', () => {
  const call = { modelId: 'prv_1/m', provider: 'openai', model: 'm', operation: 'chat' } as const;
  const tokens = { inputTokens: 3, outputTokens: 4 };

  it('has the duration, the tokens and the cost in credits of a call that succeeded', () => {
    const { ctx, metrics, spans, lines } = observed();
    const before = performance.now();
    const stop = startClock(ctx, call);
    stop('completed', tokens, { cost: 2_500_000, failure: 'not.shown', attributes: { more: 1 } });
    const tookMs = performance.now() - before;
    const { modelId, ...counted } = call;
    expect(metrics).toEqual([{ ...counted, ...tokens, outcome: 'completed', seconds: expect.any(Number) }]);
    expect(Number(metrics[0]?.['seconds'])).toBeGreaterThanOrEqual(0);
    expect(Number(metrics[0]?.['seconds'])).toBeLessThanOrEqual(tookMs / 1000);
    expect(lines).toEqual([
      {
        ...{ tenant: 'tnt_1', model: modelId, operation: 'chat', outcome: 'completed', ...tokens },
        ms: Math.round(Number(metrics[0]?.['seconds']) * 1000),
      },
    ]);
    expect(spans).toMatchObject([{ name: 'chat m', isCall: true }]);
    expect(spans[0]?.['failure']).toBeUndefined();
    expect(spans[0]?.['attributes']).toMatchObject({
      more: 1,
      'gen_ai.request.model': 'm',
      'gen_ai.usage.input_tokens': 3,
      'gen_ai.usage.output_tokens': 4,
      'atelier.cost.credits': 2.5,
    });
  });

  it.each([
    ['failed', 'models.refused', 'models.refused'],
    ['aborted', undefined, 'aborted'],
  ] as const)('says why a call %s with the cause %s', (outcome, failure, shown) => {
    const { ctx, spans } = observed();
    startClock(ctx, call)(outcome, tokens, { failure });
    expect(spans).toMatchObject([{ failure: shown }]);
    expect(spans[0]?.['attributes']).toMatchObject({ 'atelier.cost.credits': undefined });
  });
});

describe('the trace of a reply', () => {
  const say = (role: 'user' | 'assistant', text: string) => ({
    role,
    content: [{ type: 'text' as const, text }],
  });
  const request: ModelRequest = {
    prompt: [{ role: 'system', content: 'Be brief.' }, say('user', 'Why?'), say('assistant', 'Because.')],
    temperature: 0.5,
    maxOutputTokens: 70,
  };
  const delta = (text: string): ModelPart => ({ type: 'text-delta', id: '1', delta: text });
  const finish = { type: 'finish', finishReason: { unified: 'stop' } } as ModelPart;
  const traced = (parts: ModelPart[], asked = request, choice = {}) => {
    const reply = new TracedReply(observed(choice).ctx, asked);
    for (const part of parts) reply.add(part);
    return reply.attributes();
  };
  const messages = (text: unknown) => JSON.parse(String(text)) as { parts: { content: string }[] }[];

  it('shows what was asked and answered, and how long the first word took', () => {
    const before = performance.now();
    const attributes = traced([{ type: 'text-start', id: '1' }, delta('It '), delta('is.'), finish]);
    const tookMs = performance.now() - before;
    expect(attributes).toMatchObject({
      'gen_ai.request.temperature': 0.5,
      'gen_ai.request.max_tokens': 70,
      'gen_ai.response.finish_reasons': ['stop'],
    });
    const first = Number(attributes['gen_ai.response.time_to_first_chunk']);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(first).toBeLessThanOrEqual(tookMs / 1000);
    const text = (content: string) => ({ type: 'text', content });
    expect(JSON.parse(String(attributes['gen_ai.system_instructions']))).toEqual([text('Be brief.')]);
    expect(JSON.parse(String(attributes['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [text('Why?')] },
      { role: 'assistant', parts: [text('Because.')] },
    ]);
    expect(JSON.parse(String(attributes['gen_ai.output.messages']))).toEqual([
      { role: 'assistant', parts: [text('It is.')], finish_reason: 'stop' },
    ]);
  });

  it('shows a reply that broke off as an error', () => {
    const attributes = traced([delta('It')]);
    expect(attributes).not.toHaveProperty(['gen_ai.response.finish_reasons']);
    expect(messages(attributes['gen_ai.output.messages'])).toMatchObject([{ finish_reason: 'error' }]);
    expect(traced([finish])['gen_ai.response.time_to_first_chunk']).toBeUndefined();
  });

  it('shows the newest thirty messages, and 8000 characters of each and of the reply', () => {
    const prompt = Array.from({ length: 40 }, (_, at) => say('user', `${at} ${'x'.repeat(9000)}`));
    const attributes = traced([delta('y'.repeat(7999)), delta('zz'), delta('more')], { prompt });
    expect(attributes).not.toHaveProperty(['gen_ai.system_instructions']);
    const asked = messages(attributes['gen_ai.input.messages']).map(({ parts }) => parts[0]?.content ?? '');
    expect(asked.map((text) => Number.parseInt(text, 10))).toEqual(
      Array.from({ length: 30 }, (_, at) => at + 10),
    );
    expect(asked.map(({ length }) => length)).toEqual(asked.map(() => 8000));
    const [answer] = messages(attributes['gen_ai.output.messages']);
    expect(answer?.parts[0]?.content).toBe(`${'y'.repeat(7999)}z`);
  });

  it('shows no words where the operator did not switch that on', () => {
    const attributes = traced([delta('It is.'), finish], request, { showsContent: false });
    expect(Object.keys(attributes).filter((name) => /messages|system/.test(name))).toEqual([]);
    expect(attributes['gen_ai.response.finish_reasons']).toEqual(['stop']);
  });
});
