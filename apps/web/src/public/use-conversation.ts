import type { Citation, Message } from '@atelier/contracts';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { ask, getSession, type Question } from './api.ts';
import { lastConversation, rememberConversation } from './model/chat-user.ts';
import { type ConversationEvent, reduceConversation, type Turn } from './model/conversation.ts';
import type { ChatLink } from './model/link.ts';

export interface Conversation {
  turns: readonly Turn[];
  conversationId: string | undefined;
  /** True while an earlier conversation is being read. */
  isLoading: boolean;
  isAnswering: boolean;
  send(question: string): void;
  stop(): void;
  retry(turn: Turn): void;
  open(conversationId: string | undefined): void;
}

interface StreamedEvent {
  event: string;
  data: unknown;
}

const dataAs = <T>(data: unknown): T => data as T;

const brokenOff = 'The connection was lost before the answer was complete. Please try again.';

/** Turns the events of one answer into changes of the conversation. Returns once the stream has ended. */
const follow = async (
  key: string,
  events: AsyncIterable<StreamedEvent>,
  dispatch: (event: ConversationEvent) => void,
  onStart: (conversationId: string) => void,
): Promise<void> => {
  let ended = false;
  for await (const { event, data } of events) {
    if (event === 'start') {
      const { queryId, conversationId } = dataAs<{ queryId: string; conversationId: string }>(data);
      onStart(conversationId);
      dispatch({ type: 'started', key, queryId });
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

/** One visitor's conversation with one app. */
export const useConversation = (link: ChatLink): Conversation => {
  const [turns, dispatch] = useReducer(reduceConversation, []);
  const [conversationId, setConversationId] = useState(() => lastConversation(link.appId));
  const [isLoading, setLoading] = useState(conversationId !== undefined);
  const [isAnswering, setAnswering] = useState(false);
  const running = useRef<AbortController>(undefined);

  const moveTo = useCallback(
    (next: string | undefined) => {
      rememberConversation(link.appId, next);
      setConversationId(next);
    },
    [link.appId],
  );

  const load = useCallback(
    async (id: string) => {
      setLoading(true);
      try {
        dispatch({ type: 'loaded', messages: (await getSession(link, id)).messages });
      } catch {
        // It was deleted, or belongs to another browser profile: begin anew.
        moveTo(undefined);
        dispatch({ type: 'cleared' });
      }
      setLoading(false);
    },
    [link, moveTo],
  );

  // Reads the stored conversation once, and lets go of a stream when the page goes.
  const first = useRef(conversationId);
  useEffect(() => {
    if (first.current) void load(first.current);
    first.current = undefined;
    return () => running.current?.abort();
  }, [load]);

  const run = async (question: Question, replaces: string | undefined) => {
    const controller = new AbortController();
    running.current = controller;
    const key = crypto.randomUUID();
    dispatch({ type: 'asked', key, question: question.query, replaces });
    setAnswering(true);
    try {
      await follow(key, ask(link, question, controller.signal), dispatch, moveTo);
    } catch (error) {
      const stopped = controller.signal.aborted;
      dispatch({
        type: 'ended',
        key,
        status: stopped ? 'STOPPED' : 'FAILED',
        ...(stopped ? {} : { error: error instanceof Error ? error.message : brokenOff }),
      });
    }
    setAnswering(false);
  };

  return {
    turns,
    conversationId,
    isLoading,
    isAnswering,
    send: (query) => void run({ query, conversationId }, undefined),
    stop: () => running.current?.abort(),
    retry: (turn) => void run({ query: turn.question, conversationId, retryOf: turn.queryId }, turn.key),
    open: (id) => {
      running.current?.abort();
      moveTo(id);
      dispatch({ type: 'cleared' });
      if (id) void load(id);
    },
  };
};
