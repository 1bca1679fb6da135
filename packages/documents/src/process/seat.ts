import type { TurnQueue, WorkSlot } from './turn-queue.ts';
import type { Lane } from './wire.ts';

export type Lanes = Readonly<Record<Lane, TurnQueue>>;

/** A reader that is busy for longer than this with what it was given gives its place to others, in milliseconds. */
const lendAfterMs = 250;

/** One document's right to work: in one lane at a time, and in none while it waits. */
export class Seat {
  readonly #lanes: Lanes;
  readonly #owner: string;
  readonly #signal: AbortSignal | undefined;
  #lane: Lane = 'parsing';
  #slot: WorkSlot | undefined;
  #isBegun = false;

  constructor(lanes: Lanes, owner: string, signal: AbortSignal | undefined) {
    this.#lanes = lanes;
    this.#owner = owner;
    this.#signal = signal;
  }

  /** Gives its place back and resolves when its next turn has come. Rejects with the signal's reason. */
  async take(lane: Lane): Promise<void> {
    this.leave();
    this.#lane = lane;
    this.#slot = await this.#lanes[lane].take(this.#owner, this.#isBegun, this.#signal);
    this.#isBegun = true;
  }

  leave(): void {
    if (this.#slot !== undefined) this.#lanes[this.#lane].pass(this.#slot);
    this.#slot = undefined;
  }

  /** Lets others work while the reader is busy; what is given resolves once this document may go on. */
  rest(): () => Promise<void> {
    const lending = setTimeout(() => this.leave(), lendAfterMs);
    return async () => {
      clearTimeout(lending);
      if (this.#slot === undefined) await this.take(this.#lane);
    };
  }
}
