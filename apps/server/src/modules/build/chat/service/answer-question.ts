import type { Citation, Message, Usage } from '@atelier/contracts/build/chat/chat';
import type { z } from 'zod';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Answering } from '../../apps/index.ts';
import { type AnswerSpan, beginAnswerSpan } from './answer-span.ts';
import { type Asked, type Begun, beginMessage, type Outcome, settleMessage } from './store-message.ts';
import { nothingWritten, type ReplyForm, type Written } from './written.ts';

/**
 * The events of an answer, in order: one `start`, then texts and citations, then one `done`; a `form` may come before the first text and
 * after the last.
 */
export type AnswerEvent =
  /** `question` is the one that is stored, where it differs from the one that was asked. */
  | { type: 'start'; queryId: string; conversationId: string; question?: string }
  | ({ type: 'form' } & ReplyForm)
  | { type: 'token'; text: string }
  | { type: 'citation'; citation: Citation }
  /** `restFollows`: a run adds the rest later. */
  | { type: 'done'; status: Message['status']; usage: z.infer<typeof Usage>; restFollows: boolean };

export const blankOutcome = (written = nothingWritten()): Outcome => ({
  ...written,
  status: 'STOPPED',
  restFollows: false,
  answerKind: 'ANSWER',
  origin: 'MODEL',
  wordings: [],
  followUps: [],
  retrieval: {},
  steps: [],
  error: null,
});

/** Adds a part to the outcome and returns the event that shows it. */
const addPart = (outcome: Outcome, part: Exclude<Answering.AnswerPart, { type: 'left' }>): AnswerEvent => {
  if (part.type === 'text') {
    outcome.answer.add(part.text);
    return { type: 'token', text: part.text };
  }
  if (part.type === 'citation') {
    outcome.citations.push(part.citation);
    return part;
  }
  const { answerKind, origin = 'MODEL', wordings, followUps = [] } = part;
  const form = { answerKind, origin, wordings: [...wordings], followUps: [...followUps] };
  Object.assign(outcome, form);
  return { type: 'form', ...form };
};

/** The answer that `plan` writes, and where. */
export interface Place {
  queryId: string;
  conversationId: string;
  history: Begun['history'];
  depth?: number | undefined;
  plan: Answering.AnswerPlan;
  signal: AbortSignal;
  /** Is told of each step. */
  onStep?: AnswerSpan['step'];
}

/** Writes the answer. `outcome` holds what came of it, also when it is left early. */
export async function* write(ctx: Ctx, place: Place, outcome: Outcome): AsyncIterable<AnswerEvent> {
  const { plan, depth = 0, onStep, ...rest } = place;
  const parts = plan.write({
    ctx,
    depth,
    ...rest,
    remember: (record) => {
      outcome.retrieval = record;
    },
    trace: (step) => {
      outcome.steps.push(step);
      onStep?.(step);
    },
  });
  for await (const part of parts) {
    if (part.type === 'left') outcome.restFollows = true;
    else yield addPart(outcome, part);
  }
  outcome.status = 'COMPLETED';
}

const ownersBusiness = new Set(['models.upstream_unauthorized', 'models.not_found']);

/** A failure that only the app's owner can fix is stored for them; a visitor reads that the model is not available. */
export const forReader = (ctx: Ctx, failure: unknown): unknown =>
  (ctx.actor.kind === 'visitor' || ctx.actor.kind === 'app-user') &&
  failure instanceof AppError &&
  ownersBusiness.has(failure.code)
    ? new AppError('models.upstream_unavailable', undefined, { cause: failure })
    : failure;

/** Runs `write`, and settles the message however it ends: finished, stopped by the reader, or failed. */
async function* writeAndSettle(
  ctx: Ctx,
  place: Place,
  { begun, outcome, span }: { begun: Begun; outcome: Outcome; span: AnswerSpan },
): AsyncIterable<AnswerEvent> {
  let settled: z.infer<typeof Usage> | undefined;
  let failure: unknown;
  try {
    yield* write(ctx, place, outcome);
  } catch (error) {
    if (!place.signal.aborted) {
      failure = error;
      outcome.status = 'FAILED';
      outcome.error =
        error instanceof AppError
          ? { code: error.code, message: error.message }
          : { code: 'server.internal', message: 'Something went wrong. Please try again.' };
    }
  } finally {
    // This is also reached when the reader has left: the used tokens are charged, and the written text is stored.
    settled = await settleMessage(ctx, begun, outcome);
    span.end(outcome, settled.credits);
  }
  if (failure !== undefined) throw forReader(ctx, failure);
  const { status, restFollows } = outcome;
  yield { type: 'done', status, usage: settled, restFollows };
}

/**
 * Answers a question to an app. The question is stored before any paid call, and the answer with its citations is stored whether it ends
 * complete, stopped or failed. Its text and citations are added to `written` as they come.
 */
export async function* answerQuestion(
  ctx: Ctx,
  asked: Asked,
  signal: AbortSignal,
  written?: Written,
): AsyncIterable<AnswerEvent> {
  const begun = await beginMessage(ctx, asked);
  const { queryId, conversationId, history, plan, question } = begun;
  yield { type: 'start', queryId, conversationId, ...(question !== asked.text && { question }) };
  const span = beginAnswerSpan(ctx, begun);
  yield* writeAndSettle(
    span.ctx,
    { queryId, conversationId, history, depth: asked.depth, plan, signal, onStep: span.step },
    { begun, outcome: blankOutcome(written), span },
  );
}
