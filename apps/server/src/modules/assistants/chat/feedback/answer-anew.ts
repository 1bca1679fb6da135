import type { RatedAnswer, ratedAnswers } from '@atelier/contracts/assistants/chat/rated-answers';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { AnyCtx, Ctx } from '../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import { type AlreadyAnswered, answered } from '../../../../kernel/module/module.ts';
import { newAnswerRepository } from '../new-answer-repository.ts';
import { chatRepository } from '../repository.ts';
import { toHistory } from '../service/answer-question.ts';
import { findBranch } from '../service/find-branch.ts';
import { answerUnstored, settleUnstored, type TestOrder } from '../unstored/unstored-answer.ts';
import { newAnswerMailJob } from './feedback-mails.ts';
import { getRated, readRated } from './rated-answers.ts';
import { ratedRepository } from './rated-repository.ts';

/** Reads a rated question with what was said before it. */
const readAsked = (ctx: AnyCtx, queryId: string) =>
  ctx.tx(async (tx) => {
    const { appId, message } = await getRated(tx, queryId);
    const rows = await chatRepository.allMessages(tx.db, message.conversationId);
    const branch = findBranch(rows, queryId).map(({ row }) => row);
    const before = branch.slice(
      0,
      branch.findIndex(({ id }) => id === queryId),
    );
    return { appId, text: message.question, history: toHistory(before) };
  });

/**
 * Answers a rated question of a visible app once more, with what was said before it, and keeps the answer until its reader is told. Throws
 * `feedback.not_found` and what an answer throws.
 */
export const answerAnew = async (
  ctx: Ctx,
  { queryId, ...live }: { queryId: string } & Pick<TestOrder, 'onText'>,
  signal: AbortSignal,
): Promise<RatedAnswer> => {
  const asked = await readAsked(ctx, queryId);
  const { begun, outcome } = await answerUnstored(ctx, { ...asked, ...live, settings: {} }, signal);
  await settleUnstored(ctx, begun, signal);
  const { answerKind, origin, citations } = outcome;
  return ctx.tx(async (tx) => {
    await getRated(tx, queryId);
    const madeBy = findUserId(tx);
    const answer = outcome.answer.toString();
    await newAnswerRepository.replace(tx.db, {
      ...{ id: newId('nan'), queryId, answer, answerKind, origin, citations, madeBy },
    });
    await tx.audit('chat.asked_again', queryId, { answerKind, origin });
    return readRated(tx, queryId);
  });
};

/**
 * Shows the new answer to its reader, in the conversation and by mail, and closes the feedback. Throws `feedback.not_found`,
 * `feedback.nothing_to_tell` and `feedback.no_new_answer`.
 */
export const tellReader = (
  ctx: AnyCtx,
  { queryId, origin }: { queryId: string; origin: string },
): Promise<RatedAnswer> =>
  ctx.tx(async (tx) => {
    const rated = await getRated(tx, queryId);
    const by = findUserId(tx);
    const told = (await newAnswerRepository.tell(tx.db, { queryId, by })) ?? fail('feedback.nothing_to_tell');
    if (told.answerKind !== 'ANSWER') fail('feedback.no_new_answer');
    await ratedRepository.change(tx.db, queryId, { status: 'Closed' });
    await tx.audit('chat.reader_told', queryId, { appId: rated.appId });
    const to = rated.accountEmail ?? rated.visitor?.email;
    if (to) await tx.enqueue(newAnswerMailJob, { newAnswerId: told.id, origin }, { key: told.id });
    return readRated(tx, queryId);
  });

type Live = (typeof ratedAnswers.endpoints)['askAgainLive'];

/**
 * Streams a new answer to a rated question while it is written. It is kept once it is whole: nothing is when the reader leaves before. A
 * failure before the first piece is sent as an ordinary envelope, a later one as an error event.
 */
export const streamAnew = async (
  ctx: Ctx,
  queryId: string,
  exchange: Exchange<Live>,
): Promise<AlreadyAnswered> => {
  exchange.holdStream(ctx.tenantId, ({ own }) => Promise.resolve(own?.may('apps:write') ?? false));
  let sink: ReturnType<typeof exchange.openEvents> | undefined;
  const open = () => {
    sink ??= exchange.openEvents();
    return sink;
  };
  const onText = (text: string) => open().send('token', { text });
  try {
    const rated = await answerAnew(ctx, { queryId, onText }, exchange.signal);
    await open().send('done', rated);
  } catch (error) {
    if (!sink) throw error;
    const { responseCode, code = '', message = '', requestId } = exchange.toFailure(error);
    await sink.send('error', { success: false, responseCode, code, message, requestId });
  }
  open().close();
  return answered;
};
