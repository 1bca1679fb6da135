import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import type { TraceStep } from '@atelier/contracts/assistants/chat/trace';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { createTokenBuckets } from '../../../../kernel/rate-limit/rate-limit.ts';
import type { AnswerPart, AnswerPlan, AppForChat, Writing } from '../../apps/declarations.ts';
import { forReader } from './answer-question.ts';
import { collectAnswer, limitVisitor } from './ask-app.ts';
import { type AnswerEvent, blankOutcome, write } from './outcome.ts';

const citation = { index: 1, documentName: 'leave.md' } as Citation;
const form = {
  type: 'form' as const,
  answerKind: 'CLOSEST_CHUNKS' as const,
  origin: 'QUOTED' as const,
  wordings: ['Or this?'],
  followUps: ['And then?'],
};
const blankForm = { answerKind: 'ANSWER', origin: 'MODEL', wordings: [], followUps: [], condensed: false };
const done = {
  type: 'done',
  status: 'COMPLETED',
  usage: { inputTokens: 7, outputTokens: 5, credits: 1 },
  restFollows: false,
} as const;

async function* eventsOf(events: readonly AnswerEvent[]): AsyncIterable<AnswerEvent> {
  yield* events;
}

describe('an answer that is written', () => {
  const step: TraceStep = { kind: 'STEP', title: 'Look up', status: 'SUCCEEDED', durationMs: 1, detail: '' };
  const record = { query: 'Leave?', mode: 'BM25', found: [] };

  const writeParts = async (parts: readonly AnswerPart[], more: object = {}) => {
    const outcome = blankOutcome();
    const writings: Writing[] = [];
    const plan = {
      async *write(writing: Writing) {
        writings.push(writing);
        writing.trace(step);
        writing.remember(record);
        yield* parts;
      },
    } as unknown as AnswerPlan;
    const place = { queryId: 'qry_1', conversationId: 'cnv_1', history: [], plan, ...more };
    const events: AnswerEvent[] = [];
    const signal = new AbortController().signal;
    for await (const event of write({} as Ctx, { ...place, signal }, outcome)) events.push(event);
    return { events, outcome, writing: writings[0] };
  };

  it('is shown part by part, and kept with its form, its search and its steps', async () => {
    const steps: TraceStep[] = [];
    const { events, outcome, writing } = await writeParts(
      [
        { type: 'condensed' },
        { type: 'text', text: '25 ' },
        { type: 'citation', citation },
        { type: 'text', text: 'days' },
        form,
      ],
      { onStep: (each: TraceStep) => steps.push(each) },
    );
    expect(events).toEqual([
      { type: 'form', ...blankForm, condensed: true },
      { type: 'token', text: '25 ' },
      { type: 'citation', citation },
      { type: 'token', text: 'days' },
      { ...form, condensed: true },
    ]);
    const { answer, ...kept } = outcome;
    expect(answer.toString()).toBe('25 days');
    const { type: _form, ...shape } = form;
    expect(kept).toEqual({
      ...{ ...shape, condensed: true, citations: [citation], status: 'COMPLETED', restFollows: false },
      ...{ retrieval: record, steps: [step], error: null },
    });
    expect(steps).toEqual([step]);
    expect(writing).toMatchObject({ queryId: 'qry_1', depth: 0, isStored: false });
  });

  it('may leave its rest to a run, which no event says', async () => {
    const { events, outcome } = await writeParts([{ type: 'text', text: 'Later.' }, { type: 'left' }]);
    expect(events).toEqual([{ type: 'token', text: 'Later.' }]);
    expect([outcome.restFollows, outcome.condensed]).toEqual([true, false]);
  });

  it('has the origin of a model and no next questions where its form names none', async () => {
    const { events } = await writeParts([{ type: 'form', answerKind: 'NONE', wordings: [] }]);
    expect(events).toEqual([{ type: 'form', ...blankForm, answerKind: 'NONE' }]);
  });

  it('is collected for those who wait for the whole of it', async () => {
    const events: AnswerEvent[] = [
      { type: 'start', queryId: 'qry_1', conversationId: 'cnv_1' },
      { ...form, condensed: true },
      { type: 'token', text: '25 ' },
      { type: 'citation', citation },
      { type: 'token', text: 'days' },
      done,
    ];
    const { type: _form, ...shape } = form;
    expect(await collectAnswer(eventsOf(events))).toEqual({
      ...{ queryId: 'qry_1', conversationId: 'cnv_1', answer: '25 days', citations: [citation] },
      ...{ ...shape, condensed: true, usage: done.usage },
    });
  });
});

