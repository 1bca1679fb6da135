import { type RatedAnswer, ratedAnswers } from '@atelier/contracts/assistants/chat/rated-answers';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { streamFetch } from '../../../../lib/server/event-stream.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';

const { askAgainLive, list } = ratedAnswers.endpoints;

const dataAs = <T>(data: unknown): T => data as T;

/** Asks a rated question again and shows the new answer while it is written. It ends with the page, and keeps nothing then. */
export const useAskAgain = (queryId: string, onDone: (rated: RatedAnswer) => void) => {
  const client = useQueryClient();
  /** Undefined while nothing is written. */
  const [written, setWritten] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const ask = async () => {
    const stop = new AbortController();
    running.current = stop;
    setFailure(undefined);
    setWritten('');
    try {
      for await (const { event, data } of streamFetch(askAgainLive.path, { queryId }, stop.signal)) {
        if (event === 'token') setWritten((before = '') => before + dataAs<{ text: string }>(data).text);
        if (event === 'error') setFailure(dataAs<{ message: string }>(data).message);
        if (event === 'done') onDone(dataAs<RatedAnswer>(data));
      }
    } catch (error) {
      if (!stop.signal.aborted) setFailure(describeError(error).message);
    }
    setWritten(undefined);
    await client.invalidateQueries({ queryKey: [list.path] });
  };
  return { ask: () => void ask(), stop: () => running.current?.abort(), written, failure };
};
