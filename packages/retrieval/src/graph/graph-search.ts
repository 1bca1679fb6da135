import { createLexicalIndex, type LexicalIndex } from '../lexical/lexical-index.ts';
import { encodeLexicalSegment, type LexicalDocument } from '../lexical/lexical-segment.ts';
import { nameClassFor, nameKey } from './name-key.ts';

export interface SearchableEntity {
  id: string;
  name: string;
  type: string;
  names: readonly string[];
  description: string;
  chunkIds: readonly string[];
}

export interface SearchableRelation {
  id: string;
  sourceId: string;
  targetId: string;
  description: string;
  weight: number;
  chunkIds: readonly string[];
}

export interface SearchableCommunity {
  title: string;
  summary: string;
  memberIds: readonly string[];
}

export interface SearchableGraph {
  entities: readonly SearchableEntity[];
  relations: readonly SearchableRelation[];
  communities: readonly SearchableCommunity[];
}

export interface GraphHits {
  /** Best first; scores are 0 to 1, 1 for the best. */
  hits: { id: string; score: number }[];
  entityIds: string[];
  relationIds: string[];
  communities: SearchableCommunity[];
}

export interface GraphSearcher {
  /** Starts at the entities of the question, continues to their neighbours, and ranks the chunks that mention them. */
  local(query: string): GraphHits;
  /** Finds relations and communities that match the question and ranks their chunks. */
  global(query: string): GraphHits;
}

const most = { seeds: 10, relations: 20, communities: 3, members: 10, hits: 200, wordsOfName: 6 };
const passedOn = 0.5;

/** The part of a graph that is indexed. */
export interface GraphTexts {
  entities: readonly Omit<SearchableEntity, 'chunkIds'>[];
  relations: readonly Omit<SearchableRelation, 'weight' | 'chunkIds'>[];
  communities: readonly Omit<SearchableCommunity, 'memberIds'>[];
}

/** A graph prepared for searching: one lexical segment per kind of text (absent when empty), and the normalised names. */
export interface GraphIndex {
  segments: Record<keyof GraphTexts, Uint8Array | undefined>;
  /** `names[i]` is a normalised name of `entityIds[i]`. */
  names: string[];
  entityIds: string[];
}

const encodeSegment = (documents: LexicalDocument[]): Uint8Array | undefined =>
  documents.length === 0 ? undefined : encodeLexicalSegment(documents);

/** Indexes a graph. This is the expensive part of preparing it, and pure, so that it can run in a thread. */
export const indexGraph = ({ entities, relations, communities }: GraphTexts): GraphIndex => {
  const nameOf = new Map(entities.map(({ id, name }) => [id, name]));
  const named = entities.flatMap(({ id, names, type }) =>
    [...new Set(names.flatMap((name) => [nameKey(name, nameClassFor(type)), nameKey(name, 'S')]))].map(
      (name) => ({
        name,
        id,
      }),
    ),
  );
  return {
    segments: {
      entities: encodeSegment(
        entities.map(({ id, names, description }) => ({ id, heading: names.join(' '), text: description })),
      ),
      relations: encodeSegment(
        relations.map(({ id, sourceId, targetId, description }) => ({
          id,
          heading: `${nameOf.get(sourceId) ?? ''} ${nameOf.get(targetId) ?? ''}`,
          text: description,
        })),
      ),
      communities: encodeSegment(
        communities.map(({ title, summary }, at) => ({ id: String(at), heading: title, text: summary })),
      ),
    },
    names: named.map(({ name }) => name),
    entityIds: named.map(({ id }) => id),
  };
};

const openSegment = (segment: Uint8Array | undefined): LexicalIndex => {
  const index = createLexicalIndex();
  if (segment) index.addSegment('all', segment);
  return index;
};

const note = <T>(lists: Map<string, T[]>, key: string, value: T): void => {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
};

type Scores = Map<string, number>;

const add = (scores: Scores, key: string, score: number): void => {
  scores.set(key, (scores.get(key) ?? 0) + score);
};

const ranked = (scores: Scores, limit: number): { id: string; score: number }[] => {
  const all = [...scores].map(([id, score]) => ({ id, score }));
  all.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const best = all[0]?.score ?? 1;
  return all.slice(0, limit).map(({ id, score }) => ({ id, score: score / best }));
};

/** Lowers the score of an entity that many chunks mention, because it says little about each of them. */
const share = (score: number, places: number): number => score / Math.log2(2 + places);

class Searcher implements GraphSearcher {
  readonly #graph: SearchableGraph;
  readonly #entities: Map<string, SearchableEntity>;
  readonly #relations: Map<string, SearchableRelation>;
  readonly #relationsOf = new Map<string, SearchableRelation[]>();
  readonly #byName = new Map<string, string[]>();
  readonly #entityIndex: LexicalIndex;
  readonly #relationIndex: LexicalIndex;
  readonly #communityIndex: LexicalIndex;

