import { fail } from '../../../../kernel/base/errors.ts';

/** Each waiting search holds a connection to the database, and others need connections too. */
const mostWaiting = 2;

/** Runs one task at a time. Throws `retrieval.index_too_large` when too many are waiting already. */
export class WorkQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting > mostWaiting) fail('retrieval.index_too_large');
    this.#waiting += 1;
    const mine = this.#last.then(work).finally(() => {
      this.#waiting -= 1;
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
