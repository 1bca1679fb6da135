import { createHash } from 'node:crypto';
import type { Mutant } from './find-mutants.ts';

const ticketOf = (seed: string, { path, source, change, start }: Mutant, first: number): string =>
  createHash('sha256')
    .update([seed, path, source, change, start - first].join('\0'))
    .digest('hex');

/**
 * Draws mutants by lot. Each one has a ticket that depends on the seed and on its own line only, so that the same mutants are drawn again
 * after other files, or other lines of the same file, have changed.
 */
export const drawLot = (mutants: readonly Mutant[], seed: string, count: number): Mutant[] => {
  const starts = new Map<string, number>();
  const tickets = mutants.map((mutant) => {
    const key = `${mutant.path}\0${mutant.source}\0${mutant.change}`;
    const first = starts.get(key) ?? mutant.start;
    starts.set(key, first);
    return { mutant, ticket: ticketOf(seed, mutant, first) };
  });
  return tickets
    .toSorted((a, b) => (a.ticket < b.ticket ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
};
