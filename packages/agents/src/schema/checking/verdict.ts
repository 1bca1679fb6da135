/** Something in a value that does not fit. */
export interface Problem {
  /** The way to it in the value, such as `lines/0/count`; empty for the whole value. */
  way: string;
  message: string;
}

/** A value, or a part of one, while it is checked. */
export interface Spot {
  value: unknown;
  way: string;
  /** The addresses of the schemas that were entered, from the outside. */
  entered: readonly string[];
  depth: number;
}

/** The most problems that are noted of one value. */
const mostProblems = 40;

/** The findings of one schema about a value. */
export class Verdict {
  readonly problems: Problem[] = [];
  /** The properties and places in a list that the schema says something about. */
  #seen: Set<string> | undefined;
  /** False when a part of the schema could not be applied, so that the value may not fit although no problem was found. */
  isSure = true;

  get fits(): boolean {
    return this.problems.length === 0;
  }

  /** True when the value fits for certain. */
  get surelyFits(): boolean {
    return this.fits && this.isSure;
  }

  /** True when so much is wrong that no more has to be looked for. */
  get isFull(): boolean {
    return this.problems.length >= mostProblems;
  }

  refuse({ way }: Spot, message: string): void {
    if (!this.isFull) this.problems.push({ way, message });
  }

  doubt(): void {
    this.isSure = false;
  }

  /** Takes over what was found by a schema that has to fit, too. */
  join(other: Verdict, isSameValue: boolean): void {
    for (const { way, message } of other.problems) if (!this.isFull) this.problems.push({ way, message });
    if (!other.isSure) this.doubt();
    if (isSameValue) this.see(other);
  }

  note(name: string): void {
    this.#seen ??= new Set();
    this.#seen.add(name);
  }

  hasSeen(name: string): boolean {
    return this.#seen?.has(name) === true;
  }

  see(other: Verdict): void {
    for (const name of other.#seen ?? []) this.note(name);
  }
}

/** Returns the place of a part of a value. */
export const within = ({ way, entered, depth }: Spot, name: string | number, value: unknown): Spot => ({
  value,
  way: way === '' ? String(name) : `${way}/${name}`,
  entered,
  depth,
});