  constructor(graph: SearchableGraph, { segments, names, entityIds }: GraphIndex) {
    this.#graph = graph;
    this.#entities = new Map(graph.entities.map((entity) => [entity.id, entity]));
    this.#relations = new Map(graph.relations.map((relation) => [relation.id, relation]));
    for (const relation of graph.relations)
      for (const id of [relation.sourceId, relation.targetId]) note(this.#relationsOf, id, relation);
    for (const [at, name] of names.entries()) note(this.#byName, name, entityIds[at] ?? '');
    this.#entityIndex = openSegment(segments.entities);
    this.#relationIndex = openSegment(segments.relations);
    this.#communityIndex = openSegment(segments.communities);
  }

  /** Scores entities: 1 when the question contains the name, otherwise by the match of the words. */
  #seedsOf(query: string): Scores {
    const seeds: Scores = new Map();
    const words = query.split(/\s+/).filter((word) => word !== '');
    for (let from = 0; from < words.length; from += 1) {
      for (let length = 1; length <= Math.min(most.wordsOfName, words.length - from); length += 1) {
        const said = words.slice(from, from + length).join(' ');
        for (const key of new Set([nameKey(said, 'S'), nameKey(said, 'P'), nameKey(said, 'O')]))
          for (const id of this.#byName.get(key) ?? []) seeds.set(id, 1);
      }
    }
    for (const { id, score } of this.#entityIndex.search({ query, topK: most.seeds }))
      seeds.set(id, Math.max(seeds.get(id) ?? 0, score));
    return new Map(ranked(seeds, most.seeds).map(({ id, score }) => [id, score]));
  }

  /** Passes a part of each seed's score on to its neighbours, more along stronger relations. */
  #spread(seeds: Scores): { active: Scores; relations: Scores } {
    const active: Scores = new Map(seeds);
    const relations: Scores = new Map();
    for (const [id, score] of seeds) {
      const own = this.#relationsOf.get(id) ?? [];
      const strongest = Math.max(1, ...own.map(({ weight }) => weight));
      for (const { id: relationId, sourceId, targetId, weight } of own) {
        const other = sourceId === id ? targetId : sourceId;
        const given = share(score * passedOn * (weight / strongest), own.length);
        add(active, other, given);
        add(relations, relationId, given + (seeds.has(other) ? score : 0));
      }
    }
    return { active, relations };
  }

  #scoreChunks(active: Scores, relations: Scores): Scores {
    const chunks: Scores = new Map();
    for (const [id, score] of active) {
      const chunkIds = this.#entities.get(id)?.chunkIds ?? [];
      for (const chunkId of chunkIds) add(chunks, chunkId, share(score, chunkIds.length));
    }
    for (const [id, score] of relations)
      for (const chunkId of this.#relations.get(id)?.chunkIds ?? []) add(chunks, chunkId, score);
    return chunks;
  }

  local(query: string): GraphHits {
    const seeds = this.#seedsOf(query);
    const { active, relations } = this.#spread(seeds);
    return {
      hits: ranked(this.#scoreChunks(active, relations), most.hits),
      entityIds: ranked(active, most.seeds * 2).map(({ id }) => id),
      relationIds: ranked(relations, most.relations).map(({ id }) => id),
      communities: [],
    };
  }

  /** Finds communities that match; a question that matches none ("What is this about?") gets the largest. */
  #communitiesFor(query: string): { community: SearchableCommunity; score: number }[] {
    const { communities } = this.#graph;
    const found = this.#communityIndex.search({ query, topK: most.communities });
    if (found.length === 0)
      return communities.slice(0, most.communities).map((community) => ({ community, score: 0.1 }));
    return found.flatMap(({ id, score }) => {
      const community = communities[Number(id)];
      return community ? [{ community, score }] : [];
    });
  }

  global(query: string): GraphHits {
    const relations: Scores = new Map(
      this.#relationIndex.search({ query, topK: most.relations }).map(({ id, score }) => [id, score]),
    );
    const active: Scores = new Map();
    const found = this.#communitiesFor(query);
    for (const { community, score } of found)
      for (const id of community.memberIds.slice(0, most.members)) add(active, id, score * passedOn);
    return {
      hits: ranked(this.#scoreChunks(active, relations), most.hits),
      entityIds: ranked(active, most.seeds * 2).map(({ id }) => id),
      relationIds: ranked(relations, most.relations).map(({ id }) => id),
      communities: found.map(({ community }) => community),
    };
  }
}

/** Creates a searcher for a graph in memory. `index` is the result of `indexGraph`. Words are compared as in `createLexicalIndex`. */
export const createGraphSearcher = (graph: SearchableGraph, index: GraphIndex): GraphSearcher =>
  new Searcher(graph, index);
