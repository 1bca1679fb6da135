import type { chat } from '@atelier/contracts/assistants/chat/chat';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { done } from '../../../../kernel/module/module.ts';
import { openApp, requireOwner } from './open-app.ts';
import { getOwnMessage } from './own-exchanges.ts';
import { getRunningAnswers, stopTopic } from './running-answers.ts';

type Stop = RequestOf<(typeof chat.endpoints)['stop']>['body'];

/** Ends an answer of this reader with what is written, in whichever process that is. */
export const stopAnswer = async (
  anonymous: Anonymous,
  { queryId, ...reader }: Stop,
): Promise<typeof done> => {
  const { ctx, app } = await openApp(anonymous, reader);
  await ctx.tx(async (tx) => {
    await getOwnMessage(tx, { appId: app.appId, queryId }, requireOwner(ctx, reader.chatUserId));
    await tx.audit('chat.answer_stopped', queryId);
    await tx.signal(stopTopic, queryId);
  });
  getRunningAnswers(ctx).find(queryId)?.stopForReader();
  return done;
};
