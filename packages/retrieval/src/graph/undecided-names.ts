import type { ReadChunk } from './graph-types.ts';
import { readAtoms } from './read-atoms.ts';
import { findUndecided } from './resolve-entities.ts';

/**
 * Returns names that are similar, but not enough to be merged: atom keys, each with the text to embed for `buildGraph`.
 */
export const undecidedNames = (chunks: readonly ReadChunk[]): { atom: string; text: string }[] =>
  findUndecided(readAtoms(chunks).atoms).map((atom) => ({ atom, text: atom.slice(2) }));
