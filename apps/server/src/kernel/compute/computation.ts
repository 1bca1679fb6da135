/**
 * A pure function that runs in a thread of its own, known there by its name. Its input is copied on the way there and its
 * output on the way back, by the threads that send and take them: hand over texts and typed arrays, not many small objects.
 */
export interface Computation<Input, Output> {
  readonly name: string;
  /** Milliseconds after which its thread is ended. Generous: a busy machine computes as much in several times the time. */
  readonly deadlineMs: number;
  /** Inputs so small that computing takes less than 10 ms at worst: those are computed at once, without a thread. */
  isSmall?(input: Input): boolean;
  compute(input: Input): Output | Promise<Output>;
}

export const defineComputation = <Input, Output>(
  computation: Computation<Input, Output>,
): Computation<Input, Output> => computation;

/** What a thread is told. */
export interface Order {
  name: string;
  input: unknown;
}

/** What it says: that it begins, and what came of it. */
export type Answer =
  | { type: 'begun' }
  | { type: 'output'; output: unknown }
  | { type: 'error'; error: unknown };
