import type { chat } from '@atelier/contracts/assistants/chat/chat';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import { type AlreadyAnswered, answered } from '../../../../kernel/module/module.ts';
import { toReplyForm } from './outcome.ts';
import type { ReadEvent } from './running-answers.ts';

type Streamed = (typeof chat.endpoints)['query'] | (typeof chat.endpoints)['resume'];

/** Streams an answer. A failure before the first event is sent as an ordinary envelope, a later one as an error event. */
export const sendAnswer = async (
  events: AsyncIterable<ReadEvent>,
  exchange: Exchange<Streamed>,
): Promise<AlreadyAnswered> => {
  const iterator = events[Symbol.asyncIterator]();
  let next = await iterator.next();
  const sink = exchange.openEvents();
  let place = { queryId: '', conversationId: '' };
  let isFirst = true;
  try {
    for (; !next.done; next = await iterator.next()) {
      const event = next.value;
      if (event.type === 'start') {
        place = { queryId: event.queryId, conversationId: event.conversationId };
        const { question } = event;
        await sink.sendSoon('start', question === undefined ? place : { ...place, question });
      } else if (event.type === 'token') {
        // The reader waits for the first text. Further text is often followed by the end of the answer.
        await (isFirst
          ? sink.send('token', { text: event.text })
          : sink.sendSoon('token', { text: event.text }));
        isFirst = false;
      } else if (event.type === 'form') await sink.sendSoon('form', toReplyForm(event));
      else if (event.type === 'waits') await sink.send('waits', { waits: event.waits });
      else if (event.type === 'citation') await sink.sendSoon('citation', event.citation);
      else {
        const { status, usage, restFollows } = event;
        await sink.send('done', { ...place, status, usage, restFollows });
      }
    }
  } catch (error) {
    const shown = exchange.toFailure(error);
    await sink.send('error', {
      success: false,
      responseCode: shown.responseCode,
      code: shown.code ?? '',
      message: shown.message ?? '',
      requestId: shown.requestId,
    });
  }
  sink.close();
  return answered;
};
