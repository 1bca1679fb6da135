import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { type Trace, trial } from '@atelier/contracts/assistants/chat/trial';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { streamFetch } from '../../../../lib/server/event-stream.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import type { AppForm } from '../model/app-form.ts';

/** A question of the trial with its answer. */
export interface Attempt {
  key: number;
  question: string;
  answer: string;
  citations: Citation[];
  /** The next questions that the chat offers under the answer. */
  followUps: readonly string[];
  trace: Trace | undefined;
  isRunning: boolean;
  /** True while the answer waits for computing time behind others. */
  waits: boolean;
  failure: string | undefined;
}

interface TryOrder {
  appId: string;
  settings: z.output<typeof AppForm>;
  query: string;
}

const dataAs = <T>(data: unknown): T => data as T;

/** Returns an attempt as it is after an event of the stream. */
export const afterEvent = (attempt: Attempt, event: string, data: unknown): Attempt => {
  if (event === 'token') return { ...attempt, answer: attempt.answer + dataAs<{ text: string }>(data).text };
  if (event === 'citation') return { ...attempt, citations: [...attempt.citations, dataAs<Citation>(data)] };
  if (event === 'form') return { ...attempt, followUps: dataAs<{ followUps: string[] }>(data).followUps };
  if (event === 'trace') return { ...attempt, trace: dataAs<Trace>(data) };
  if (event === 'waits') return { ...attempt, waits: dataAs<{ waits: boolean }>(data).waits };
  if (event === 'error') return { ...attempt, failure: dataAs<{ message: string }>(data).message };
  return attempt;
};

const answered = (attempts: readonly Attempt[]) =>
  attempts
    .filter(({ answer }) => answer !== '')
    .slice(-10)
    .map(({ question, answer }) => ({ question, answer }));

/** Asks an app with settings that are not stored. The conversation is forgotten with the page. */
export const useTrial = () => {
  const [attempts, setAttempts] = useState<readonly Attempt[]>([]);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const change = (key: number, to: (attempt: Attempt) => Attempt) =>
    setAttempts((all) => all.map((each) => (each.key === key ? to(each) : each)));

  const ask = async ({ appId, settings, query }: TryOrder) => {
    const stop = new AbortController();
    running.current?.abort();
    running.current = stop;
    const key = attempts.length;
    const blank = {
      answer: '',
      citations: [],
      followUps: [],
      trace: undefined,
      isRunning: true,
      waits: false,
      failure: undefined,
    };
    setAttempts([...attempts, { key, question: query, ...blank }]);
    const body = { appId, settings, query, history: answered(attempts) };
    try {
      for await (const { event, data } of streamFetch(trial.endpoints.tryApp.path, body, stop.signal))
        change(key, (attempt) => afterEvent(attempt, event, data));
    } catch (error) {
      if (!stop.signal.aborted)
        change(key, (attempt) => ({ ...attempt, failure: describeError(error).message }));
    } finally {
      change(key, (attempt) => ({ ...attempt, isRunning: false }));
    }
  };
  return {
    attempts,
    isRunning: attempts.some(({ isRunning }) => isRunning),
    ask,
    stop: () => running.current?.abort(),
    clear: () => {
      running.current?.abort();
      setAttempts([]);
    },
  };
};
