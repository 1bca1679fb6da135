import { setTimeout as sleep } from 'node:timers/promises';
import { isTransactionConflict } from '../base/errors.ts';

const maxTries = 5;
const firstPauseMs = 20;

/**
 * Retries a transaction after a serialization failure or a deadlock. The rollback leaves nothing behind, because jobs, events, signals and
 * audit entries are rows of the same transaction. Throws the last failure after a few tries.
 */
export const againOnConflict = async <T>(transact: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transact();
    } catch (error) {
      if (tries === maxTries || !isTransactionConflict(error)) throw error;
      // The pause has a random length, so that two transactions that conflicted do not conflict again.
      await sleep(Math.random() * firstPauseMs * 2 ** tries);
    }
  }
};
