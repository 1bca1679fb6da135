type Turn = { enter: () => void; refuse: (error: unknown) => void };

/** Lets a limited number of callers in at a time, in the order in which they came. */
export class TurnQueue {
  #free: number;
  readonly #waiting: Turn[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Resolves when there is a place; rejects with the signal's reason if it aborts first. */
  async take(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(signal?.reason);
      };
      const settled = () => signal?.removeEventListener('abort', leave);
      const turn: Turn = {
        enter: () => {
          settled();
          resolve();
        },
        refuse: (error) => {
          settled();
          reject(error);
        },
      };
      this.#waiting.push(turn);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Gives a place back. */
  pass(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next.enter();
  }

  refuseAll(error: unknown): void {
    for (const turn of this.#waiting.splice(0)) turn.refuse(error);
  }
}
