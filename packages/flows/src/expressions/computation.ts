import { isLarge, type LargeValue } from '@atelier/contracts/fields/large-value';
import { ExpressionError, LimitReached } from './expression-error.ts';

/** Gives expressions the values of triggers and steps by name; a Map is one. */
export interface Scope {
  get(name: string): unknown;
  /** Reads a large value. Without it, what needs one is beyond the limits, and has to be computed elsewhere. */
  open?(large: LargeValue): unknown;
}

/** The limits of a computation. */
export interface ComputationLimits {
  /** Parts of expressions, entries of lists, and every 16 characters of texts. Each takes about 50 nanoseconds at most. */
  readonly steps: number;
  /** Characters of a text. */
  readonly length: number;
}

/** Limits of computing one value. */
export const computationLimits = {
  steps: 300_000,
  /** Also characters of a whole value as JSON. */
  length: 2_000_000,
  /** Nesting of a value. */
  depth: 100,
} as const;

/** Limits of what is computed beside other work: below a millisecond. */
export const quickLimits: ComputationLimits = { steps: 10_000, length: 16_384 };

/** The computation of one value: its scope, its variables, and the steps that it has left. */
export class Computation {
  readonly scope: Scope;
  /** The computed texts of the value, by their numbers. */
  results: readonly unknown[] = [];
  /** Values that were looked up elsewhere, by their texts. */
  known: ReadonlyMap<string, unknown> | undefined;
  readonly #limits: ComputationLimits;
  #locals: unknown[] | undefined;
  /** Formats of dates and numbers, by zone or language; making one takes longer than using it. */
  #formats: Map<string, Intl.DateTimeFormat | Intl.NumberFormat> | undefined;
  #left: number;

  constructor(scope: Scope, limits: ComputationLimits = computationLimits) {
    this.scope = scope;
    this.#limits = limits;
    this.#left = limits.steps;
  }

  /** The entries and positions of the lists that are being computed. Most expressions have none. */
  get locals(): unknown[] {
    this.#locals ??= [];
    return this.#locals;
  }

  /** The most characters of a text. */
  get longest(): number {
    return this.#limits.length;
  }

  /** The steps that may still be taken. */
  get left(): number {
    return this.#left;
  }

  /** Returns a value that is there: what stands for a large one is replaced by it. */
  whole(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || !isLarge(value)) return value;
    if (!this.scope.open) throw new LimitReached('The value is too large.');
    return this.scope.open(value);
  }

  /** Accounts for work before it is done. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) {
      throw new LimitReached('The expression takes too long. Please use a code step for such work.');
    }
  }

  /** Accounts for a text before it is made or read. */
  spendText(length: number): void {
    if (length > this.#limits.length) throw new LimitReached('The expression makes a text that is too long.');
    this.spend(1 + (length >> 4));
  }

  /** Returns what writes dates or numbers under this name, which is made once. */
  reuseFormat<Format extends Intl.DateTimeFormat | Intl.NumberFormat>(
    name: string,
    make: () => Format,
  ): Format {
    if (name.length > 100) throw new ExpressionError('The name of a language or a time zone is too long.');
    this.spend(60);
    this.#formats ??= new Map();
    const known = this.#formats.get(name);
    if (known) return known as Format;
    this.spend(3000);
    const made = make();
    this.#formats.set(name, made);
    return made;
  }
}
