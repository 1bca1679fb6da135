import type { ReadChunk } from './graph-types.ts';
import { readAtoms } from './read-atoms.ts';
import { findUndecided } from './resolve-entities.ts';

/**
 * Names that look alike but not enough: atom keys whose vectors `buildGraph` can use, each with its text to embed.
 */
export const undecidedNames = (chunks: readonly ReadChunk[]): { atom: string; text: string }[] =>
  findUndecided(readAtoms(chunks).atoms).map((atom) => ({ atom, text: atom.slice(2) }));
