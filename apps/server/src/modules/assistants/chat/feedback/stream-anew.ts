import type { ratedAnswers } from '@atelier/contracts/assistants/chat/rated-answers';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import { type AlreadyAnswered, answered } from '../../../../kernel/module/module.ts';
import { answerAnew } from './answer-anew.ts';

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
    const { responseCode, code = '', message = '', requestId } = exchange.failureOf(error);
    await sink.send('error', { success: false, responseCode, code, message, requestId });
  }
  open().close();
  return answered;
};
