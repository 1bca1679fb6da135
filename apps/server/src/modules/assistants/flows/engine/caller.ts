import { defineService } from '../../../../kernel/services/services.ts';
import type { AnswerPart } from '../../apps/declarations.ts';

type Part = Extract<AnswerPart, { type: 'text' | 'citation' }>;
export type Show = (part: Part) => void;

/** Hands the parts of answers to the readers in this process, while steps write them. */
export const liveAnswers = defineService({
  name: 'flows.live-answers',
  create: () => {
    const readers = new Map<string, Show>();
    return {
      /** Calls `show` with each part of the answer to a question. Returns the function that stops it. */
      follow(queryId: string, show: Show): () => void {
        readers.set(queryId, show);
        return () => void readers.delete(queryId);
      },
      /** Returns where the parts of an answer go; undefined when another process reads it. */
      readerFor: (queryId: string): Show | undefined => readers.get(queryId),
    };
  },
});

/** The step that asks something of the product. */
export interface Caller {
  flowId: string;
  /** The run that a request started, whose files the step works with; absent where a step is tried alone. */
  runId?: string | undefined;
  /** Adds micro-credits to the cost of the run. */
  spend(microCredits: number): void;
  /** The app for which the run answers a question. */
  appId?: string | undefined;
  /** Shows the text of the step to the reader of a chat; absent when it is not the answer. */
  show?: Show | undefined;
  /** The number of flows that asked each other in a row to start this run. */
  depth?: number;
}
