import { WorkAccount } from './work-account.ts';

export interface TurnQueueOptions {
  /** The work of all owners, which may be shared with other queues. */
  account?: WorkAccount;
  /** The number of turns at the same time. */
  places: number;
  /** The number of further turns, of each kind, for owners whom the account prefers when all others are taken. Default 0. */
  preferredPlaces?: number;
  /** The number of further turns that have lasted longer than a slice. Default 0. */
  longPlaces?: number;
  /** Milliseconds after which a turn moves to a long place, or ends when others wait. */
  sliceMs: number;
  /** The same for a turn in a long place. By default it lasts as long as it likes. */
  longSliceMs?: number;
}

export interface TurnRequest {
  /** True when the work goes on after an earlier turn. It comes before new work of the same owner. */
  isBegun?: boolean;
  /** True when an earlier turn was too long, so that only a long place will do. */
  isLong?: boolean;
  signal?: AbortSignal | undefined;
  /** Called, also several times, when others wait who used less. The holder stops as soon as it can, ends the turn, and asks for a long one. */
  onOver?: () => void;
  /** Called with true when the request has waited for a second, and then with false when it has its turn. */
  onWaits?: ((waits: boolean) => void) | undefined;
}

/** The right to work. It lasts until `end`. */
export interface Turn {
  end(): void;
}

type Kind = 'short' | 'long';

interface Held {
  readonly owner: string;
  kind: Kind;
  /** True for a turn in a place that others do not get. */
  isPreferred: boolean;
  since: number;
  /** The beginning of the work that is not charged yet. */
  chargedTo: number;
  readonly onOver: (() => void) | undefined;
}

interface Waiting {
  readonly owner: string;
  readonly isBegun: boolean;
  readonly kind: Kind;
  readonly onOver: (() => void) | undefined;
  enter(turn: Turn): void;
  refuse(error: unknown): void;
}

/** A request that waits for longer than this is told so. */
const noticedAfterMs = 1000;
/** The addition to the rank of owners who have used up their allowance. */
const behindOthers = 1e12;
/** The number of looks at running turns while others wait, in the time of a slice. */
const looksInSlice = 4;

/**
 * A fair queue for a limited number of places. The next turn goes to the owner who used least in the last minute, and those who used up
 * their allowance come after all others. Of one owner, what has begun comes first, then the order of requests. Preferred owners use the same
 * places as everybody else, and additional ones when those are taken.
 */
export class TurnQueue {
  readonly #options: Required<TurnQueueOptions>;
  readonly #waiting: Waiting[] = [];
  readonly #held = new Set<Held>();
  #watch: NodeJS.Timeout | undefined;

