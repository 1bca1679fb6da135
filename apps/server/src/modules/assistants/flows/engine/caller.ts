import type { Show } from './chat/live-answers.ts';

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
