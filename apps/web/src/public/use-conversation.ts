import type { AttachedFile } from '@atelier/contracts/assistants/chat/attached-files';
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { randomId } from '../lib/browser/random-id.ts';
import { ApiError } from '../lib/server/api-error.ts';
import { ask, getSession, resume } from './api.ts';
import { findBegun } from './follow/find-begun.ts';
import { followRest, type Place } from './follow/follow-answer.ts';
import { type News, useTold } from './follow/use-told.ts';
import { lastConversation, rememberConversation } from './model/chat-user.ts';
import { type ConversationEvent, isAnswering, reduceConversation, type Turn } from './model/conversation.ts';
import type { ChatLink } from './model/link.ts';
import { useReader } from './use-reader.ts';

/** The most answers of a conversation for whose rest the page waits; each is an open stream. */
const mostAwaited = 3;

/** Shows the rest of answers that have ended for now, as soon as it comes. */
const useRest = (
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

/** The progress of loading an earlier conversation. */
type Reading = 'done' | 'running' | 'failed';

export interface Conversation {
  turns: readonly Turn[];
  conversationId: string | undefined;
  reading: Reading;
  isAnswering: boolean;
  news: News;
  /** Asks a question, about a file of the visitor where there is one. */
  send: (question: string, file: AttachedFile | null) => void;
  stop: () => void;
  /** Asks the question of a turn again, with the same or another text. */
  retry: (turn: Turn, question?: string) => void;
  /** Shows another attempt at a question, with what followed it. */
  choose: (queryId: string) => void;
  /** Keeps what the visitor thinks of an answer, which is stored already. */
  rated: (queryId: string, feedback: Turn['feedback']) => void;
  /** Opens an earlier conversation, or a new one when the id is undefined. */
  open: (conversationId: string | undefined) => void;
}

/**
 * The id of the conversation, kept for the next visit. `current` always holds the newest one, even inside a call that is
 * running.
 */
const useConversationId = (appId: string) => {
  const [conversationId, setConversationId] = useState(() => lastConversation(appId));
  const current = useRef(conversationId);
  /** The message after which the next question comes. */
  const newest = useRef<string>(undefined);
  const moveTo = useCallback(
    (next: string | undefined) => {
      if (next !== current.current) newest.current = undefined;
      current.current = next;
      rememberConversation(appId, next);
      setConversationId(next);
    },
    [appId],
  );
  const goOnFrom = useCallback((queryId: string | undefined) => {
    newest.current = queryId;
  }, []);
  return { conversationId, current, newest, moveTo, goOnFrom };
};

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

type CurrentConversation = ReturnType<typeof useConversationId>;
type Dispatch = (event: ConversationEvent) => void;

/** Loads the stored conversation when the page opens, and others on demand. */
const useReading = (
  link: ChatLink,
  { current, moveTo, goOnFrom }: CurrentConversation,
  dispatch: Dispatch,
  proceed: (queryId: string) => Promise<void>,
) => {
  const [reading, setReading] = useState<Reading>(() =>
    lastConversation(link.appId) === undefined ? 'done' : 'running',
  );
  const read = useCallback(
    async (id: string, through?: string) => {
      const outcome = await getSession(link, id, through).catch((error: unknown) => ({ error }));
      // The visitor opened another conversation meanwhile.
      if (current.current !== id) return;
      if (!('error' in outcome)) {
        dispatch({ type: 'loaded', messages: outcome.messages });
        const last = outcome.messages.at(-1);
        goOnFrom(last?.queryId);
        if (last?.status === 'STREAMING') void proceed(last.queryId);
      }
      // The conversation was deleted or belongs to another browser profile, so a new one begins.
      else if (isGone(outcome.error)) moveTo(undefined);
      setReading('error' in outcome && !isGone(outcome.error) ? 'failed' : 'done');
    },
    [link, current, moveTo, goOnFrom, dispatch, proceed],
  );
  // Runs as a microtask, because an effect must not set state while React is rendering.
  useEffect(() => {
    const stored = current.current;
    if (stored !== undefined) queueMicrotask(() => void read(stored));
  }, [read, current]);
  const open = useCallback(
    (id: string | undefined) => {
      moveTo(id);
      dispatch({ type: 'cleared' });
      setReading(id === undefined ? 'done' : 'running');
      if (id !== undefined) void read(id);
    },
    [moveTo, dispatch, read],
  );
  const choose = useCallback(
    (queryId: string) => {
      if (current.current !== undefined) void read(current.current, queryId);
    },
    [read, current],
  );
  return { reading, open, choose };
};

/** Asks questions, and continues answers that are still being written. */
const useAsking = (
  link: ChatLink,
  { current, newest, moveTo, goOnFrom }: CurrentConversation,
  dispatch: Dispatch,
) => {
  const onStart = useCallback(
    (id: string, queryId: string) => {
      moveTo(id);
      goOnFrom(queryId);
    },
    [moveTo, goOnFrom],
  );
  const { follow, stop, leave } = useReader({ link, dispatch, onStart });
  const resumeAt = useCallback(
    (place: Place, signal: AbortSignal) => resume(link, { ...place, queryId: place.queryId ?? '' }, signal),
    [link],
  );
  const run = useCallback(
    (query: string, file: AttachedFile | null, retried?: Turn) => {
      const key = randomId();
      const place = { conversationId: current.current, after: newest.current };
      const question = { query, ...place, retryOf: retried?.queryId, fileId: file?.fileId };
      const askedAt = Date.now();
      dispatch({ type: 'asked', key, question: query, file, replaces: retried?.key });
      return follow(key, {
        open: (at, signal) => (at ? resumeAt(at, signal) : ask(link, question, signal)),
        find: () => findBegun(link, { ...question, askedAt }),
      });
    },
    [link, current, newest, dispatch, follow, resumeAt],
  );
  const proceed = useCallback(
    (queryId: string) =>
      follow(queryId, {
        from: queryId,
        open: (place, signal) => resumeAt(place ?? { queryId, text: 0, citations: 0 }, signal),
      }),
    [follow, resumeAt],
  );
  return { run, proceed, stop, leave };
};

/** One visitor's conversation with one app. */
export const useConversation = (link: ChatLink): Conversation => {
  const [turns, dispatch] = useReducer(reduceConversation, []);
  const conversation = useConversationId(link.appId);
  const { run, proceed, stop, leave } = useAsking(link, conversation, dispatch);
  const { reading, open, choose } = useReading(link, conversation, dispatch, proceed);
  const { conversationId } = conversation;
  useRest(link, turns, dispatch);
  const news = useTold({ link, conversationId, turns, dispatch });
  return {
    turns,
    conversationId,
    news,
    reading,
    isAnswering: isAnswering(turns),
    stop,
    send: useCallback((query, file) => void run(query, file), [run]),
    retry: useCallback((turn, question) => void run(question ?? turn.question, turn.file, turn), [run]),
    choose,
    rated: useCallback((queryId, feedback) => dispatch({ type: 'rated', queryId, feedback }), []),
    open: useCallback(
      (id) => {
        leave();
        open(id);
      },
      [leave, open],
    ),
  };
};
