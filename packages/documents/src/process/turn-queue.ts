/** A slot, which is held while its owner works and must be released. */
export type WorkSlot = { readonly owner: string; since: number; isOverdue: boolean };

type Turn = {
  owner: string;
  isBegun: boolean;
  enter: (slot: WorkSlot) => void;
  refuse: (error: unknown) => void;
};

/** Half-life of the time that an owner has used, in milliseconds. */
const halfLifeMs = 60_000;
/** An owner with less used time than this is forgotten, in milliseconds. */
const leastMs = 10;

export type TurnQueueOptions = {
  places: number;
  /** Milliseconds after which a held slot no longer counts while another owner waits, so that one more may work. */
  overdueMs: number;
};

/**
 * A fair queue for a limited number of slots. The next slot goes to the owner with the least recent usage, so that an occasional
 * owner waits for one slot at most. For one owner, documents that have begun come first, then in the order of requests.
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

  /** Resolves with a slot as soon as one is free; rejects with the signal's reason if it aborts first. */
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

  /** Releases a slot. */
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

  /** Adds a slot for each one that was held too long, if another owner is waiting. */
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
