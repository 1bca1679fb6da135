import { setTimeout as sleep } from 'node:timers/promises';
import { isTransactionConflict } from '../base/errors.ts';

const maxTries = 5;
const firstPauseMs = 20;

/**
 * Does a transaction again that PostgreSQL gave up because another one stood in its way. Nothing of it has happened then:
 * jobs, events, signals and audit entries are rows of the same transaction. After a few tries the failure is the caller's.
 */
export const againOnConflict = async <T>(transact: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transact();
    } catch (error) {
      if (tries === maxTries || !isTransactionConflict(error)) throw error;
      // Of random length, so that two that met do not meet again.
      await sleep(Math.random() * firstPauseMs * 2 ** tries);
    }
  }
};
