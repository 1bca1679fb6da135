import { useState } from 'react';

/** The state of something that a button starts. */
export interface Action {
  isRunning: boolean;
  /** The sentence of the last failure. */
  failure: string | undefined;
  run(work: () => Promise<void>): void;
}

/** Runs one thing at a time, and keeps the sentence of its failure. */
export const useAction = (): Action => {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const run = (work: () => Promise<void>) => {
    if (isRunning) return;
    setRunning(true);
    setFailure(undefined);
    work()
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : 'Please try again.'))
      .finally(() => setRunning(false));
  };
  return { isRunning, failure, run };
};
