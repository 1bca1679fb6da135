const minuteMs = 60_000;
/** The last minute is kept in parts of this length. */
const partMs = 5000;
const parts = minuteMs / partMs;

/** The work of one owner by parts of the last minute, and what nobody has collected yet. */
interface Entry {
  readonly used: number[];
  latest: number;
  uncollected: number;
}

const newEntry = (): Entry => ({ used: Array.from({ length: parts }, () => 0), latest: 0, uncollected: 0 });

/** The work that was counted for an owner since the last collection, in milliseconds. */
export interface Collected {
  owner: string;
  ms: number;
}

/** The most owners whose allowances are remembered; those of others are asked for again. */
const mostAllowances = 10_000;

/** Counts the milliseconds of work of each owner in the last minute. One account serves all queues of a process. */
export class WorkAccount {
  readonly #entries = new Map<string, Entry>();
  readonly #allowances = new Map<string, number>();
  /** The owners who may use more than the usual allowance. */
  readonly #aboveUsual = new Set<string>();
  readonly #usualMs: number;
  #askAllowance: ((owner: string) => void) | undefined;

  /** `usualMs` is what an owner may use in a minute until somebody says otherwise. */
  constructor(usualMs = Number.POSITIVE_INFINITY) {
    this.#usualMs = usualMs;
  }

  /** Sets what is called, once, for each owner whose allowance is not known; it calls `allow` as soon as it knows it. */
  onUnknown(ask: (owner: string) => void): void {
    this.#askAllowance = ask;
  }

  charge(owner: string, ms: number): void {
    const entry = this.#entries.get(owner) ?? newEntry();
    this.#entries.set(owner, entry);
    this.#forget(entry);
    entry.used[entry.latest % parts] = (entry.used[entry.latest % parts] ?? 0) + ms;
    entry.uncollected += ms;
  }

  /** Returns the milliseconds of the last minute. */
  usedMs(owner: string): number {
    const entry = this.#entries.get(owner);
    if (!entry) return 0;
    this.#forget(entry);
    return entry.used.reduce((sum, ms) => sum + ms, 0);
  }

  /** Sets what an owner may use in a minute, in milliseconds. */
  allow(owner: string, ms: number): void {
    if (this.#allowances.size >= mostAllowances) {
      this.#allowances.clear();
      this.#aboveUsual.clear();
    }
    this.#allowances.set(owner, ms);
    if (ms > this.#usualMs) this.#aboveUsual.add(owner);
    else this.#aboveUsual.delete(owner);
  }

  allowedMs(owner: string): number {
    const allowed = this.#allowances.get(owner);
    if (allowed !== undefined) return allowed;
    this.allow(owner, this.#usualMs);
    this.#askAllowance?.(owner);
    return this.#usualMs;
  }

  isUsedUp(owner: string): boolean {
    return this.usedMs(owner) >= this.allowedMs(owner);
  }

  /** True for an owner who may use more than the usual allowance, and has not used it up. */
  isPreferred(owner: string): boolean {
    return !this.isUsedUp(owner) && this.#aboveUsual.has(owner);
  }

  /** True for an owner who is not preferred, where others are: their work goes on when the processor has nothing better to do. */
  isInBackground(owner: string): boolean {
    return this.#aboveUsual.size > 0 && !this.isPreferred(owner);
  }

  /** Returns what was counted since the last call, and forgets the owners who did nothing for a minute. */
  collect(): Collected[] {
    const collected: Collected[] = [];
    for (const [owner, entry] of this.#entries) {
      if (entry.uncollected > 0) collected.push({ owner, ms: entry.uncollected });
      else if (this.usedMs(owner) === 0) this.#entries.delete(owner);
      entry.uncollected = 0;
    }
    return collected;
  }

  #forget(entry: Entry): void {
    const now = Math.floor(performance.now() / partMs);
    for (let part = Math.max(entry.latest + 1, now - parts + 1); part <= now; part++)
      entry.used[part % parts] = 0;
    entry.latest = now;
  }
}
