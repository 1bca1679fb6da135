import type { TraceStep } from '@atelier/contracts/assistants/chat/trace';
import type { Usage } from '@atelier/contracts/assistants/chat/usage';
import type { TextMessage } from '@atelier/models';
import { z } from 'zod';
import { toCredits } from '../../../../kernel/base/credits.ts';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineEvent } from '../../../../kernel/context/define-job.ts';
import { type OfferedModels, readOfferedModels } from '../../../content/models/index.ts';
import { holdAtEnd, holdCredits, settleHold, type Work } from '../../../money/billing/index.ts';
import type { AnswerPlan, AppForChat } from '../../apps/declarations.ts';
import { requireFile } from '../attached/file-access.ts';
import { masked, maskedHistory, planGuarded } from '../guarding/guard-question.ts';
import { chatRepository, type Exchanged, type NewQuestion } from '../repository.ts';
import type { MessageRow } from '../tables.ts';
import { beginAnswerSpan } from './answer-span.ts';
import type { Owner } from './open-app.ts';
import {
  type AnswerEvent,
  blankOutcome,
  markFailed,
  type Outcome,
  takePart,
  type Written,
  writeParts,
} from './outcome.ts';
import { type Stopping, stopWhenAnnounced } from './running-answers.ts';

/** An answer has ended: completed, stopped or failed. */
export const questionAnswered = defineEvent({
  name: 'chat.answered',
  payload: z.object({ queryId: z.string(), conversationId: z.string(), status: z.string() }),
});

/** A question to an app. */
export interface Asked {
  /** Reads the app in the transaction that stores the question. Throws when the caller may not use it. */
  open(tx: TxCtx): Promise<AppForChat>;
  text: string;
  owner: Owner;
  conversationId?: string | undefined;
  /** The message whose place the question takes, as another attempt. */
  retryOf?: string | undefined;
  /** The message that the question follows; by default the newest one. */
  after?: string | undefined;
  /** The attached file that the question is about. */
  fileId?: string | undefined;
  /** Replaces the stored conversation, for callers that bring their own. */
  history?: TextMessage[] | undefined;
  /** The number of flows that asked each other in a row to ask this; by default none. */
  depth?: number | undefined;
}

const titleLength = 80;
const historyMessages = 40;

export const toHistory = (exchanged: readonly Exchanged[]): TextMessage[] =>
  exchanged.flatMap(({ question, answer }) => [
    { role: 'user' as const, content: question },
    { role: 'assistant' as const, content: answer },
  ]);

const toAnswerWork = (queryId: string, { appId }: AppForChat, { modelId }: AnswerPlan): Work => ({
  kind: 'ANSWER',
  reference: queryId,
  appId,
  modelId,
});

type BegunRow = Awaited<ReturnType<typeof holdCredits>>['row'] & { exchanges: Exchanged[] | null };

/** A question that is stored, with the plan of its answer. */
export interface Begun {
  queryId: string;
  conversationId: string;
  appName: string;
  holdId: string | null;
  /** The question as it is stored, with personal data masked where the app says so. */
  question: string;
  /** The answer as billing counts it. */
  work: Work;
  plan: AnswerPlan;
  /** The earlier messages, oldest first. */
  history: TextMessage[];
}

interface Planned {
  app: AppForChat;
  plan: AnswerPlan;
}

/** Returns the statement that stores the question and holds its credits. */
const buildQuestionOrder = (tx: TxCtx, asked: Asked, { app, plan }: Planned) => {
  const { conversationId = newId('cnv') } = asked;
  const queryId = newId('qry');
  const work = toAnswerWork(queryId, app, plan);
  const question: NewQuestion = {
    id: queryId,
    conversation: {
      id: conversationId,
      isNew: asked.conversationId === undefined,
      appId: app.appId,
      title: asked.text.replace(/\s+/g, ' ').slice(0, titleLength),
      ...asked.owner,
    },
    question: asked.text,
    modelId: plan.modelId,
    writer: tx.services.live.process,
    retryOf: asked.retryOf,
    after: asked.after,
    fileId: asked.fileId,
    exchanges: asked.history ? 0 : historyMessages,
  };
  return {
    begun: { queryId, conversationId, appName: app.name, question: asked.text, work, plan },
    hold: { ...work, ...plan.hold },
    around: chatRepository.beginAnswer(question),
  };
};

interface Stored {
  begun: Omit<Begun, 'holdId' | 'history'>;
  /** The history that the caller brought. */
  brought: TextMessage[] | undefined;
  held: Awaited<ReturnType<typeof holdAtEnd<BegunRow>>>;
}

const holdAtOnce: typeof holdAtEnd<BegunRow> = async (tx, order, around) => {
  const { holdId: id, row } = await holdCredits<BegunRow>(tx, order, around);
  return { id, row };
};