describe('the failure of an answer', () => {
  const secret = new AppError(
    'models.upstream_unavailable',
    { retryAfterSeconds: 3 },
    {
      message: 'The model is not available.',
      forMembers: 'The key sk-1 is wrong.',
      isLasting: true,
    },
  );
  const read = (kind: string, failure: unknown) => {
    const shown = forReader({ actor: { kind } } as Ctx, failure);
    if (!(shown instanceof AppError)) return shown;
    const { code, message, details, isLasting } = shown;
    return { code, message, details, isLasting };
  };

  it.each(['visitor', 'app-user'])(
    'that only the owner can mend says to a %s that the model is not available',
    (kind) => {
      for (const code of ['models.upstream_unauthorized', 'models.not_found'] as const)
        expect(read(kind, new AppError(code))).toMatchObject({ code: 'models.upstream_unavailable' });
      expect(read(kind, new AppError('models.context_too_long'))).toMatchObject({
        code: 'models.context_too_long',
      });
      expect(read(kind, secret)).toMatchObject({
        code: 'models.upstream_unavailable',
        message: 'The model is not available.',
      });
    },
  );

  it.each(['user', 'api-key'])('says to a member (%s) what the provider says', (kind) => {
    expect(read(kind, new AppError('models.not_found'))).toMatchObject({ code: 'models.not_found' });
    expect(read(kind, secret)).toEqual({
      code: 'models.upstream_unavailable',
      message: 'The key sk-1 is wrong.',
      details: { retryAfterSeconds: 3 },
      isLasting: true,
    });
    const plain = new AppError('models.context_too_long');
    expect(forReader({ actor: { kind } } as Ctx, plain)).toBe(plain);
  });

  it('that nobody expected stays what it is', () => {
    const broken = new TypeError('broken');
    expect(read('visitor', broken)).toBe(broken);
    expect(read('user', broken)).toBe(broken);
  });
});

describe('the number of questions', () => {
  const open = (perMinute: number, visitorLimits = { tenMinutes: 2, day: 0 }) => {
    const buckets = createTokenBuckets();
    const app = { appId: 'app_1', settings: { visitorLimits } } as unknown as AppForChat;
    const ctxOf = (actor: object) => {
      const services = { config: { rateLimits: { chat: perMinute } } };
      return { actor, services, use: () => buckets } as unknown as Ctx;
    };
    return (actor: object, address: string, chatUserId?: string) => {
      try {
        limitVisitor(ctxOf(actor), app, { address, chatUserId });
        return 'answered';
      } catch (error) {
        return (error as AppError).code;
      }
    };
  };
  const visitor = { kind: 'visitor' };
  const twice = ['answered', 'answered'];

  it('of a visitor is limited by address and by browser', () => {
    const ask = open(60);
    expect([ask(visitor, '10.0.0.1'), ask(visitor, '10.0.0.1')]).toEqual(twice);
    expect([ask(visitor, '10.0.0.1'), ask(visitor, '10.0.0.1', 'another-browser')]).toEqual([
      ...['chat.visitor_limit', 'chat.visitor_limit'],
    ]);
    expect([ask(visitor, '10.0.0.2', 'browser'), ask(visitor, '10.0.0.3', 'browser')]).toEqual(twice);
    expect(ask(visitor, '10.0.0.4', 'browser')).toBe('chat.visitor_limit');
    expect(ask(visitor, '10.0.0.4')).toBe('answered');
  });

  it('of an app user is limited by the person, who may share an address', () => {
    const ask = open(60);
    const [one, other] = ['aus_1', 'aus_2'].map((appUserId) => ({ kind: 'app-user', appUserId }));
    if (!one || !other) throw new Error('There are two.');
    expect([ask(one, '10.0.0.1'), ask(one, '10.0.0.2')]).toEqual(twice);
    expect(ask(one, '10.0.0.3')).toBe('chat.visitor_limit');
    expect([ask(other, '10.0.0.1'), ask(other, '10.0.0.1')]).toEqual(twice);
  });

  it('of a member is not limited, nor that of anybody where the operator lifted the limit', () => {
    const ask = open(60, { tenMinutes: 1, day: 0 });
    expect(['', '', ''].map(() => ask({ kind: 'user' }, '10.0.0.1'))).toEqual([...twice, 'answered']);
    const lifted = open(0, { tenMinutes: 1, day: 0 });
    expect(['', ''].map(() => lifted(visitor, '10.0.0.1'))).toEqual(twice);
    const strict = open(1, { tenMinutes: 1, day: 0 });
    expect(['', ''].map(() => strict(visitor, '10.0.0.1'))).toEqual(['answered', 'chat.visitor_limit']);
  });

  it('is told with the time after which the visitor may ask again', () => {
    const ask = () => {
      const buckets = createTokenBuckets(() => 0);
      const services = { config: { rateLimits: { chat: 60 } } };
      const ctx = { actor: visitor, services, use: () => buckets } as unknown as Ctx;
      const settings = { visitorLimits: { tenMinutes: 1, day: 0 } };
      const app = { appId: 'app_1', settings } as unknown as AppForChat;
      for (let time = 0; time < 2; time += 1)
        limitVisitor(ctx, app, { address: '10.0.0.1', chatUserId: undefined });
    };
    expect(ask).toThrow('You have asked many questions. Please wait 10 minutes, then ask again.');
  });
});
