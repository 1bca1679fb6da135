import type { Turn, TurnQueue } from '@atelier/turns';
import type { Lane } from './wire.ts';

export type Lanes = Readonly<Record<Lane, TurnQueue>>;

/** A document whose consumer is busy for longer than this ends its turn, in milliseconds. */
const lendAfterMs = 250;

/** Whose document it is, and what ends or tells its waiting. */
interface SeatOwner {
  owner?: string;
  signal?: AbortSignal;
  onWaits?: (waits: boolean) => void;
}

/** Holds a turn for one document: in one lane at a time, and in none while it waits. */
export class Seat {
  /** Halts the process that reads the document, or lets it go on. */
  halt: (isHalted: boolean) => void = () => undefined;
  readonly #lanes: Lanes;
  readonly #owner: string;
  readonly #signal: AbortSignal | undefined;
  #lane: Lane = 'parsing';
  #turn: Turn | undefined;
  #isBegun = false;
  #pause: AbortController | undefined;
  #pausedAt = 0;
  #pausedMs = 0;

  readonly #onWaits: ((waits: boolean) => void) | undefined;

  constructor(lanes: Lanes, { owner = '', signal, onWaits }: SeatOwner) {
    this.#lanes = lanes;
    this.#owner = owner;
    this.#signal = signal;
    this.#onWaits = onWaits;
  }

  /** The milliseconds for which the process was halted. */
  get pausedMs(): number {
    return this.#pausedMs + (this.#pause ? performance.now() - this.#pausedAt : 0);
  }

  /** Ends the turn and resolves when the document has another one. Rejects with the signal's reason. */
  async take(lane: Lane): Promise<void> {
    this.leave();
    this.#lane = lane;
    this.#turn = await this.#lanes[lane].take(this.#owner, {
      isBegun: this.#isBegun,
      signal: this.#signal,
      onWaits: this.#onWaits,
      onOver: () => void this.#halt(),
    });
    this.#isBegun = true;
  }

  leave(): void {
    this.#goOn();
    this.#turn?.end();
    this.#turn = undefined;
  }

  /** Ends the turn while the consumer is busy. The returned function resolves when the document may continue. */
  rest(): () => Promise<void> {
    const lending = setTimeout(() => this.leave(), lendAfterMs);
    return async () => {
      clearTimeout(lending);
      if (this.#turn === undefined && !this.#pause) await this.take(this.#lane);
    };
  }

  /** Halts a process that does not come to a pause by itself, until it is its turn again. */
  async #halt(): Promise<void> {
    if (this.#turn === undefined || this.#pause) return;
    const pause = new AbortController();
    this.#pause = pause;
    this.#pausedAt = performance.now();
    this.halt(true);
    this.#turn.end();
    this.#turn = undefined;
    const signal = AbortSignal.any([pause.signal, ...(this.#signal ? [this.#signal] : [])]);
    try {
      const turn = await this.#lanes[this.#lane].take(this.#owner, {
        isLong: true,
        signal,
        onWaits: this.#onWaits,
        onOver: () => void this.#halt(),
      });
      if (pause.signal.aborted) turn.end();
      else this.#turn = turn;
    } catch {
      // The document has ended or asks for another turn itself, or its signal ended it.
    }
    if (this.#pause === pause) this.#goOn();
  }

  #goOn(): void {
    const pause = this.#pause;
    if (!pause) return;
    this.#pause = undefined;
    this.#pausedMs += performance.now() - this.#pausedAt;
    this.halt(false);
    pause.abort();
  }
}
