import type { TraceStep } from '@atelier/contracts/assistants/chat/trace';
import type { ModelPart, ModelRequest, ModelUsage, TextMessage } from '@atelier/models';
import { describe, expect, it } from 'vitest';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { silentLog } from '../../../../../kernel/log/log.ts';
import type { AnsweredBy } from '../../../apps/declarations.ts';
import { askBriefly, readEarlier } from './earlier-conversation.ts';
import { type ChunkOrder, standAlone } from './find-chunks.ts';

const finish = {
  ...{ type: 'finish', finishReason: { unified: 'stop' } },
  usage: { inputTokens: { total: 7 }, outputTokens: { total: 5 } },
} as ModelPart;

/** A model that writes `reply`, or fails, with what it was asked and what was charged. */
const startModel = (reply: string | Error, extractive = false) => {
  const requests: ModelRequest[] = [];
  const charged: number[] = [];
  const resolved = {
    modelId: 'prv_1/writer',
    price: { input: 1, output: 1 },
    extractive,
    model: {
      ...{ kind: 'openai', modelId: 'writer' },
      async *stream(request: ModelRequest) {
        requests.push(request);
        if (reply instanceof Error) throw reply;
        for (const delta of reply.split(/(?<= )/)) yield { type: 'text-delta', id: '1', delta } as ModelPart;
        yield finish;
      },
    },
  } as unknown as ChunkOrder['resolved'];
  const signal = new AbortController().signal;
  const onUsage = ({ inputTokens, outputTokens }: ModelUsage) => {
    charged.push(inputTokens.total, outputTokens.total);
  };
  return { resolved, requests, charged, asking: { resolved, signal, onUsage } };
};

const ctx = {
  ...{ tenantId: 'ten_1', log: silentLog() },
  services: {
    telemetry: { isOn: false, showsContent: false },
    metrics: { observeModelCall: () => undefined },
  },
} as unknown as Ctx;
const talk: TextMessage[] = [
  { role: 'user', content: 'Does remote work need consent?' },
  { role: 'assistant', content: 'Yes, of the team lead.' },
];

describe('a short text beside an answer', () => {
  const request = { prompt: [] };

  it('is what the model writes, without the space around it, and is charged', async () => {
    const { asking, charged } = startModel(' It is well. ');
    expect(await askBriefly(ctx, asking, request)).toBe('It is well.');
    expect(charged).toEqual([7, 5]);
  });

  it('is left out when the model fails, except after the reader has stopped the answer', async () => {
    const { asking } = startModel(new Error('The model went away.'));
    expect(await askBriefly(ctx, asking, request)).toBeUndefined();
    const stopped = { ...asking, signal: AbortSignal.abort() };
    await expect(askBriefly(ctx, stopped, request)).rejects.toThrow('The model went away.');
  });
});

describe('a follow-up question', () => {
  interface Setup {
    history?: TextMessage[];
    followupConversation?: boolean;
    samples?: string[];
  }
  const rewrite = async (
    model: ReturnType<typeof startModel>,
    { history = talk, followupConversation = true, samples = [] }: Setup = {},
  ) => {
    const app = { settings: { followupConversation, sampleQuestions: samples } };
    const order = { ...model.asking, app, history, question: 'And by whom?' };
    return standAlone(ctx, order as unknown as Parameters<typeof standAlone>[1]);
  };

  it('is rewritten by the model, in at most 1,000 characters', async () => {
    const model = startModel('By whom is remote work agreed to?');
    expect(await rewrite(model)).toBe('By whom is remote work agreed to?');
    expect(JSON.stringify(model.requests)).toContain('User: Does remote work need consent?');
    expect(model.charged).toEqual([7, 5]);
    expect(await rewrite(startModel(`By${'x'.repeat(1000)}`))).toBe(`By${'x'.repeat(998)}`);
  });

  it('stays as it is where the model writes nothing', async () => {
    expect(await rewrite(startModel(' '))).toBe('And by whom?');
  });

  it.each<[string, Error | string, boolean]>([
    ['the model fails', new Error('The model went away.'), false],
    ['no model writes', 'unused', true],
  ])('gets the words of the earlier one when %s', async (_what, reply, extractive) => {
    const model = startModel(reply, extractive);
    expect(await rewrite(model)).toBe('And by whom? remote work need consent');
    expect(model.requests).toHaveLength(extractive ? 0 : 1);
  });

  it.each<[string, Setup]>([
    ['it is the first', { history: [] }],
    ['the app reads each by itself', { followupConversation: false }],
    ['it is a sample question', { samples: ['And by whom?'] }],
  ])('is not rewritten when %s', async (_what, setup) => {
    const model = startModel('Rewritten.');
    expect(await rewrite(model, setup)).toBe('And by whom?');
    expect(model.requests).toEqual([]);
  });
});

describe('the earlier conversation', () => {
  const read = async (
    { asking, requests }: ReturnType<typeof startModel>,
    { enabled = true, tokens = 2000, summarizeAgent = true, history = talk } = {},
  ) => {
    const steps: TraceStep[] = [];
    const settings = {
      ...{ summarizeAgent, chunkingStrategy: { previousSession: { enabled, tokens } } },
      model: { contextMaxToken: 4000 },
    };
    const app = { settings } as unknown as AnsweredBy;
    const trace = (step: TraceStep) => void steps.push(step);
    const earlier = await readEarlier({ ...asking, ctx, app, history, trace });
    return { ...earlier, steps, calls: requests.length };
  };
  const longer: TextMessage[] = [
    ...talk,
    { role: 'user', content: 'And sick leave?' },
    { role: 'assistant', content: 'No.' },
  ];

  it('is read word for word as far as it fits', async () => {
    expect(await read(startModel('Summary.'))).toEqual({
      messages: talk,
      summary: undefined,
      steps: [],
      calls: 0,
    });
  });

  it('is condensed where it does not fit, which the trace says', async () => {
    const { messages, summary, steps, calls } = await read(startModel('They spoke of work.'), {
      ...{ tokens: 5, history: longer },
    });
    expect([messages, summary, calls]).toEqual([longer.slice(2), 'They spoke of work.', 1]);
    expect(steps).toMatchObject([
      {
        ...{ kind: 'STEP', title: 'Summary of the older conversation', status: 'SUCCEEDED' },
        detail: 'They spoke of work.',
      },
    ]);
  });

  it.each(['', new Error('The model went away.')])(
    'is left out where the model writes no summary (%j)',
    async (reply) => {
      const { messages, summary, steps } = await read(startModel(reply), { tokens: 5, history: longer });
      expect([messages, summary]).toEqual([longer.slice(2), undefined]);
      expect(steps).toMatchObject([
        {
          status: 'FAILED',
          detail: 'The model did not write it in time, so the older part was left out.',
        },
      ]);
    },
  );

  it('is not condensed for an app that does not want it, nor where no model can write', async () => {
    const cut = { tokens: 5, history: longer };
    expect(await read(startModel('Summary.'), { ...cut, summarizeAgent: false })).toMatchObject({ calls: 0 });
    const builtIn = await read(startModel('Summary.', true), cut);
    expect(builtIn).toMatchObject({ messages: longer.slice(2), summary: undefined, calls: 0 });
    const off = await read(startModel('Summary.'), { ...cut, enabled: false });
    expect(off).toEqual({ messages: [], summary: undefined, steps: [], calls: 0 });
  });
});
