import { models } from '@atelier/contracts/content/models';
import { promptOf } from '@atelier/models';
import { type FakeServer, type Handler, sendJson, startFakeServer } from '@atelier/models/tests/fake-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedAndPay } from '../../../../tests/fakes/embed-and-pay.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import type { Ctx } from '../../../kernel/context/context.ts';
import { RunLost, RunStopped } from '../../../kernel/runs/definition/causes.ts';
import { completeText } from './service/complete-text.ts';
import { rerankTexts } from './service/rerank-texts.ts';
import { resolveChatModel } from './service/resolve-chat-model.ts';
import { findTranscriptionModel, transcribe } from './service/transcribe.ts';

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

/** Refuses every request to a model named `broken`. A model named `held` writes one word and then nothing. */
const answer: Handler = ({ path, body }, response) => {
  if (body['model'] === 'held') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content: 'Yes' } }] })}\n\n`,
    );
    return;
  }
  const known = body['model'] === 'broken' ? undefined : answers[path];
  if (known) return sendJson(response, known);
  return sendJson(response, { error: { message: 'Not this.' } }, { status: 400 });
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
        chatModels: ['good', 'broken', 'held'],
        embeddingModels: ['good', 'broken'],
        rerankModels: ['good', 'broken'],
        transcriptionModels: ['good'],
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
      const request = { prompt: promptOf([{ role: 'user', content: 'Is it?' }]) };
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
  const openHolds = () => server.sql(`select 1 from ledger_holds where tenant_id = $1`, [tenantId]);

  it.each([
    { operation: 'chat', kind: 'OTHER', input: 50, output: 10, amount: '90000' },
    { operation: 'embedding', kind: 'EMBEDDING', input: 7, output: 0, amount: '7000' },
    { operation: 'rerank', kind: 'OTHER', input: 42, output: 0, amount: '42000' },
    { operation: 'transcription', kind: 'OTHER', input: 0, output: 0, amount: '6000000' },
  ])(
    'counts and charges what a call for $operation used, and no more',
    async ({ operation, kind, input, output, amount }) => {
      const before = await tokensOf('good');
      await calls[operation]?.('good');
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

  it('refuses tools for the built-in model in our words, and for nothing', async () => {
    const order = {
      request: {
        prompt: promptOf([{ role: 'user', content: 'Add 1 and 2.' }]),
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
        request: { prompt: promptOf([{ role: 'user', content: 'Is it?' }]) },
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