/** Opens the app, plans the answer, and stores the question with the hold of its credits as one statement. */
const storeQuestion = async (
  tx: TxCtx,
  asked: Asked,
  { offered, hold }: { offered: OfferedModels; hold: typeof holdAtEnd<BegunRow> },
): Promise<Stored> => {
  const { conversationId, fileId, history } = asked;
  const app = await asked.open(tx);
  const text = masked(app, asked.text);
  const isFirst = conversationId === undefined && (history ?? []).length === 0;
  const file = fileId === undefined ? undefined : await requireFile(tx, app, { ...asked, fileId });
  const plan = await planGuarded(tx, { app, text, isFirst, file, mayBeCurated: file === undefined }, offered);
  const order = buildQuestionOrder(tx, { ...asked, text }, { app, plan });
  const brought = history && maskedHistory(app, history);
  return { begun: order.begun, brought, held: await hold(tx, order.hold, order.around) };
};

/**
 * Opens the app, stores the question and holds its credits in one transaction, before anything is paid for. Question and hold are one
 * statement, which leaves with the commit, because all other questions of the tenant wait from this statement to the commit. Only what
 * has to be looked at inside a transaction takes longer: a refusal, and a subscription that has to be renewed.
 */
const beginAnswer = async (ctx: Ctx, asked: Asked): Promise<Begun> => {
  const offered = await readOfferedModels(ctx);
  let stored = await ctx.tx((tx) => storeQuestion(tx, asked, { offered, hold: holdAtEnd }), {
    sharedAs: 'begin an answer',
  });
  if (stored.held.row?.outcome === 'refused') return fail('chat.conversation_not_found');
  if (stored.held.id === undefined)
    stored = await ctx.tx((tx) => storeQuestion(tx, asked, { offered, hold: holdAtOnce }));
  const { id: holdId = null, row } = stored.held;
  if (row?.outcome === 'refused') return fail('chat.conversation_not_found');
  return { ...stored.begun, holdId, history: stored.brought ?? toHistory(row?.exchanges ?? []) };
};

/** Returns the steps without the texts of their passages, which the record of the search refers to. */
const briefly = (steps: readonly TraceStep[]): TraceStep[] =>
  steps.map((step) => (step.kind === 'SEARCH' ? { ...step, passages: [] } : step));

/** Stores how an answer ended and charges its cost, in one transaction. */
const settleAnswer = (
  ctx: Ctx,
  { queryId, conversationId, work, holdId, plan }: Begun,
  { steps, answer, restFollows: _told, ...outcome }: Outcome,
): Promise<z.infer<typeof Usage>> =>
  ctx.tx(
    async (tx) => {
      const { cost, further, elsewhere = 0, ...usage } = plan.used();
      const settlement = { ...work, ...usage, holdId, cost, further };
      const paidBySteps = toCredits(elsewhere);
      const retrieval = { ...outcome.retrieval, steps: briefly(steps) };
      const finish = chatRepository.finishMessage(queryId, {
        ...outcome,
        answer: answer.toString(),
        retrieval,
        ...usage,
        paidBySteps,
      });
      await tx.emit(questionAnswered, { queryId, conversationId, status: outcome.status });
      const used = { ...usage, credits: paidBySteps };
      const settle = async () => {
        used.credits += await settleHold(tx, settlement, finish);
      };
      // It is one statement, which leaves with the commit, because all other questions of the tenant wait from it to the commit.
      if (holdId === null) await settle();
      else tx.last(settle);
      return used;
    },
    { sharedAs: 'end an answer' },
  );

/** Ends an answer whose writer was killed: nothing is charged for it, because nobody knows what it used. */
export const settleLostAnswer = (ctx: Ctx, appId: string, row: MessageRow): Promise<void> =>
  ctx.tx(async (tx) => {
    const { id, conversationId, modelId, holdId } = row;
    const work: Work = { kind: 'ANSWER', reference: id, appId, modelId };
    const unused = { cost: 0, inputTokens: 0, outputTokens: 0 };
    const status = 'STOPPED' as const;
    const finish = chatRepository.finishMessage(id, { ...row, status, paidBySteps: 0 });
    await settleHold(tx, { ...work, ...unused, holdId }, finish);
    await tx.emit(questionAnswered, { queryId: id, conversationId, status });
  });

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
  const begun = await beginAnswer(ctx, asked);
  const { queryId, conversationId, history, plan, question } = begun;
  const { signal } = stopping;
  yield { type: 'start', queryId, conversationId, ...(question !== asked.text && { question }) };
  const forgetStops = stopWhenAnnounced(ctx, queryId, stopping);
  const span = beginAnswerSpan(stopping.onWaits ? ctx.within({ onWaits: stopping.onWaits }) : ctx, begun);
  const outcome = blankOutcome(written);
  const { depth } = asked;
  const writing = {
    queryId,
    conversationId,
    history,
    depth,
    plan,
    signal,
    isStored: true,
    onStep: span.step,
  };
  let usage: z.infer<typeof Usage> | undefined;
  let failure: unknown;
  try {
    for await (const part of writeParts(span.ctx, writing, outcome)) {
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
    usage = await settleAnswer(span.ctx, begun, outcome);
    span.end(outcome, usage.credits);
  }
  if (failure !== undefined) throw forReader(ctx, failure);
  yield { type: 'done', status: outcome.status, usage, restFollows: outcome.restFollows };
}
