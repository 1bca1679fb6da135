import type { TraceStep } from '@atelier/contracts/assistants/chat/trace';
import { describe, expect, it } from 'vitest';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { FinishedSpan } from '../../../../kernel/telemetry/finished-span.ts';
import type { Begun } from './answer-question.ts';
import { beginAnswerSpan } from './answer-span.ts';
import { blankOutcome, type Outcome } from './outcome.ts';

interface Setup {
  isOn?: boolean;
  showsContent?: boolean;
  appId?: string | null;
}

const begun = (appId: string | null, question = 'Leave?') =>
  ({ queryId: 'qry_1', conversationId: 'cnv_1', appName: 'Staff desk', question, work: { appId } }) as Begun;

/** Begins the trace of an answer, with a collector for the spans that end. */
const begin = ({ isOn = true, showsContent = false, appId = 'app_1' }: Setup = {}, question?: string) => {
  const spans: FinishedSpan[] = [];
  const telemetry = { isOn, showsContent, record: (span: FinishedSpan) => spans.push(span) };
  const ctxWith = (trace: unknown): Ctx =>
    ({
      ...{ tenantId: 'ten_1', trace, services: { telemetry } },
      within: (more: { trace: unknown }) => ctxWith(more.trace),
    }) as unknown as Ctx;
  return { ...beginAnswerSpan(ctxWith(undefined), begun(appId, question)), spans };
};

const outcome = (more: Partial<Outcome> = {}): Outcome => ({
  ...blankOutcome(),
  status: 'COMPLETED',
  ...more,
});
const search = {
  ...{ kind: 'SEARCH', query: 'Leave?', retriever: 'BM25', found: 4, durationMs: 20 },
  passages: [{}, {}],
} as unknown as TraceStep;
const step = (more: object = {}) =>
  ({ kind: 'STEP', title: 'Look up', status: 'SUCCEEDED', durationMs: 5, detail: '', ...more }) as TraceStep;

describe('the trace of an answer', () => {
  it('names the app, the question and the conversation, and what it cost', () => {
    const { spans, ctx, end } = begin();
    end(outcome({ answerKind: 'NONE' }), 3);
    expect(spans).toMatchObject([{ ...ctx.trace, name: 'invoke_workflow Staff desk', links: [] }]);
    expect(spans[0]?.failure).toBeUndefined();
    expect(spans[0]?.attributes).toEqual({
      'gen_ai.operation.name': 'invoke_workflow',
      'atelier.tenant.id': 'ten_1',
      'gen_ai.workflow.name': 'Staff desk',
      'gen_ai.conversation.id': 'cnv_1',
      'atelier.question.id': 'qry_1',
      'atelier.app.id': 'app_1',
      'atelier.answer.kind': 'NONE',
      'atelier.cost.credits': 3,
      'error.type': undefined,
    });
  });

  it('says how the answer ended', () => {
    const { spans, end } = begin({ appId: null });
    end(outcome({ status: 'STOPPED' }), 0);
    end(outcome({ status: 'FAILED', error: { code: 'models.not_found', message: '' } }), 0);
    end(outcome({ status: 'FAILED' }), 0);
    expect(spans.map(({ failure, attributes }) => [failure, attributes['atelier.answer.kind']])).toEqual([
      [undefined, 'STOPPED'],
      ['models.not_found', 'ANSWER'],
      ['server.internal', 'ANSWER'],
    ]);
    expect(spans[0]?.attributes['atelier.app.id']).toBeUndefined();
  });

  it('has the question and the answer only where the operator switched that on, and their beginnings only', () => {
    const { spans, end } = begin({ showsContent: true }, `q${'u'.repeat(8000)}`);
    const written = outcome();
    written.answer.add(`a${'n'.repeat(8000)}`);
    end(written, 0);
    const shown = (role: string, content: string) =>
      JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);
    expect(spans[0]?.attributes).toMatchObject({
      'gen_ai.input.messages': shown('user', `q${'u'.repeat(7999)}`),
      'gen_ai.output.messages': shown('assistant', `a${'n'.repeat(7999)}`),
    });
  });

  it('has the searches and the steps, and which of them failed', () => {
    const { spans, ctx, step: took } = begin();
    took(search);
    took(step());
    took(step({ title: 'Fetch', status: 'FAILED' }));
    took({ kind: 'MODEL', modelId: 'm', durationMs: 1, firstTextMs: null, inputTokens: 1, outputTokens: 1 });
    expect(spans.map(({ name, failure, parentId }) => [name, failure, parentId])).toEqual([
      ['retrieval BM25', undefined, ctx.trace?.spanId],
      ['Look up', undefined, ctx.trace?.spanId],
      ['Fetch', 'step_failed', ctx.trace?.spanId],
    ]);
    expect(spans[0]?.attributes).toEqual({
      'gen_ai.operation.name': 'retrieval',
      'atelier.tenant.id': 'ten_1',
      'atelier.retrieval.mode': 'BM25',
      'atelier.retrieval.found': 4,
      'atelier.retrieval.read': 2,
      'error.type': undefined,
    });
    expect((spans[0]?.endedAt ?? 0) - (spans[0]?.startedAt ?? 0)).toBe(20);
    const open = begin({ showsContent: true });
    open.step(search);
    expect(open.spans[0]?.attributes['gen_ai.retrieval.query.text']).toBe('Leave?');
  });

  it('leaves what a run did to the trace of that run, and refers to it', () => {
    const { spans, step: took, end } = begin();
    took(search);
    took(step({ runId: 'run_1' }));
    took(step());
    end(outcome(), 0);
    expect(spans.map(({ name }) => name)).toEqual(['retrieval BM25', 'invoke_workflow Staff desk']);
    expect(spans[1]?.links).toEqual([{ traceId: expect.any(String), spanId: expect.any(String) }]);
  });

  it('is not made where traces are not exported', () => {
    const { spans, step: took, end, ctx } = begin({ isOn: false });
    took(search);
    end(outcome(), 0);
    expect([spans, ctx.trace]).toEqual([[], undefined]);
  });
});
