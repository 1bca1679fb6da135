import { findCommunities } from './communities.ts';
import type {
  GraphEntityNode,
  GraphRelationEdge,
  KnowledgeGraph,
  Mention,
  NameEdit,
  ReadChunk,
  ReadEntity,
} from './graph-types.ts';
import { nameClassFor, typeOfClass } from './name-key.ts';
import { type Atom, type Atoms, atomKey, readAtoms } from './read-atoms.ts';
import { type CosineOf, resolveEntities } from './resolve-entities.ts';

/** Longest merged description, in characters. */
const mostText = 1200;

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byCount = ([a, many]: [string, number], [b, more]: [string, number]): number =>
  more - many || b.length - a.length || compareText(a, b);

const pour = (into: Map<string, number>, from: ReadonlyMap<string, number>): Map<string, number> => {
  for (const [value, count] of from) into.set(value, (into.get(value) ?? 0) + count);
  return into;
};

/** Joins distinct descriptions, the most frequent first, up to `mostText` characters. */
const mergeDescriptions = (said: ReadonlyMap<string, number>): string => {
  let text = '';
  const seen = new Set<string>();
  for (const [each] of [...said].sort(byCount)) {
    const folded = each
      .toLowerCase()
      .replace(/[\s.]+/g, ' ')
      .trim();
    if (folded === '' || seen.has(folded)) continue;
    seen.add(folded);
    if (text.length + each.length + 1 > mostText) continue;
    text = text === '' ? each : `${text} ${each}`;
  }
  return text;
};

const compareMentions = (a: Mention, b: Mention): number =>
  compareText(a.importId, b.importId) || a.start - b.start || compareText(a.chunkId, b.chunkId);

/** Keeps the shortest mention of each chunk: a name rather than the whole chunk. */
const mergeMentions = (mentions: readonly Mention[]): Mention[] => {
  const byChunk = new Map<string, Mention>();
  for (const mention of mentions) {
    const known = byChunk.get(mention.chunkId);
    const shorter = known && mention.end - mention.start - (known.end - known.start);
    if (shorter === undefined || shorter < 0 || (shorter === 0 && mention.start < (known?.start ?? 0)))
      byChunk.set(mention.chunkId, mention);
  }
  return [...byChunk.values()].sort(compareMentions);
};

const chooseType = (atoms: readonly Atom[]): string => {
  const [first] = atoms;
  const known = first && typeOfClass[first.nameClass];
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const { types } of atoms) pour(counts, types);
  const ranked = [...counts].sort(([a, many], [b, more]) => more - many || compareText(a, b));
  return (ranked.find(([type]) => type !== 'OTHER') ?? ranked[0])?.[0] ?? 'OTHER';
};

const listNames = (atoms: readonly Atom[]): GraphEntityNode['names'] => {
  const all = atoms.flatMap(({ key, spellings, aliasOf }) =>
    [...spellings].map(([name, count]) => ({ name, atom: key, count, isAlias: aliasOf.size > 0 })),
  );
  all.sort(
    (a, b) =>
      Number(a.isAlias) - Number(b.isAlias) ||
      Number(a.name.includes(',')) - Number(b.name.includes(',')) ||
      byCount([a.name, a.count], [b.name, b.count]) ||
      compareText(a.atom, b.atom),
  );
  return all.map(({ name, atom }) => ({ name, atom }));
};

const toEntity = (atoms: readonly Atom[]): GraphEntityNode => {
  const descriptions = new Map<string, number>();
  for (const atom of atoms) pour(descriptions, atom.descriptions);
  const names = listNames(atoms);
  return {
    key: atoms[0]?.key ?? '',
    name: names[0]?.name ?? '',
    type: chooseType(atoms),
    description: mergeDescriptions(descriptions),
    names,
    mentions: mergeMentions(atoms.flatMap(({ mentions }) => [...mentions.values()])),
    degree: 0,
    community: 0,
  };
};

