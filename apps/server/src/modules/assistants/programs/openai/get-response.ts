import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { findConversationOf } from '../../chat/index.ts';
import { programTurnRepository } from '../repository.ts';
import { annotate } from './annotations.ts';
import { getAppOf, modelOf } from './find-app.ts';
import { responseStatusOf } from './response-events.ts';
import { queryIdOf, responseObject } from './response-object.ts';

/** Returns a response that the caller's account created. Throws `openai.response_not_found`. */
export const getResponse = (ctx: Ctx, responseId: string, origin: string) =>
  ctx.tx(async (tx) => {
    const queryId = queryIdOf(responseId);
    const found = await findConversationOf(tx, queryId);
    const message = found?.messages.find((each) => each.queryId === queryId);
    if (!found || !message) return fail('openai.response_not_found', { param: 'response_id' });
    const model = modelOf(found.appId);
    const app = await getAppOf(tx, model);
    const [turn] = await programTurnRepository.chainOf(tx.db, queryId);
    return responseObject({
      ...{ queryId, conversationId: found.conversationId, app, model },
      status: responseStatusOf(message.status),
      createdAt: new Date(message.createdAt),
      completedAt: message.finishedAt,
      previousId: turn?.previousId ?? null,
      metadata: turn?.metadata ?? {},
      answerKind: message.answerKind,
      answerOrigin: message.origin,
      text: message.answer,
      annotations: annotate({ origin, appId: found.appId, queryId }, message),
      usage: message.status === 'STREAMING' ? null : message.usage,
      error: message.error,
    });
  });
