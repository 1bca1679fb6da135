import type { AnswerKind, Citation, Message } from '@atelier/contracts/build/chat/chat';
import type { ConversationEvent } from './model/conversation.ts';

interface StreamedEvent {
  event: string;
  data: unknown;
}

const dataAs = <T>(data: unknown): T => data as T;

export const brokenOff = 'The connection was lost before the answer was complete. Please try again.';

interface Listener {
  /** The key of the turn that the events belong to. */
  key: string;
  dispatch: (event: ConversationEvent) => void;
  onStart: (conversationId: string) => void;
}

/** Turns the events of one answer into changes of the conversation. Returns once the stream has ended. */
export const followAnswer = async (
  events: AsyncIterable<StreamedEvent>,
  { key, dispatch, onStart }: Listener,
): Promise<void> => {
  let ended = false;
  for await (const { event, data } of events) {
    if (event === 'start') {
      const { queryId, conversationId } = dataAs<{ queryId: string; conversationId: string }>(data);
      onStart(conversationId);
      dispatch({ type: 'started', key, queryId });
    } else if (event === 'form') {
      const { answerKind, wordings } = dataAs<{ answerKind: AnswerKind; wordings: string[] }>(data);
      dispatch({ type: 'formed', key, answerKind, wordings });
    } else if (event === 'token') dispatch({ type: 'text', key, text: dataAs<{ text: string }>(data).text });
    else if (event === 'citation') dispatch({ type: 'cited', key, citation: dataAs<Citation>(data) });
    else if (event === 'done') {
      ended = true;
      dispatch({ type: 'ended', key, status: dataAs<{ status: Message['status'] }>(data).status });
    } else if (event === 'error') {
      ended = true;
      dispatch({ type: 'ended', key, status: 'FAILED', error: dataAs<{ message: string }>(data).message });
    }
  }
  if (!ended) dispatch({ type: 'ended', key, status: 'FAILED', error: brokenOff });
};
