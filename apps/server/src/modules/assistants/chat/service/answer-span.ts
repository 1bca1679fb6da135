import type { TraceStep } from '@atelier/contracts/assistants/chat/trace';
import type { SpanParent } from '../../../../kernel/base/span-parent.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { genAi, own } from '../../../../kernel/telemetry/conventions.ts';
import { beginSpan, recordWork, toSpanParent } from '../../../../kernel/telemetry/span.ts';
import type { Begun } from './answer-question.ts';
import type { Outcome } from './outcome.ts';

/** The most characters of a question and an answer that a trace shows. */
const shownCharacters = 8000;

const toSpanMessage = (role: 'user' | 'assistant', text: string): string =>
  JSON.stringify([{ role, parts: [{ type: 'text', content: text.slice(0, shownCharacters) }] }]);

const searchAttributes = (
  { query, retriever, found, passages }: Extract<TraceStep, { kind: 'SEARCH' }>,
  showsContent: boolean,
) => ({
  [genAi.operation]: 'retrieval',
  [own.retriever]: retriever,
  [own.found]: found,
  [own.read]: passages.length,
  ...(showsContent && { [genAi.query]: query }),
});

/** Exports a step of an answer that ended just now. Calls of models are exported where they are made. */
const exportStep = (ctx: Ctx, step: TraceStep): void => {
  const { durationMs: tookMs } = step;
  const { showsContent } = ctx.services.telemetry;
  if (step.kind === 'SEARCH')
    recordWork(ctx, `retrieval ${step.retriever}`, {
      tookMs,
      attributes: searchAttributes(step, showsContent),
    });
  if (step.kind === 'STEP')
    recordWork(ctx, step.title, {
      tookMs,
      attributes: {},
      failure: step.status === 'FAILED' ? 'step_failed' : undefined,
    });
};

/** The trace of an answer, of which a run may do all or a part; that run is a trace of its own. */
export interface AnswerSpan {
  /** The context in which the answer is made. */
  readonly ctx: Ctx;
  step(step: TraceStep): void;
  end(outcome: Outcome, credits: number | undefined): void;
}

const nothing = (): void => undefined;

/** Begins the trace of an answer. Where traces are not exported, it holds nothing, because thousands of answers may be open. */
export const beginAnswerSpan = (
  ctx: Ctx,
  { queryId, conversationId, appName, question, work }: Begun,
): AnswerSpan => {
  const { telemetry } = ctx.services;
  if (!telemetry.isOn) return { ctx, step: nothing, end: nothing };
  const span = beginSpan(ctx, {
    operation: 'invoke_workflow',
    about: appName,
    id: queryId,
    attributes: {
      [genAi.workflowName]: appName,
      [genAi.conversation]: conversationId,
      [own.question]: queryId,
      [own.app]: work.appId ?? undefined,
    },
  });
  const runs: SpanParent[] = [];
  return {
    ctx: span.ctx,
    step(step) {
      const runId = step.kind === 'STEP' ? step.runId : undefined;
      if (runId !== undefined) runs.push(toSpanParent(runId, runId));
      // The steps after it are those of the run, whose own trace has them with the right times.
      if (runs.length === 0) exportStep(span.ctx, step);
    },
    end({ status, answerKind, error, answer }, credits) {
      span.end({
        failure: status === 'FAILED' ? (error?.code ?? 'server.internal') : undefined,
        links: runs,
        attributes: {
          [own.answerKind]: status === 'STOPPED' ? 'STOPPED' : answerKind,
          [own.credits]: credits,
          ...(telemetry.showsContent && {
            [genAi.input]: toSpanMessage('user', question),
            [genAi.output]: toSpanMessage('assistant', answer.toString()),
          }),
        },
      });
    },
  };
};
