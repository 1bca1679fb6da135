import type { AnswerFeedback, feedback } from '@atelier/contracts/assistants/chat/feedback';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { feedbackRepository } from '../feedback-repository.ts';
import { openApp, requireOwner } from '../service/open-app.ts';
import { getOwnMessage } from '../service/own-exchanges.ts';

type Rating = RequestOf<(typeof feedback.endpoints)['likeDislike']>['body'];

/**
 * Stores what the reader of an answer thinks of it, instead of what they thought before. Throws what `openApp` and `getOwnMessage` throw,
 * and `feedback.answer_unfinished`.
 */
export const rateAnswer = async (anonymous: Anonymous, rating: Rating): Promise<AnswerFeedback> => {
  const { ctx, app } = await openApp(anonymous, rating);
  const { queryId, verdict } = rating;
  return ctx.tx(async (tx) => {
    const owner = requireOwner(ctx, rating.chatUserId);
    const message = await getOwnMessage(tx, { appId: app.appId, queryId }, owner);
    if (message.status === 'STREAMING') return fail('feedback.answer_unfinished');
    await tx.audit('chat.answer_rated', queryId, { verdict });
    if (verdict === 'NONE') {
      await feedbackRepository.remove(tx.db, queryId);
      return { verdict, reason: null, text: '' };
    }
    // Only a dislike has a reason.
    const isDislike = verdict === 'DISLIKE';
    const reason = (isDislike ? rating.reason : undefined) ?? null;
    const text = (isDislike ? rating.feedback : undefined) ?? '';
    await feedbackRepository.replace(tx.db, { queryId, verdict, reason, feedback: text });
    return { verdict, reason, text };
  });
};