/** Finds the entity that a relation refers to by name: one of the same chunk, otherwise the only one with that name. */
const createNameFinder = (
  atoms: Atoms,
  moves: ReadonlyMap<string, string>,
  entityOfAtom: Map<string, string>,
) => {
  const classes = ['P', 'O', 'L', 'S'] as const;
  const resolve = (key: string | undefined) => {
    const known = key === undefined ? undefined : (moves.get(key) ?? key);
    return known !== undefined && atoms.has(known) ? entityOfAtom.get(known) : undefined;
  };
  return (chunk: ReadChunk, name: string): string | undefined => {
    const folded = name.trim().toLowerCase();
    const isThis = (each: string) => each.trim().toLowerCase() === folded;
    const resolveAll = (entities: readonly ReadEntity[]) =>
      entities
        .map((entity) => resolve(atomKey(entity.name, nameClassFor(entity.type))))
        .filter((key) => key !== undefined)
        .sort();
    const named = resolveAll(chunk.entities.filter((entity) => isThis(entity.name)));
    const also = resolveAll(chunk.entities.filter((entity) => entity.aliases.some(isThis)));
    const own = named[0] ?? also[0];
    if (own !== undefined) return own;
    const anywhere = new Set(
      classes.map((each) => resolve(atomKey(name, each))).filter((key) => key !== undefined),
    );
    const [only] = anywhere;
    return anywhere.size === 1 ? only : undefined;
  };
};

interface RelationParts {
  ends: [string, string];
  directions: Map<string, number>;
  descriptions: Map<string, number>;
  weight: number;
  mentions: Mention[];
}

const toMention = ({ chunkId, importId, start, text }: ReadChunk): Mention => ({
  chunkId,
  importId,
  start,
  end: start + text.length,
});

const collectRelations = (
  chunks: readonly ReadChunk[],
  find: (chunk: ReadChunk, name: string) => string | undefined,
): Map<string, RelationParts> => {
  const relations = new Map<string, RelationParts>();
  for (const chunk of chunks) {
    for (const { source, target, description, weight } of chunk.relations) {
      const [from, to] = [find(chunk, source), find(chunk, target)];
      if (from === undefined || to === undefined || from === to) continue;
      const ends: [string, string] = from < to ? [from, to] : [to, from];
      const key = ends.join('|');
      const parts: RelationParts = relations.get(key) ?? {
        ends,
        directions: new Map(),
        descriptions: new Map(),
        weight: 0,
        mentions: [],
      };
      pour(parts.directions, new Map([[from, 1]]));
      if (description.trim() !== '') pour(parts.descriptions, new Map([[description.trim(), 1]]));
      parts.weight += Math.min(10, Math.max(1, weight)) / 10;
      parts.mentions.push(toMention(chunk));
      relations.set(key, parts);
    }
  }
  return relations;
};

const toRelation = ([key, parts]: [string, RelationParts]): GraphRelationEdge => {
  const [a, b] = parts.ends;
  const isReversed = (parts.directions.get(b) ?? 0) > (parts.directions.get(a) ?? 0);
  return {
    key,
    source: isReversed ? b : a,
    target: isReversed ? a : b,
    description: mergeDescriptions(parts.descriptions),
    weight: Math.round(parts.weight * 1000) / 1000,
    mentions: mergeMentions(parts.mentions),
  };
};

export interface GraphChoice {
  edits?: readonly NameEdit[];
  cosineOf?: CosineOf;
}

/**
 * Builds the graph from the entities and relations that models extracted from chunks. The same chunks and edits in any order give the same
 * graph, so that it can be rebuilt without a model whenever a document is deleted.
 */
export const buildGraph = (
  chunks: readonly ReadChunk[],
  { edits = [], cosineOf }: GraphChoice = {},
): KnowledgeGraph => {
  const { atoms, moves } = readAtoms(chunks);
  const known = edits.map(({ kind, groups }) => ({
    kind,
    groups: groups.map((keys) => keys.map((key) => moves.get(key) ?? key)),
  }));
  const sets = resolveEntities(atoms, cosineOf ? { edits: known, cosineOf } : { edits: known });
  const entityOfAtom = new Map<string, string>();
  const entities = sets.map((keys) => {
    const entity = toEntity(keys.flatMap((key) => atoms.get(key) ?? []));
    for (const key of keys) entityOfAtom.set(key, entity.key);
    return entity;
  });
  entities.sort((a, b) => compareText(a.key, b.key));
  const found = collectRelations(chunks, createNameFinder(atoms, moves, entityOfAtom));
  const relations = [...found].map(toRelation).sort((a, b) => compareText(a.key, b.key));
  const degrees = new Map<string, number>();
  for (const { source, target } of relations)
    for (const key of [source, target]) degrees.set(key, (degrees.get(key) ?? 0) + 1);
  for (const entity of entities) entity.degree = degrees.get(entity.key) ?? 0;
  return { entities, relations, communities: findCommunities(entities, relations) };
};
