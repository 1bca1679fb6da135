import { hasText, positionsIn } from '@atelier/contracts/fields/find-text';
import type { Mention, ReadChunk, ReadEntity } from './graph-types.ts';
import type { NameClass } from './name-key.ts';
import { nameClassFor, nameTokens } from './name-key.ts';

/** Everything that was extracted under one name of one class from all chunks: the smallest unit that entity resolution merges. */
export interface Atom {
  /** Class and normalised name, for example `O:acme`. */
  key: string;
  nameClass: NameClass;
  tokens: string[];
  /** Counts of each spelling, of each type, and of each description. */
  spellings: Map<string, number>;
  types: Map<string, number>;
  descriptions: Map<string, number>;
  /** Mentions by chunk id. */
  mentions: Map<string, Mention>;
  /** Keys of the atoms for which this name was given as an alias. */
  aliasOf: Set<string>;
}

/** Pronouns, which are not names of entities. */
const pronouns = new Set(
  'he she it they we you i him her them us his its their this that these those company the author authors user client customer person team project document er sie es wir firma unternehmen il elle ils'.split(
    ' ',
  ),
);

export const atomKey = (name: string, nameClass: NameClass): string | undefined => {
  const tokens = nameTokens(name, nameClass);
  const key = tokens.join(' ');
  return key === '' || pronouns.has(key) ? undefined : `${nameClass}:${key}`;
};

const add = (counts: Map<string, number>, value: string): void => {
  if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
};

/** Finds a name in a chunk; the whole chunk when it does not contain the name literally. */
const findMention = ({ chunkId, importId, text, start }: ReadChunk, name: string): Mention => {
  const [at] = positionsIn(text.toLowerCase(), name.toLowerCase(), 1);
  return at === undefined
    ? { chunkId, importId, start, end: start + text.length }
    : { chunkId, importId, start: start + at, end: start + at + name.length };
};

/** Orders the shortest mention first: a name rather than the whole chunk. */
const byPlace = (a: Mention, b: Mention): number => a.end - a.start - (b.end - b.start) || a.start - b.start;

export type Atoms = Map<string, Atom>;

const newAtom = (key: string, nameClass: NameClass, name: string): Atom => ({
  key,
  nameClass,
  tokens: nameTokens(name, nameClass),
  spellings: new Map(),
  types: new Map(),
  descriptions: new Map(),
  mentions: new Map(),
  aliasOf: new Set(),
});

interface Naming {
  chunk: ReadChunk;
  name: string;
  type: string;
  description: string;
}

const noteName = (atoms: Atoms, { chunk, name, type, description }: Naming): string | undefined => {
  const nameClass = nameClassFor(type);
  const key = atomKey(name, nameClass);
  if (key === undefined) return undefined;
  const atom = atoms.get(key) ?? newAtom(key, nameClass, name);
  add(atom.spellings, name.trim());
  add(atom.types, type);
  add(atom.descriptions, description.trim());
  const known = atom.mentions.get(chunk.chunkId);
  const found = known ? [known, findMention(chunk, name)].sort(byPlace) : [findMention(chunk, name)];
  if (found[0]) atom.mentions.set(chunk.chunkId, found[0]);
  atoms.set(key, atom);
  return key;
};

const noteEntity = (atoms: Atoms, chunk: ReadChunk, entity: ReadEntity): void => {
  const own = noteName(atoms, { chunk, ...entity });
  if (own === undefined) return;
  const said = chunk.text.toLowerCase();
  for (const alias of entity.aliases) {
    // An alias that the chunk does not contain comes from the model's own knowledge or is invented.
    if (!hasText(said, alias.trim().toLowerCase())) continue;
    const key = noteName(atoms, { chunk, name: alias, type: entity.type, description: '' });
    if (key !== undefined && key !== own) atoms.get(key)?.aliasOf.add(own);
  }
};

/**
 * An entity of a type that models confuse (CONCEPT, PRODUCT …) is merged into the person, organisation or location of the same
 * name, if there is exactly one. Returns the target by the key that is merged.
 */
const softMoves = (atoms: Atoms): Map<string, string> => {
  const moves = new Map<string, string>();
  for (const { key, nameClass } of atoms.values()) {
    if (nameClass !== 'S') continue;
    const spelled = [...(atoms.get(key)?.spellings.keys() ?? [])];
    const hard = new Set(
      (['P', 'O', 'L'] as const).flatMap((each) => spelled.map((name) => atomKey(name, each) ?? '')),
    );
    const found = [...hard].filter((other) => atoms.has(other));
    const [only] = found;
    if (found.length === 1 && only !== undefined) moves.set(key, only);
  }
  return moves;
};

const pour = (from: Map<string, number>, into: Map<string, number>): void => {
  for (const [value, count] of from) into.set(value, (into.get(value) ?? 0) + count);
};

const applyMoves = (atoms: Atoms, moves: ReadonlyMap<string, string>): void => {
  for (const [key, target] of moves) {
    const [soft, hard] = [atoms.get(key), atoms.get(target)];
    if (!soft || !hard) continue;
    pour(soft.spellings, hard.spellings);
    pour(soft.types, hard.types);
    pour(soft.descriptions, hard.descriptions);
    for (const [chunkId, mention] of soft.mentions) {
      const [best = mention] = [mention, hard.mentions.get(chunkId) ?? mention].sort(byPlace);
      hard.mentions.set(chunkId, best);
    }
    for (const other of soft.aliasOf) hard.aliasOf.add(other);
    atoms.delete(key);
  }
  for (const atom of atoms.values()) {
    atom.aliasOf = new Set(
      [...atom.aliasOf]
        .map((key) => moves.get(key) ?? key)
        .filter((key) => key !== atom.key && atoms.has(key)),
    );
  }
};

/** Collects all names by key, together with the keys that were merged into another one. */
export const readAtoms = (
  chunks: readonly ReadChunk[],
): { atoms: Atoms; moves: ReadonlyMap<string, string> } => {
  const atoms: Atoms = new Map();
  for (const chunk of chunks) for (const entity of chunk.entities) noteEntity(atoms, chunk, entity);
  const moves = softMoves(atoms);
  applyMoves(atoms, moves);
  return { atoms, moves };
};
