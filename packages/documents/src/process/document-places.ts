import type { WorkAccount } from '@atelier/turns';

type Waiting = { owner: string; enter: () => void };

/**
 * A limited number of documents that are under way, each of which keeps a child in memory while it waits for another turn.
 * One place stays free for other owners. The next place goes to the owner that holds the fewest, then in the order of requests. With an
 * account, as many further places are there for the first documents of owners who have not used up their allowance.
 */
export class DocumentPlaces {
  readonly #places: number;
  readonly #perOwner: number;
  readonly #held = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  readonly #account: WorkAccount | undefined;
  #taken = 0;

  constructor(places: number, account?: WorkAccount) {
    this.#places = places;
    this.#account = account;
    this.#perOwner = Math.max(1, places - 1);
  }

  /** Resolves with the function that gives the place back. Rejects with the signal's reason if it aborts first. */
  async take(owner: string, signal: AbortSignal | undefined): Promise<() => void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiting = { owner, enter };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      this.#admit();
    });
    return () => this.#leave(owner);
  }

  #heldBy(owner: string): number {
    return this.#held.get(owner) ?? 0;
  }

  #leave(owner: string): void {
    this.#taken -= 1;
    const held = this.#heldBy(owner) - 1;
    if (held === 0) this.#held.delete(owner);
    else this.#held.set(owner, held);
    this.#admit();
  }

  #mayEnter(owner: string): boolean {
    if (this.#taken < this.#places) return this.#heldBy(owner) < this.#perOwner;
    const isFirst = this.#heldBy(owner) === 0 && this.#account?.isUsedUp(owner) === false;
    return isFirst && this.#taken < 2 * this.#places;
  }

  #next(): Waiting | undefined {
    const allowed = this.#waiting.filter(({ owner }) => this.#mayEnter(owner));
    return allowed.reduce<Waiting | undefined>(
      (best, one) => (best === undefined || this.#heldBy(one.owner) < this.#heldBy(best.owner) ? one : best),
      undefined,
    );
  }

  #admit(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#taken += 1;
      this.#held.set(next.owner, this.#heldBy(next.owner) + 1);
      next.enter();
    }
  }
}
