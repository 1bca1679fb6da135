import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { randomId } from '../lib/browser/random-id.ts';
import { ApiError } from '../lib/server/api-error.ts';
import { ask, getSession } from './api.ts';
import { brokenOff, followAnswer } from './follow-answer.ts';
import { lastConversation, rememberConversation } from './model/chat-user.ts';
import { type ConversationEvent, isAnswering, reduceConversation, type Turn } from './model/conversation.ts';
import type { ChatLink } from './model/link.ts';

/** The progress of loading an earlier conversation. */
type Reading = 'done' | 'running' | 'failed';

export interface Conversation {
  turns: readonly Turn[];
  conversationId: string | undefined;
  reading: Reading;
  isAnswering: boolean;
  send: (question: string) => void;
  stop: () => void;
  retry: (turn: Turn) => void;
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
  const moveTo = useCallback(
    (next: string | undefined) => {
      current.current = next;
      rememberConversation(appId, next);
      setConversationId(next);
    },
    [appId],
  );
  return { conversationId, current, moveTo };
};

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

type CurrentConversation = ReturnType<typeof useConversationId>;
type Dispatch = (event: ConversationEvent) => void;

/** Loads the stored conversation when the page opens, and others on demand. */
const useReading = (link: ChatLink, { current, moveTo }: CurrentConversation, dispatch: Dispatch) => {
  const [reading, setReading] = useState<Reading>(() =>
    lastConversation(link.appId) === undefined ? 'done' : 'running',
  );
  const read = useCallback(
    async (id: string) => {
      const outcome = await getSession(link, id).catch((error: unknown) => ({ error }));
      // The visitor opened another conversation meanwhile.
      if (current.current !== id) return;
      if (!('error' in outcome)) dispatch({ type: 'loaded', messages: outcome.messages });
      // The conversation was deleted or belongs to another browser profile, so a new one begins.
      else if (isGone(outcome.error)) moveTo(undefined);
      setReading('error' in outcome && !isGone(outcome.error) ? 'failed' : 'done');
    },
    [link, current, moveTo, dispatch],
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
  return { reading, open };
};

/** Asks a question. Aborts the stream when the visitor stops it, opens another conversation or leaves the page. */
const useAsking = (link: ChatLink, { current, moveTo }: CurrentConversation, dispatch: Dispatch) => {
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const run = useCallback(
    async (query: string, retried?: Turn) => {
      stop();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      const key = randomId();
      const onStart = (id: string) => {
        if (!signal.aborted) moveTo(id);
      };
      dispatch({ type: 'asked', key, question: query, replaces: retried?.key });
      try {
        const question = { query, conversationId: current.current, retryOf: retried?.queryId };
        await followAnswer(ask(link, question, signal), { key, dispatch, onStart });
      } catch (error) {
        dispatch(endEvent(key, signal.aborted, error));
      }
    },
    [link, current, moveTo, dispatch, stop],
  );
  return { run, stop };
};

const signInAgain = 'Please sign in again to go on.';

/** Returns the text to show. The error of an ended session has no message of its own (ERROR-12). */
const reasonOf = (error: unknown): string => {
  if (error instanceof ApiError && error.status === 401) return signInAgain;
  return error instanceof Error ? error.message : brokenOff;
};

const endEvent = (key: string, isStopped: boolean, error: unknown): ConversationEvent =>
  isStopped
    ? { type: 'ended', key, status: 'STOPPED' }
    : { type: 'ended', key, status: 'FAILED', error: reasonOf(error) };

/** One visitor's conversation with one app. */
export const useConversation = (link: ChatLink): Conversation => {
  const [turns, dispatch] = useReducer(reduceConversation, []);
  const conversation = useConversationId(link.appId);
  const { reading, open } = useReading(link, conversation, dispatch);
  const { run, stop } = useAsking(link, conversation, dispatch);
  return {
    turns,
    conversationId: conversation.conversationId,
    reading,
    isAnswering: isAnswering(turns),
    stop,
    send: useCallback((query) => void run(query), [run]),
    retry: useCallback((turn) => void run(turn.question, turn), [run]),
    open: useCallback(
      (id) => {
        stop();
        open(id);
      },
      [stop, open],
    ),
  };
};
