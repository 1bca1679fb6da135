/**
 * The charges of one attempt of a step. Where the process dies before the step is recorded, the attempt is made again with charges that have
 * the same keys, and each of them is posted once.
 */
export class StepCharges {
  readonly #attempt: string;
  readonly #counts = new Map<string, number>();
  readonly #keys = new Map<string, string>();

  /** `attempt` is unique to the attempt of the step, in all runs. */
  constructor(attempt: string) {
    this.#attempt = attempt;
  }

  /** Returns the key of the charge that settles a hold. Charges of one kind are counted in the order in which they come. */
  keyFor(holdId: string, kind: string): string {
    const known = this.#keys.get(holdId);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const key = `${this.#attempt} ${kind} ${count}`;
    this.#keys.set(holdId, key);
    return key;
  }
}
