import type { Answer } from '@atelier/contracts/build/chat/chat';
import type { z } from 'zod';
import type { AnswerEvent } from './answer-question.ts';

/** Returns the whole answer, for callers who wait for it. */
export const collectAnswer = async (events: AsyncIterable<AnswerEvent>): Promise<z.input<typeof Answer>> => {
  const reply: z.input<typeof Answer> = {
    queryId: '',
    conversationId: '',
    answer: '',
    answerKind: 'ANSWER',
    wordings: [],
    citations: [],
    usage: { inputTokens: 0, outputTokens: 0, credits: 0 },
  };
  for await (const event of events) {
    if (event.type === 'start')
      Object.assign(reply, { queryId: event.queryId, conversationId: event.conversationId });
    else if (event.type === 'token') reply.answer += event.text;
    else if (event.type === 'form')
      Object.assign(reply, { answerKind: event.answerKind, wordings: event.wordings });
    else if (event.type === 'citation') reply.citations.push(event.citation);
    else reply.usage = event.usage;
  }
  return reply;
};
