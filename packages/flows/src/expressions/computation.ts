import { ExpressionError } from './expression-error.ts';

/** Where expressions find the values of triggers and steps by name; a Map is one. */
export interface Scope {
  get(name: string): unknown;
}

/** Limits of computing one value. */
export const computationLimits = {
  /** Parts of expressions, entries of lists, and every 16 characters of texts that are computed. */
  steps: 300_000,
  /** Characters of a text, and of a whole value as JSON. */
  length: 2_000_000,
  /** Nesting of a value. */
  depth: 100,
} as const;

/** The computation of one value: its scope, its variables, and the steps that it has left. */
export class Computation {
  readonly scope: Scope;
  #locals: unknown[] | undefined;
  /** What writes dates and numbers, by zone or language; making one takes longer than using it. */
  #formats: Map<string, Intl.DateTimeFormat | Intl.NumberFormat> | undefined;
  #left: number = computationLimits.steps;

  constructor(scope: Scope) {
    this.scope = scope;
  }

  /** The entries and positions of the lists that are being computed. Most expressions have none. */
  get locals(): unknown[] {
    this.#locals ??= [];
    return this.#locals;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) {
      throw new ExpressionError('The expression takes too long. Please use a code step for such work.');
    }
  }

  /** Accounts for a text before it is made. */
  spendText(length: number): void {
    if (length > computationLimits.length) {
      throw new ExpressionError('The expression makes a text that is too long.');
    }
    this.spend(1 + (length >> 4));
  }

  /** Returns what writes dates or numbers under this name, which is made once. */
  formatOf<Format extends Intl.DateTimeFormat | Intl.NumberFormat>(name: string, make: () => Format): Format {
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
