import { LiveReaders } from '../../../../kernel/live/live-readers.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import type { AnswerPart } from '../../apps/declarations.ts';

type Part = Extract<AnswerPart, { type: 'text' | 'citation' }>;
export type Show = (part: Part) => void;

/** Hands the parts of answers to their readers, while steps write them. */
export const liveAnswers = defineService({
  name: 'flows.live-answers',
  create: () => new LiveReaders<Part>(),
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
