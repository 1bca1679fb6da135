import { DisjointSets } from './disjoint-sets.ts';
import type { NameEdit } from './graph-types.ts';
import { listAcronyms, nameSimilarity } from './name-similarity.ts';
import type { Atom, Atoms } from './read-atoms.ts';

/** Blocks with more names than this are skipped: their word is too common to mean anything ("john"), and comparing all pairs is quadratic. */
const mostInBlock = 300;
const sameFrom = 0.9;

/** Returns the cosine of two atoms' embeddings, or undefined when one has none. */
export type CosineOf = (a: string, b: string) => number | undefined;

export interface Resolution {
  edits?: readonly NameEdit[];
  cosineOf?: CosineOf;
}

const groupBlocks = (atoms: Atoms): Atom[][] => {
  const blocks = new Map<string, Atom[]>();
  for (const atom of atoms.values()) {
    const starts = new Set(atom.tokens.map((token) => token.slice(0, 3)));
    for (const start of starts) {
      const name = `${atom.nameClass} ${start}`;
      const block = blocks.get(name) ?? [];
      block.push(atom);
      blocks.set(name, block);
    }
  }
  return [...blocks.values()].filter(({ length }) => length > 1 && length <= mostInBlock);
};

interface Link {
  a: string;
  b: string;
  score: number;
}

/** Orders links by confidence, then by name, so that the result does not depend on the order of the input. */
const bySureness = (one: Link, other: Link): number =>
  other.score - one.score || (one.a < other.a ? -1 : one.a > other.a ? 1 : one.b < other.b ? -1 : 1);

/** Calls `take` once for each pair of names of one class with a word that begins alike. */
const eachPair = (atoms: Atoms, take: (one: Atom, other: Atom) => void): void => {
  const seen = new Set<string>();
  for (const block of groupBlocks(atoms)) {
    for (const [at, first] of block.entries()) {
      for (const second of block.slice(at + 1)) {
        const [one, other] = first.key < second.key ? [first, second] : [second, first];
        const name = `${one.key}|${other.key}`;
        if (seen.has(name)) continue;
        seen.add(name);
        take(one, other);
      }
    }
  }
};

const similarLinks = (atoms: Atoms, cosineOf: CosineOf | undefined): Link[] => {
  const links: Link[] = [];
  eachPair(atoms, ({ key: a, tokens, nameClass }, { key: b, tokens: others }) => {
    const score = nameSimilarity(tokens, others, { nameClass, cosine: cosineOf?.(a, b) });
    if (score >= sameFrom) links.push({ a, b, score });
  });
  return links.sort(bySureness);
};

/** Finds names that only their embeddings can tell apart, so that a call to an embedding model is worth it. */
export const findUndecided = (atoms: Atoms): string[] => {
  const keys = new Set<string>();
  eachPair(atoms, ({ key: a, tokens, nameClass }, { key: b, tokens: others }) => {
    const by = (cosine: number) => nameSimilarity(tokens, others, { nameClass, cosine }) >= sameFrom;
    if (!by(0) && by(1)) keys.add(a).add(b);
  });
  return [...keys].sort();
};

/** Maps short names (acronyms, initials, aliases) to the atoms that they may stand for. */
const shortNames = (atoms: Atoms): Map<string, Set<string>> => {
  const meant = new Map<string, Set<string>>();
  const add = (short: string, key: string) => meant.set(short, (meant.get(short) ?? new Set()).add(key));
  for (const { key, nameClass, tokens, aliasOf } of atoms.values()) {
    for (const other of aliasOf) add(key, other);
    if (tokens.length < 2) continue;
    for (const acronym of nameClass === 'P' ? [] : listAcronyms(tokens)) {
      const short = `${nameClass}:${acronym}`;
      if (atoms.has(short) && short !== key) add(short, key);
    }
    const initial = `P:${tokens[0]?.charAt(0)} ${tokens.at(-1)}`;
    if (nameClass === 'P' && initial !== key && atoms.has(initial)) add(initial, key);
  }
  return meant;
};

/** Merges a short name with its meaning only when there is exactly one. */
const uniteShortNames = (sets: DisjointSets, meant: ReadonlyMap<string, ReadonlySet<string>>): void => {
  const plain = [...meant].sort(([a], [b]) => (a < b ? -1 : 1));
  const decided = plain.flatMap(([short, keys]) => {
    const roots = new Set([...keys].map((key) => sets.find(key)));
    const [only] = roots;
    return roots.size === 1 && only !== undefined ? [{ short, only }] : [];
  });
  for (const { short, only } of decided) sets.unite(short, only);
};

const listPairs = ({ kind, groups }: NameEdit): [string, string][] => {
  if (kind === 'SPLIT') {
    const [moved = [], rest = []] = groups;
    return moved.flatMap((a) => rest.map((b): [string, string] => [a, b]));
  }
  const keys = groups.flat();
  return keys.flatMap((a, at) => keys.slice(at + 1).map((b): [string, string] => [a, b]));
};

/** Combines manual corrections; a later one overrides an earlier one. */
const readEdits = (edits: readonly NameEdit[]) => {
  const said = new Map<string, { a: string; b: string; kind: NameEdit['kind'] }>();
  for (const edit of edits) {
    for (const pair of listPairs(edit)) {
      const [a, b] = pair.sort();
      if (a !== undefined && b !== undefined && a !== b) said.set(`${a}|${b}`, { a, b, kind: edit.kind });
    }
  }
  const apart = new Map<string, Set<string>>();
  const keep = (a: string, b: string) => apart.set(a, (apart.get(a) ?? new Set()).add(b));
  const together = [...said.values()].filter(({ kind }) => kind === 'MERGE');
  for (const { a, b, kind } of said.values()) {
    if (kind !== 'SPLIT') continue;
    keep(a, b);
    keep(b, a);
  }
  return { apart, together: together.sort((x, y) => (`${x.a}|${x.b}` < `${y.a}|${y.b}` ? -1 : 1)) };
};

/**
 * Returns sets of atom keys that mean the same entity: first by manual corrections, then by similar names (highest confidence
 * first), then by short names with only one meaning. The result does not depend on the order of the chunks.
 */
export const resolveEntities = (atoms: Atoms, { edits = [], cosineOf }: Resolution = {}): string[][] => {
  const { apart, together } = readEdits(edits);
  const sets = new DisjointSets([...atoms.keys()].sort(), apart);
  for (const { a, b } of together) if (atoms.has(a) && atoms.has(b)) sets.unite(a, b);
  for (const { a, b } of similarLinks(atoms, cosineOf)) sets.unite(a, b);
  uniteShortNames(sets, shortNames(atoms));
  return sets.sets();
};
