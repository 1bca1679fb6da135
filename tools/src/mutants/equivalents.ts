import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './find-mutants.ts';

/** A mutant that no test can notice, with the reason. It is found by its line and its change, wherever the line stands. */
export interface Equivalent {
  path: string;
  source: string;
  change: string;
  reason: string;
}

const keyOf = ({ path, source, change }: Pick<Mutant, 'path' | 'source' | 'change'>): string =>
  [path, source, change].join('\0');

export const readEquivalents = (folder: string): Equivalent[] =>
  JSON.parse(readFileSync(join(folder, 'equivalents.json'), 'utf8')) as Equivalent[];

/** Leaves out the mutants that no test can notice, and counts them. */
export const withoutEquivalents = (mutants: readonly Mutant[], known: readonly Equivalent[]): Mutant[] => {
  const keys = new Set(known.map(keyOf));
  return mutants.filter((mutant) => !keys.has(keyOf(mutant)));
};

/** Returns the entries whose line is no longer in the source. */
export const staleEquivalents = (mutants: readonly Mutant[], known: readonly Equivalent[]): Equivalent[] => {
  const keys = new Set(mutants.map(keyOf));
  const paths = new Set(mutants.map(({ path }) => path));
  return known.filter((entry) => paths.has(entry.path) && !keys.has(keyOf(entry)));
};
