/**
 * A pure function that runs in a thread, which finds it by its name. Its input and its output are copied between the threads, so pass texts
 * and typed arrays rather than many small objects.
 */
export interface Computation<Input, Output> {
  readonly name: string;
  /** The thread is ended after this many milliseconds. Be generous: a busy machine takes several times as long. */
  readonly deadlineMs: number;
  /**
   * True for what flows of customers compute, and for what else strangers have written, such as code and schemas: it has threads of its own,
   * so that no other computation waits for it.
   */
  readonly isOfFlows?: boolean;
  /** True for code outside JavaScript. It has a process of its own, whose entry is another file. */
  readonly isNative?: boolean;
  /** True for inputs that take less than 10 ms at worst. They are computed at once, without a thread. */
  isSmall?(input: Input): boolean;
  /** It may be stopped and begun anew, so it has no effects. What can take long asks `stop` in between, and throws `ComputationStopped`. */
  compute(input: Input, stop?: Stop): Output | Promise<Output>;
}

/** The tenant for which something is computed, and the signal that cancels it. */
export interface Asker {
  /** The id of the tenant. Waiting tenants take turns. */
  tenantId: string;
  signal?: AbortSignal | undefined;
  /** Called with true when the computation waits behind others, and with false when it is its turn. */
  onWaits?: (waits: boolean) => void;
}

export interface Compute {
  /**
   * Runs a computation in another thread, so that this one can answer other requests.
   * Throws what the computation throws, `compute.too_long` after its deadline, `compute.busy` when too much of the tenant is waiting,
   * `compute.out_of_memory`, `compute.interrupted`, and the signal's reason. The computation has stopped in all of these cases.
   */
  run<Input, Output>(computation: Computation<Input, Output>, input: Input, asker: Asker): Promise<Output>;
  /** Ends every thread. All running and waiting computations fail with `compute.interrupted`. */
  close(): Promise<void>;
}

/** Asks a computation to stop, because others wait for its thread. */
export interface Stop {
  isAsked(): boolean;
}

/** Thrown by a computation that was asked to stop. It is begun anew later. */
export class ComputationStopped extends Error {}

/** The output of a computation that was stopped. */
export const stopped = Symbol('stopped');

export const defineComputation = <Input, Output>(
  computation: Computation<Input, Output>,
): Computation<Input, Output> => computation;

/** The message that a thread receives: one computation to do. */
export interface Order {
  name: string;
  input: unknown;
  /** Shared with the thread: not 0 when the computation is to stop. A process has none. */
  stop?: Int32Array;
}

/** The messages that a thread sends: that it has started, and then its result or failure. */
export type Answer =
  | { type: 'ready' }
  | { type: 'output'; output: unknown }
  | { type: 'stopped' }
  | { type: 'error'; error: unknown };

/**
 * Returns the same threads for one piece of work: `onWaits` is called with true when the first of its computations waits behind others, and
 * with false when none does any more. A computation with a listener of its own tells only that one.
 */
export const tellWaits = (compute: Compute, onWaits: (waits: boolean) => void): Compute => {
  let waiting = 0;
  const count = (waits: boolean): void => {
    const before = waiting;
    waiting += waits ? 1 : -1;
    if (before > 0 !== waiting > 0) onWaits(waiting > 0);
  };
  return {
    run: (computation, input, asker) => compute.run(computation, input, { onWaits: count, ...asker }),
    close: () => compute.close(),
  };
};
