import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { getSession } from '../api.ts';
import type { ConversationEvent, Turn } from '../model/conversation.ts';
import type { ChatLink } from '../model/link.ts';

/** The time after which a visible page looks again for an answer to a dislike, in milliseconds. */
const lookEveryMs = 20_000;

/** True while somebody may answer the visitor's dislike. */
const isAwaited = ({ feedback, newAnswer }: Turn): boolean =>
  feedback?.verdict === 'DISLIKE' && newAnswer === null;

/** The answers of which the visitor was notified while the page was open. */
export interface News {
  toldId: string | undefined;
  onSeen: () => void;
}

interface Parts {
  link: ChatLink;
  conversationId: string | undefined;
  turns: readonly Turn[];
  dispatch: (event: ConversationEvent) => void;
}

/**
 * Shows what the visitor is told after their feedback, while the page is open. It asks the server now and then, and when the page comes back
 * into sight, because pages that nobody looks at would hold a stream open for days. Returns the id of what came last, until it is seen.
 */
export const useTold = ({ link, conversationId, turns, dispatch }: Parts): News => {
  const [toldId, setToldId] = useState<string>();
  const isWaiting = conversationId !== undefined && turns.some(isAwaited);
  const look = useEffectEvent(async () => {
    if (document.hidden || conversationId === undefined) return;
    const through = turns.findLast(({ queryId }) => queryId !== undefined)?.queryId;
    const read = await getSession(link, conversationId, through).catch(() => undefined);
    if (!read) return;
    const known = new Set(turns.map(({ newAnswer }) => newAnswer?.id));
    const news = read.messages.findLast(({ newAnswer }) => newAnswer && !known.has(newAnswer.id));
    dispatch({ type: 'told', messages: read.messages });
    if (news) setToldId(news.newAnswer?.id);
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const lookNow = () => void look();
    const timer = setInterval(lookNow, lookEveryMs);
    document.addEventListener('visibilitychange', lookNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookNow);
    };
  }, [isWaiting]);
  // The visitor may have opened another conversation since.
  const isHere = turns.some(({ newAnswer }) => newAnswer?.id === toldId);
  return { toldId: isHere ? toldId : undefined, onSeen: useCallback(() => setToldId(undefined), []) };
};