  constructor(options: TurnQueueOptions) {
    this.#options = {
      account: new WorkAccount(),
      longPlaces: 0,
      preferredPlaces: 0,
      longSliceMs: Number.POSITIVE_INFINITY,
      ...options,
    };
  }

  /** Resolves with a turn as soon as it is there; rejects with the signal's reason if it aborts first. */
  async take(
    owner: string,
    { isBegun = false, isLong = false, signal, onOver, onWaits }: TurnRequest = {},
  ): Promise<Turn> {
    signal?.throwIfAborted();
    return new Promise<Turn>((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        settled();
        reject(signal?.reason);
      };
      let isNoticed = false;
      const notice = setTimeout(() => {
        isNoticed = true;
        onWaits?.(true);
      }, noticedAfterMs);
      const settled = () => {
        clearTimeout(notice);
        signal?.removeEventListener('abort', leave);
        if (isNoticed) onWaits?.(false);
      };
      const waiting: Waiting = {
        owner,
        isBegun: isBegun || isLong,
        kind: isLong && this.#options.longPlaces > 0 ? 'long' : 'short',
        onOver,
        enter: (turn) => {
          settled();
          resolve(turn);
        },
        refuse: (error) => {
          settled();
          reject(error);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      this.#admit();
    });
  }

  /** The number of turns that an owner waits for. */
  countWaiting(owner: string): number {
    return this.#waiting.filter((waiting) => waiting.owner === owner).length;
  }

  refuseAll(error: unknown): void {
    for (const waiting of this.#waiting.splice(0)) waiting.refuse(error);
    clearTimeout(this.#watch);
  }

  /** The number of places that are free, among those for everybody or among those for preferred owners. */
  #free(kind: Kind, isPreferred: boolean): number {
    const { places, longPlaces, preferredPlaces } = this.#options;
    const all = kind === 'short' ? places : longPlaces;
    const held = [...this.#held].filter((each) => each.kind === kind && each.isPreferred === isPreferred);
    return (isPreferred ? Math.min(all, preferredPlaces) : all) - held.length;
  }

  #admit(): void {
    for (const kind of ['short', 'long'] as const) {
      for (const isPreferred of [false, true]) {
        for (let free = this.#free(kind, isPreferred); free > 0; free--) {
          const waiting = this.#next(kind, isPreferred);
          if (waiting === undefined) break;
          this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
          waiting.enter(this.#hold(waiting, isPreferred));
        }
      }
    }
    clearTimeout(this.#watch);
    if (this.#waiting.length > 0 && this.#held.size > 0 && Number.isFinite(this.#options.sliceMs))
      this.#watch = setTimeout(() => this.#look(), this.#options.sliceMs / looksInSlice);
  }

  #hold({ owner, kind, onOver }: Waiting, isPreferred: boolean): Turn {
    const now = performance.now();
    const held: Held = { owner, kind, isPreferred, since: now, chargedTo: now, onOver };
    this.#held.add(held);
    return {
      end: () => {
        if (!this.#held.delete(held)) return;
        this.#charge(held);
        this.#admit();
      },
    };
  }

  #charge(held: Held): void {
    const now = performance.now();
    this.#options.account.charge(held.owner, now - held.chargedTo);
    held.chargedTo = now;
  }

  #chargeAll(): void {
    for (const held of this.#held) this.#charge(held);
  }

  /** The rank of an owner: the lower, the sooner it is their turn. */
  #rank(owner: string): number {
    const { account } = this.#options;
    return account.usedMs(owner) + (account.isUsedUp(owner) ? behindOthers : 0);
  }

  #waitingFor(kind: Kind, isPreferred: boolean): Waiting[] {
    const { account } = this.#options;
    return this.#waiting.filter(
      (each) => each.kind === kind && (!isPreferred || account.isPreferred(each.owner)),
    );
  }

  #next(kind: Kind, isPreferred: boolean): Waiting | undefined {
    const waiting = this.#waitingFor(kind, isPreferred);
    if (waiting.length < 2) return waiting[0];
    this.#chargeAll();
    const ranks = new Map(waiting.map(({ owner }) => [owner, this.#rank(owner)]));
    return waiting.reduce((best, each) => {
      if (each.owner === best.owner) return each.isBegun && !best.isBegun ? each : best;
      return (ranks.get(each.owner) ?? 0) < (ranks.get(best.owner) ?? 0) ? each : best;
    });
  }

  /** Moves the turns that last longer than a slice to long places, and asks them to end where there is none. */
  #look(): void {
    this.#chargeAll();
    const { sliceMs, longSliceMs } = this.#options;
    const now = performance.now();
    for (const held of this.#held) {
      if (now - held.since < (held.kind === 'short' ? sliceMs : longSliceMs)) continue;
      const { isPreferred } = held;
      if (
        held.kind === 'short' &&
        this.#free('long', isPreferred) > 0 &&
        !this.#isAwaited('long', isPreferred)
      ) {
        held.kind = 'long';
        held.since = now;
      } else if (this.#isAwaited(held.kind, isPreferred, this.#rank(held.owner))) held.onOver?.();
    }
    this.#admit();
  }

  /** True when somebody of a lower rank waits for such a place. */
  #isAwaited(kind: Kind, isPreferred: boolean, rank = Number.POSITIVE_INFINITY): boolean {
    return this.#waitingFor(kind, isPreferred).some(({ owner }) => this.#rank(owner) < rank);
  }
}
