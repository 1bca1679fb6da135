import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { findMessageConversation } from '../../chat/index.ts';
import { programTurnRepository } from '../repository.ts';
import { annotate } from './annotations.ts';
import { requireApp, toModelName } from './find-app.ts';
import { responseStatusFor } from './response-events.ts';
import { responseObject, toQueryId } from './response-object.ts';

/** Returns a response that the caller's account created. Throws `openai.response_not_found`. */
export const getResponse = (ctx: Ctx, responseId: string, origin: string) =>
  ctx.tx(async (tx) => {
    const queryId = toQueryId(responseId);
    const found = await findMessageConversation(tx, queryId);
    const message = found?.messages.find((each) => each.queryId === queryId);
    if (!found || !message) return fail('openai.response_not_found', { param: 'response_id' });
    const model = toModelName(found.appId);
    const app = await requireApp(tx, model);
    const [turn] = await programTurnRepository.listChain(tx.db, queryId);
    return responseObject({
      ...{ queryId, conversationId: found.conversationId, app, model },
      status: responseStatusFor(message.status),
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
