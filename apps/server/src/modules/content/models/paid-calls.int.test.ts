import { models } from '@atelier/contracts/content/models';
import { toProviderPrompt } from '@atelier/models';
import { type FakeServer, type Handler, sendJson, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedAndPay } from '../../../../tests/fakes/embed-and-pay.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import type { Ctx, TxCtx } from '../../../kernel/context/context.ts';
import { RunLost, RunStopped } from '../../../kernel/runs/definition/causes.ts';
import type { RunContext } from '../../../kernel/runs/index.ts';
import { embedTextsUnpaid, questionEmbedding, rerankTexts } from './service/call-by-tokens.ts';
import { AskedTogether, askRecorded, completeText } from './service/complete-text.ts';
import { readOfferedModels } from './service/load-catalogue.ts';
import { quote } from './service/quote.ts';
import { findVisionModel, resolveChatModel } from './service/resolve-chat-model.ts';
import { findTranscriptionModel, transcribe, transcription } from './service/transcribe.ts';

const answers: Record<string, object> = {
  '/v1/chat/completions': {
    choices: [{ message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 50, completion_tokens: 10 },
  },
  '/v1/embeddings': {
    data: [{ index: 0, embedding: [1, 0] }],
    usage: { prompt_tokens: 7, total_tokens: 7 },
  },
  '/v1/rerank': { results: [{ index: 0, relevance_score: 0.5 }], usage: { total_tokens: 42 } },
  '/v1/audio/transcriptions': {
    text: 'Hello.',
    duration: 60,
    segments: [{ start: 0, end: 1, text: 'Hello.' }],
  },
};

/** Looks at the credits that are held while the provider works. */
let look: () => Promise<void> = () => Promise.resolve();

/** Refuses every request to a model named `broken`, and puts off one to a model named `busy`. A model named `held` writes one word and then nothing. */
const answer: Handler = async ({ path, body }, response) => {
  await look();
  if (body['model'] === 'held') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content: 'Yes' } }] })}\n\n`,
    );
    return;
  }
  const known = ['broken', 'busy'].includes(String(body['model'])) ? undefined : answers[path];
  if (known) return sendJson(response, known);
  const status = body['model'] === 'busy' ? 503 : 400;
  return sendJson(response, { error: { message: 'Not this.' } }, { status });
};

describe('calls that are paid for', () => {
  let provider: FakeServer;
  let server: TestServer;
  let tenantId: string;
  let ctx: Ctx;
  let providerId: string;
  const log: string[] = [];

  beforeAll(async () => {
    provider = await startFakeServer(answer);
    server = await startTestServer({
      env: { OUTBOUND_ALLOW: new URL(provider.origin).host },
      onLog: (line) => log.push(line),
    });
    const { client, user } = await server.signUp();
    tenantId = user.tenantId;
    ctx = server.contextOf(tenantId);
    ({ providerId } = await client.call(models.endpoints.createProvider, {
      body: {
        kind: 'openai-compatible',
        name: 'Scripted',
        settings: { baseUrl: `${provider.origin}/v1`, apiKey: 'sk-test' },
        chatModels: ['good', 'broken', 'busy', 'held'],
        embeddingModels: ['good', 'broken'],
        rerankModels: ['good', 'broken'],
        transcriptionModels: ['good'],
        visionModels: ['good'],
      },
    }));
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const signal = new AbortController().signal;
  const idOf = (model: string) => `${providerId}/${model}`;
  const calls: Record<string, (model: string) => Promise<unknown>> = {
    chat: async (model) => {
      const request = { prompt: toProviderPrompt([{ role: 'user', content: 'Is it?' }]) };
      return completeText(ctx, await resolveChatModel(ctx, idOf(model)), {
        request,
        reference: `chat ${model}`,
        signal,
      });
    },
    embedding: (model) =>
      embedAndPay(ctx, { modelId: idOf(model), texts: ['a'], reference: `embedding ${model}` }),
    rerank: (model) =>
      rerankTexts(ctx, { modelId: idOf(model), query: 'q', texts: ['a'], reference: `rerank ${model}` }),
    transcription: async (model) => {
      const found = await findTranscriptionModel(ctx);
      if (!found) throw new Error('There is one.');
      const { settle } = await transcribe(
        ctx,
        { ...found, model, modelId: idOf(model) },
        {
          recording: new Blob(['sound']),
          name: 'talk.wav',
          seconds: 30,
          reference: `transcription ${model}`,
          knowledgeBaseId: 'knb_any',
          signal,
        },
      );
      await ctx.tx(settle);
    },
  };

  const metrics = async () => (await server.visitor().fetch('/api/metrics')).text();
  const outcomesOf = async (operation: string, model: string) => {
    const count = new RegExp(
      `^atelier_model_call_duration_seconds_count\\{provider="openai-compatible",model="${model}",operation="${operation}",outcome="(\\w+)"\\} (\\d+)$`,
      'gm',
    );
    return [...(await metrics()).matchAll(count)].map(([, outcome, times]) => `${outcome} ${times}`);
  };
  const loggedOf = (operation: string, model: string) =>
    log
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['msg'] === 'model call' && line['operation'] === operation)
      .filter((line) => line['model'] === idOf(model))
      .map((line) => line['outcome']);
  const tokensOf = async (model: string) => {
    const text = await metrics();
    const count = (direction: string) =>
      Number(text.match(`_tokens_total\\{.*model="${model}",direction="${direction}"\\} (\\d+)`)?.[1] ?? 0);
    return { input: count('input'), output: count('output') };
  };
  const usageOf = (reference: string) =>
    server.sql(
      `select kind, model_id, input_tokens, output_tokens, amount::text from usage_records where tenant_id = $1 and reference = $2`,
      [tenantId, reference],
    );
  const openHolds = () =>
    server.sql(`select amount::text from ledger_holds where tenant_id = $1`, [tenantId]);

  it.each([
    { operation: 'chat', kind: 'OTHER', input: 50, output: 10, amount: '90000', held: '4006000' },
    { operation: 'embedding', kind: 'EMBEDDING', input: 7, output: 0, amount: '7000', held: '1000' },
    { operation: 'rerank', kind: 'OTHER', input: 42, output: 0, amount: '42000', held: '2000' },
    { operation: 'transcription', kind: 'OTHER', input: 0, output: 0, amount: '6000000', held: '3000000' },
  ])(
    'holds what a call for $operation may cost, and charges what it used, and no more',
    async ({ operation, kind, input, output, amount, held }) => {
      const before = await tokensOf('good');
      const seen: unknown[] = [];
      look = async () => void seen.push(await openHolds());
      await calls[operation]?.('good');
      look = () => Promise.resolve();
      expect(seen).toEqual([[{ amount: held }]]);
      expect(await outcomesOf(operation, 'good')).toEqual(['completed 1']);
      expect(loggedOf(operation, 'good')).toEqual(['completed']);
      const after = await tokensOf('good');
      expect([after.input - before.input, after.output - before.output]).toEqual([input, output]);
      expect(await usageOf(`${operation} good`)).toEqual([
        { kind, model_id: idOf('good'), input_tokens: input, output_tokens: output, amount },
      ]);
      expect(await openHolds()).toEqual([]);
    },
  );

  it('quotes what embeddings, recordings and pictures will cost', async () => {
    expect(await quote.embedding(ctx, idOf('good'), 1500)).toBe(1.5);
    expect(await quote.embedding(ctx, idOf('gone'), 1500)).toBe(0);
    const [listener, seer] = [await findTranscriptionModel(ctx), await findVisionModel(ctx)];
    if (!listener || !seer) throw new Error('There are both.');
    expect(quote.recording(listener, 90)).toBeCloseTo(9);
    expect(quote.pictures(seer, 2)).toBeCloseTo(6.2);
    expect(transcription.secondsOfSize({ name: 'talk.mp3', size: 2_000_000 })).toBe(120);
    expect(transcription.secondsOfSize({ name: 'film.MP4', size: 2_000_000 })).toBe(12);
  });

  it('embeds a question for a hold of the caller, who is told what it cost', async () => {
    const offered = await readOfferedModels(ctx);
    const wanted = { modelIds: [idOf('good'), idOf('gone')], tokens: 3 };
    const found = await ctx.tx((tx) => questionEmbedding.find(tx, offered, wanted));
    expect(found).toHaveLength(1);
    const [held] = found;
    expect([held?.modelId, held?.amount, held?.uses]).toEqual([idOf('good'), 3000, []]);
    expect(await held?.embed(ctx, 'Is it?')).toEqual(new Float32Array([1, 0]));
    expect(provider.requests.at(-1)?.body['input']).toEqual(['Is it?']);
    expect(held?.uses).toEqual([{ kind: 'EMBEDDING', modelId: idOf('good'), inputTokens: 7, cost: 7000 }]);
  });

  it('charges a share of a call, and tells what it cost in the same transaction', async () => {
    const order = { modelId: idOf('good'), texts: ['a'] };
    for (const [reference, share, amount] of [
      ['a quarter', 0.25, '1750'],
      ['nothing', 0, '0'],
    ] as const) {
      const { settleShare } = await embedTextsUnpaid(ctx, { ...order, reference });
      await ctx.tx((tx) => settleShare(tx, share));
      expect(await usageOf(reference)).toMatchObject(amount === '0' ? [] : [{ amount }]);
    }
    const costs: number[] = [];
    await completeText(ctx, await resolveChatModel(ctx, idOf('good')), {
      request: { prompt: toProviderPrompt([{ role: 'user', content: 'Is it?' }]), maxOutputTokens: 5 },
      reference: 'with a listener',
      signal,
      onCost: async (_tx, cost) => void costs.push(cost),
    });
    expect(costs).toEqual([90_000]);
    expect(await usageOf('with a listener')).toMatchObject([{ amount: '90000' }]);
    expect(await openHolds()).toEqual([]);
  });

  it.each([
    { why: 'nobody continues', reason: undefined, charges: 2 },
    { why: 'another process continues', reason: new RunLost('the run is in other hands'), charges: 0 },
  ])('charges $charges replies of a run that $why', async ({ why, reason, charges }) => {
    const controller = new AbortController();
    const run = { ctx, signal: controller.signal } as RunContext;
    const resolved = await resolveChatModel(ctx, idOf('good'));
    const asked = new AskedTogether({ run, resolved, reference: why });
    const request = { prompt: toProviderPrompt([{ role: 'user', content: 'Is it?' }]) };
    const replies = [await asked.ask(request), await asked.ask(request)];
    expect(replies.map(({ text }) => text)).toEqual(['Yes.', 'Yes.']);
    if (reason) controller.abort(reason);
    await asked.giveUp();
    expect(await usageOf(why)).toHaveLength(charges);
    await server.sql('delete from ledger_holds where tenant_id = $1', [tenantId]);
  });

  it('asks once for a reply that a run records, and pays for it with the record', async () => {
    const run = {
      ctx,
      outward: (_name: string, _choice: object, work: (call: object) => Promise<unknown>) => work({ signal }),
      writeOnce: (_name: string, work: (tx: TxCtx) => Promise<void>) => ctx.tx(work),
    } as unknown as RunContext;
    const seen: string[] = [];
    const ask = (model: string) =>
      askRecorded(run, {
        names: { reply: 'reply', payment: 'payment' },
        modelId: idOf(model),
        onBegin: () => seen.push('begins'),
        check: ({ modelId }) => seen.push(modelId),
        record: ({ text }, cost, providerName) => ({ text, cost, providerName }),
        request: { prompt: toProviderPrompt([{ role: 'user', content: 'Is it?' }]) },
        reference: `recorded ${model}`,
      });
    expect(await ask('good')).toEqual({ text: 'Yes.', cost: 90_000, providerName: 'Scripted' });
    expect(seen).toEqual(['begins', idOf('good')]);
    expect(await usageOf('recorded good')).toMatchObject([{ amount: '90000' }]);
    const before = provider.requests.length;
    await expect(ask('busy')).rejects.toMatchObject({ code: 'models.upstream_unavailable' });
    expect(provider.requests.length - before).toBe(1);
    expect(await openHolds()).toEqual([]);
  });

  it('refuses a recording that is larger than the provider takes', async () => {
    const found = await findTranscriptionModel(ctx);
    if (!found) throw new Error('There is one.');
    const small = { ...found, provider: { ...found.provider, kind: 'groq', name: 'Quick' } };
    const recording = new Blob([new Uint8Array(25 * 1024 * 1024 + 1)]);
    const order = { recording, name: 'talk.wav', seconds: 30, reference: 'large', signal };
    const requests = provider.requests.length;
    await expect(transcribe(ctx, small, order)).rejects.toMatchObject({
      code: 'models.recording_too_large',
      message: expect.stringContaining('larger than the 25 MB that Quick takes in one call'),
    });
    expect(provider.requests).toHaveLength(requests);
  });

  it('refuses tools for the built-in model in our words, and for nothing', async () => {
    const order = {
      request: {
        prompt: toProviderPrompt([{ role: 'user', content: 'Add 1 and 2.' }]),
        tools: [{ type: 'function' as const, name: 'add', inputSchema: { type: 'object' } }],
      },
      reference: 'tools',
      signal,
    };
    const builtIn = await resolveChatModel(ctx, 'atelier/extractive');
    expect(builtIn.model.capabilities.tools).toBe(false);
    await expect(completeText(ctx, builtIn, order)).rejects.toMatchObject({ code: 'models.unsupported' });
    expect(await openHolds()).toEqual([]);
    const resolved = await resolveChatModel(ctx, idOf('good'));
    expect(resolved.model.capabilities.tools).toBe(true);
  });

  it.each(['chat', 'embedding', 'rerank', 'transcription'])(
    'gives the credits back when a call for %s fails, and says so in our words',
    async (operation) => {
      await expect(calls[operation]?.('broken')).rejects.toMatchObject({ code: 'models.upstream_refused' });
      expect(await outcomesOf(operation, 'broken')).toEqual(['failed 1']);
      expect(loggedOf(operation, 'broken')).toEqual(['failed']);
      expect(await tokensOf('broken')).toEqual({ input: 0, output: 0 });
      const charged = (await usageOf(`${operation} broken`)).filter(({ amount }) => amount !== '0');
      expect(charged).toEqual([]);
      expect(await openHolds()).toEqual([]);
    },
  );

  it.each([
    { why: 'its run was lost', reason: new RunLost('the run is in other hands'), charges: 0 },
    { why: 'the process stops', reason: new RunStopped('shutdown'), charges: 0 },
    { why: 'its run was cancelled', reason: new RunStopped('cancel'), charges: 1 },
    { why: 'its reader left', reason: undefined, charges: 1 },
  ])(
    'charges $charges times for a reply that is broken off because $why',
    async ({ why, reason, charges }) => {
      const controller = new AbortController();
      const reference = `because ${why}`;
      const asked = completeText(ctx, await resolveChatModel(ctx, idOf('held')), {
        request: { prompt: toProviderPrompt([{ role: 'user', content: 'Is it?' }]) },
        reference,
        signal: controller.signal,
        onPart: ({ type }) => {
          if (type === 'text-delta') controller.abort(reason);
        },
      });
      await expect(asked).rejects.toMatchObject({ code: 'models.upstream_unavailable' });
      expect(await usageOf(reference)).toHaveLength(charges);
      expect(await openHolds()).toEqual([]);
    },
  );
});
