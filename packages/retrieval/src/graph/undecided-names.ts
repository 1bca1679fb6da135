import type { ReadPassage } from './graph-types.ts';
import { readAtoms } from './read-atoms.ts';
import { findUndecided } from './resolve-entities.ts';

/**
 * Names that look alike but not enough: atom keys whose vectors `buildGraph` can use, each with its text to embed.
 */
export const undecidedNames = (passages: readonly ReadPassage[]): { atom: string; text: string }[] =>
  findUndecided(readAtoms(passages).atoms).map((atom) => ({ atom, text: atom.slice(2) }));
