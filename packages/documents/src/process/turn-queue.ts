/** The right to work, until it is given back. */
export type WorkSlot = { readonly owner: string; since: number; isOverdue: boolean };

type Turn = {
  owner: string;
  isBegun: boolean;
  enter: (slot: WorkSlot) => void;
  refuse: (error: unknown) => void;
};

/** After this time half of what an owner has used is forgotten, in milliseconds. */
const halfLifeMs = 60_000;
/** Less than this of what an owner has used is not worth a memory, in milliseconds. */
const leastMs = 10;

export type TurnQueueOptions = {
  places: number;
  /** A place held for longer does not count any more when somebody else waits; then one more works. */
  overdueMs: number;
};

/**
 * Lets a limited number work at a time. The next turn is of the owner who used the least time lately, so that whoever
 * asks seldom waits for one turn at most. Of one owner those that have begun come first, then in the order of asking.
 */
export class TurnQueue {
  #free: number;
  readonly #overdueMs: number;
  readonly #waiting: Turn[] = [];
  readonly #held = new Set<WorkSlot>();
  readonly #used = new Map<string, number>();
  #forgottenAt = performance.now();
  #watch: NodeJS.Timeout | undefined;

  constructor({ places, overdueMs }: TurnQueueOptions) {
    this.#free = places;
    this.#overdueMs = overdueMs;
  }

  /** Resolves when there is a place; rejects with the signal's reason if it aborts first. */
  async take(owner: string, isBegun: boolean, signal: AbortSignal | undefined): Promise<WorkSlot> {
    signal?.throwIfAborted();
    return new Promise<WorkSlot>((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(signal?.reason);
      };
      const settled = () => signal?.removeEventListener('abort', leave);
      const turn: Turn = {
        owner,
        isBegun,
        enter: (slot) => {
          settled();
          resolve(slot);
        },
        refuse: (error) => {
          settled();
          reject(error);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(turn);
      this.#admit();
    });
  }

  /** Gives a place back. */
  pass(slot: WorkSlot): void {
    if (!this.#held.delete(slot)) return;
    this.#forget();
    this.#used.set(slot.owner, this.#usedBy(slot.owner) + performance.now() - slot.since);
    if (!slot.isOverdue) this.#free++;
    this.#admit();
  }

  refuseAll(error: unknown): void {
    for (const turn of this.#waiting.splice(0)) turn.refuse(error);
    clearTimeout(this.#watch);
  }

  #admit(): void {
    while (this.#free > 0 && this.#waiting.length > 0) {
      const turn = this.#next();
      this.#waiting.splice(this.#waiting.indexOf(turn), 1);
      this.#free--;
      const slot = { owner: turn.owner, since: performance.now(), isOverdue: false };
      this.#held.add(slot);
      turn.enter(slot);
    }
    clearTimeout(this.#watch);
    if (this.#waiting.length > 0) this.#watch = setTimeout(() => this.#lend(), this.#overdueMs / 4);
  }

  /** Frees the place of one who has held it for too long, when somebody else waits for it. */
  #lend(): void {
    const now = performance.now();
    const late = [...this.#held].find(
      (slot) =>
        !slot.isOverdue &&
        now - slot.since > this.#overdueMs &&
        this.#waiting.some(({ owner }) => owner !== slot.owner),
    );
    if (late !== undefined) {
      late.isOverdue = true;
      this.#free++;
    }
    this.#admit();
  }

  #next(): Turn {
    this.#forget();
    const now = performance.now();
    const spent = new Map<string, number>();
    for (const { owner } of this.#waiting) spent.set(owner, this.#usedBy(owner));
    for (const { owner, since } of this.#held) spent.set(owner, (spent.get(owner) ?? 0) + now - since);
    const cost = ({ owner }: Turn) => spent.get(owner) ?? 0;
    return this.#waiting.reduce((best, turn) => {
      if (turn.owner === best.owner) return turn.isBegun && !best.isBegun ? turn : best;
      return cost(turn) < cost(best) ? turn : best;
    });
  }

  #usedBy(owner: string): number {
    return this.#used.get(owner) ?? 0;
  }

  #forget(): void {
    const now = performance.now();
    const share = 0.5 ** ((now - this.#forgottenAt) / halfLifeMs);
    this.#forgottenAt = now;
    for (const [owner, used] of this.#used) {
      if (used * share < leastMs) this.#used.delete(owner);
      else this.#used.set(owner, used * share);
    }
  }
}
