import type { TurnQueue, WorkSlot } from './turn-queue.ts';
import type { Lane } from './wire.ts';

export type Lanes = Readonly<Record<Lane, TurnQueue>>;

/** A document whose consumer is busy for longer than this releases its slot, in milliseconds. */
const lendAfterMs = 250;

/** Holds a slot for one document: in one lane at a time, and in none while it waits. */
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

  /** Releases the slot and resolves when the document has another one. Rejects with the signal's reason. */
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

  /** Releases the slot while the consumer is busy. The returned function resolves when the document may continue. */
  rest(): () => Promise<void> {
    const lending = setTimeout(() => this.leave(), lendAfterMs);
    return async () => {
      clearTimeout(lending);
      if (this.#slot === undefined) await this.take(this.#lane);
    };
  }
}
