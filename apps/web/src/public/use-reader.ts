import { useCallback, useEffect, useRef } from 'react';
import { ApiError } from '../lib/server/api-error.ts';
import { type ask, stopAnswer } from './api.ts';
import { type Begun, brokenOff, followAnswer, type Place } from './follow/follow-answer.ts';
import type { ConversationEvent } from './model/conversation.ts';
import type { ChatLink } from './model/link.ts';

/** The answer that is being read. */
interface Reader {
  key: string;
  controller: AbortController;
  queryId: string | undefined;
  /** True when the visitor stopped the answer, even before it had an id. */
  isStopped: boolean;
}

interface Opening {
  from?: string;
  find?: () => Promise<Begun | undefined>;
  open: (place: Place | undefined, signal: AbortSignal) => ReturnType<typeof ask>;
}

/** Ends the answer on the server, and its stream here. What is lost when this fails is a moment of the model's work. */
const stopHere = async (link: ChatLink, queryId: string, controller: AbortController): Promise<void> => {
  await stopAnswer(link, queryId).catch(() => undefined);
  controller.abort();
};

const signInAgain = 'Please sign in again to go on.';

/** Returns the text to show. The error of an ended session has no message of its own (ERROR-12). */
const describeReaderError = (error: unknown): string => {
  if (error instanceof ApiError && error.status === 401) return signInAgain;
  return error instanceof Error ? error.message : brokenOff;
};

interface Parts {
  link: ChatLink;
  dispatch: (event: ConversationEvent) => void;
  /** Called with the ids of the conversation and the answer when it has begun. */
  onStart: (conversationId: string, queryId: string) => void;
}

/** Reads one answer at a time. Reading ends with the page; only `stop` ends the answer. */
export const useReader = ({ link, dispatch, onStart: begin }: Parts) => {
  const running = useRef<Reader>(undefined);
  const leave = useCallback(() => running.current?.controller.abort(), []);
  useEffect(() => leave, [leave]);
  const follow = useCallback(
    async (key: string, opening: Opening) => {
      leave();
      const controller = new AbortController();
      const { signal } = controller;
      const reader: Reader = { key, controller, queryId: opening.from, isStopped: false };
      running.current = reader;
      const onStart = (id: string, queryId: string) => {
        reader.queryId = queryId;
        if (!signal.aborted) begin(id, queryId);
        if (reader.isStopped) void stopHere(link, queryId, controller);
      };
      try {
        await followAnswer({
          ...opening,
          open: (place) => opening.open(place, signal),
          key,
          dispatch,
          onStart,
          signal,
        });
      } catch (error) {
        if (!signal.aborted)
          dispatch({ type: 'ended', key, status: 'FAILED', error: describeReaderError(error) });
      }
    },
    [link, begin, dispatch, leave],
  );
  const stop = useCallback(() => {
    const reader = running.current;
    if (!reader || reader.controller.signal.aborted) return;
    reader.isStopped = true;
    dispatch({ type: 'ended', key: reader.key, status: 'STOPPED' });
    if (reader.queryId !== undefined) void stopHere(link, reader.queryId, reader.controller);
  }, [link, dispatch]);
  return { follow, stop, leave };
};
