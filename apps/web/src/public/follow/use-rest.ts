import { useEffect, useEffectEvent } from 'react';
import { resume } from '../api.ts';
import type { ConversationEvent, Turn } from '../model/conversation.ts';
import type { ChatLink } from '../model/link.ts';
import { followRest } from './follow-answer.ts';

/** The most answers of a conversation for whose rest the page waits; each is an open stream. */
const mostAwaited = 3;

/** Shows the rest of answers that have ended for now, as soon as it comes. */
export const useRest = (
  link: ChatLink,
  turns: readonly Turn[],
  dispatch: (event: ConversationEvent) => void,
): void => {
  const awaited = turns
    .filter(({ restFollows, queryId }) => restFollows && queryId !== undefined)
    .slice(-mostAwaited)
    .map(({ key }) => key)
    .join(' ');
  const follow = useEffectEvent((key: string, signal: AbortSignal) => {
    const turn = turns.find((each) => each.key === key);
    if (turn?.queryId === undefined) return;
    const { queryId, answer, citations } = turn;
    void followRest({
      open: (place) => resume(link, { ...place, queryId, rest: true }, signal),
      place: { queryId, text: answer.length, citations: citations.length },
      ...{ key, dispatch, signal, onStart: () => undefined },
    });
  });
  useEffect(() => {
    const over = new AbortController();
    for (const key of awaited.split(' ')) follow(key, over.signal);
    return () => over.abort();
  }, [awaited]);
};
