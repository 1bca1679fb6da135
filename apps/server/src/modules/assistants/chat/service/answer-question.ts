import type { Citation, Message } from '@atelier/contracts/assistants/chat/chat';
import type { Usage } from '@atelier/contracts/assistants/chat/usage';
import type { z } from 'zod';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Answering } from '../../apps/index.ts';
import { type AnswerSpan, beginAnswerSpan } from './answer-span.ts';
import { type Stopping, stopWhenAnnounced } from './running-answers.ts';
import { type Asked, type Begun, beginMessage, type Outcome, settleMessage } from './store-message.ts';
import { nothingWritten, type ReplyForm, toReplyForm, type Written } from './written.ts';

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
  condensed: false,
  retrieval: {},
  steps: [],
  error: null,
});

/** Adds a part to the outcome and returns the event that shows it; undefined for one that only says that the rest comes later. */
const takePart = (outcome: Outcome, part: Answering.AnswerPart): AnswerEvent | undefined => {
  if (part.type === 'left') {
    outcome.restFollows = true;
    return undefined;
  }
  if (part.type === 'text') {
    outcome.answer.add(part.text);
    return { type: 'token', text: part.text };
  }
  if (part.type === 'citation') {
    outcome.citations.push(part.citation);
    return part;
  }
  if (part.type === 'condensed') outcome.condensed = true;
  else {
    const { answerKind, origin = 'MODEL', wordings, followUps = [] } = part;
    Object.assign(outcome, { answerKind, origin, wordings: [...wordings], followUps: [...followUps] });
  }
  return { type: 'form', ...toReplyForm(outcome) };
};

/** The answer that `plan` writes, and where. */
export interface Place {
  queryId: string;
  conversationId: string;
  history: Begun['history'];
  depth?: number | undefined;
  /** True for an answer of a conversation. */
  isStored?: boolean;
  plan: Answering.AnswerPlan;
  signal: AbortSignal;
  /** Is told of each step. */
  onStep?: AnswerSpan['step'];
}

/** Begins the answer. `outcome` gets its search and its trace. */
const writeParts = (
  ctx: Ctx,
  { plan, depth = 0, isStored = false, onStep, ...rest }: Place,
  outcome: Outcome,
): AsyncIterable<Answering.AnswerPart> =>
  plan.write({
    ctx,
    depth,
    isStored,
    ...rest,
    remember: (record) => {
      outcome.retrieval = record;
    },
    trace: (step) => {
      outcome.steps.push(step);
      onStep?.(step);
    },
  });

/** Writes the answer. `outcome` holds what came of it, also when it is left early. */
export async function* write(ctx: Ctx, place: Place, outcome: Outcome): AsyncIterable<AnswerEvent> {
  for await (const part of writeParts(ctx, place, outcome)) {
    const event = takePart(outcome, part);
    if (event) yield event;
  }
  outcome.status = 'COMPLETED';
}

const ownersBusiness = new Set(['models.upstream_unauthorized', 'models.not_found']);

/**
 * A failure that only the app's owner can fix is stored for them; a visitor reads that the model is not available, and members what its
 * provider says.
 */
export const forReader = (ctx: Ctx, failure: unknown): unknown => {
  if (!(failure instanceof AppError)) return failure;
  const isMember = ctx.actor.kind !== 'visitor' && ctx.actor.kind !== 'app-user';
  if (!isMember)
    return ownersBusiness.has(failure.code)
      ? new AppError('models.upstream_unavailable', undefined, { cause: failure })
      : failure;
  const { code, details, forMembers: message, isLasting } = failure;
  return message === failure.message
    ? failure
    : new AppError(code, details, { message, isLasting, cause: failure });
};

/** Stores in the outcome that the answer failed, and why. */
const markFailed = (outcome: Outcome, failure: unknown): void => {
  outcome.status = 'FAILED';
  outcome.error =
    failure instanceof AppError
      ? { code: failure.code, message: failure.message }
      : { code: 'server.internal', message: 'Something went wrong. Please try again.' };
};

/** Answers a question to an app, as `writeAnswer` does, until `signal` aborts. */
export const answerQuestion = (ctx: Ctx, asked: Asked, signal: AbortSignal): AsyncIterable<AnswerEvent> => {
  const stopping = new AbortController();
  return writeAnswer(ctx, asked, {
    signal: AbortSignal.any([signal, stopping.signal]),
    stop: (reason) => stopping.abort(reason),
  });
};

/**
 * Answers a question to an app. The question is stored before any paid call, and the answer with its citations is stored whether it ends
 * complete, stopped or failed. Its text and citations are added to `written` as they come. It stops when its conversation is deleted.
 *
 * It reads the parts itself instead of through `write`, because an open answer keeps each generator between its two connections in memory.
 */
export async function* writeAnswer(
  ctx: Ctx,
  asked: Asked,
  stopping: Stopping,
  written?: Written,
): AsyncIterable<AnswerEvent> {
  const begun = await beginMessage(ctx, asked);
  const { queryId, conversationId, history, plan, question } = begun;
  const { signal } = stopping;
  yield { type: 'start', queryId, conversationId, ...(question !== asked.text && { question }) };
  const forgetStops = stopWhenAnnounced(ctx, queryId, stopping);
  const span = beginAnswerSpan(stopping.onWaits ? ctx.within({ onWaits: stopping.onWaits }) : ctx, begun);
  const outcome = blankOutcome(written);
  const { depth } = asked;
  const place = { queryId, conversationId, history, depth, plan, signal, isStored: true, onStep: span.step };
  let usage: z.infer<typeof Usage> | undefined;
  let failure: unknown;
  try {
    for await (const part of writeParts(span.ctx, place, outcome)) {
      const event = takePart(outcome, part);
      if (event) yield event;
    }
    outcome.status = 'COMPLETED';
  } catch (error) {
    if (!signal.aborted) {
      failure = error;
      markFailed(outcome, error);
    }
  } finally {
    forgetStops();
    // This is also reached when the reader has left: the used tokens are charged, and the written text is stored.
    usage = await settleMessage(span.ctx, begun, outcome);
    span.end(outcome, usage.credits);
  }
  if (failure !== undefined) throw forReader(ctx, failure);
  yield { type: 'done', status: outcome.status, usage, restFollows: outcome.restFollows };
}
