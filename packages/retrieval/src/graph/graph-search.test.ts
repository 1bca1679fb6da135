import { describe, expect, it } from 'vitest';
import { createGraphSearcher, indexGraph, type SearchableGraph } from './graph-search.ts';

const entity = (id: string, name: string, description: string, chunkIds: string[], names = [name]) => ({
  id,
  name,
  type: 'PERSON',
  names,
  description,
  chunkIds,
});

const relation = (id: string, ends: [string, string], description: string, chunkIds: string[]) => ({
  id,
  sourceId: ends[0],
  targetId: ends[1],
  description,
  weight: 1,
  chunkIds,
});

const graph: SearchableGraph = {
  entities: [
    entity('ada', 'Ada Lovelace', 'She wrote programs.', ['c1', 'c2'], ['Ada Lovelace', 'The Enchantress']),
    entity('babbage', 'Charles Babbage', 'He designed engines.', ['c1', 'c3']),
    entity('brunel', 'Isambard Brunel', 'He built bridges and ships.', ['c4']),
    entity('clifton', 'Clifton Bridge', 'It hangs over a gorge.', ['c4', 'c5']),
  ],
  relations: [
    relation('r1', ['ada', 'babbage'], 'They wrote letters about computation.', ['c1']),
    relation('r2', ['brunel', 'clifton'], 'He drew the suspension bridge.', ['c4']),
  ],
  communities: [
    {
      title: 'Computing pioneers',
      summary: 'Lovelace and Babbage worked on engines.',
      memberIds: ['ada', 'babbage'],
    },
    { title: 'Bridges', summary: 'Brunel built over gorges.', memberIds: ['brunel', 'clifton'] },
  ],
};

const idsOf = (hits: readonly { id: string }[]) => hits.map(({ id }) => id);

describe('a search through a graph', () => {
  const searcher = createGraphSearcher(graph, indexGraph(graph));

  it('goes from the entities of the question over their neighbours to chunks', {
    tags: ['GRAPH-02'],
  }, () => {
    const { hits, entityIds, relationIds } = searcher.local('Whom did Ada Lovelace know?');
    expect(idsOf(hits)).toEqual(['c1', 'c2', 'c3']);
    expect(entityIds.slice(0, 2)).toEqual(['ada', 'babbage']);
    expect(relationIds).toEqual(['r1']);
    expect(hits[0]?.score).toBe(1);
  });

  it('knows an entity by any of its names, however it is written', () => {
    expect(idsOf(searcher.local('what did the ENCHANTRESS do').hits).slice(0, 2)).toEqual(['c1', 'c2']);
  });

  it('goes from relations and groups to chunks', { tags: ['GRAPH-02'] }, () => {
    const found = searcher.global('suspension bridge over gorges');
    expect(found.hits[0]?.id).toBe('c4');
    expect(found.relationIds).toEqual(['r2']);
    expect(found.communities.map(({ title }) => title)).toContain('Bridges');
  });

  it('answers a question about everything from the largest groups', () => {
    const { hits, communities } = searcher.global('xyzzy');
    expect(communities).toHaveLength(2);
    expect(new Set(idsOf(hits))).toEqual(new Set(['c1', 'c2', 'c3', 'c4', 'c5']));
  });

  it('finds nothing where there is nothing, and never a score outside 0 to 1', () => {
    expect(searcher.local('xyzzy').hits).toEqual([]);
    const nothing = { entities: [], relations: [], communities: [] };
    const empty = createGraphSearcher(nothing, indexGraph(nothing));
    expect(empty.local('Ada').hits).toEqual([]);
    expect(empty.global('Ada').hits).toEqual([]);
    for (const query of ['Ada', 'Brunel bridges', 'computation letters', '', '   ']) {
      for (const { score } of [...searcher.local(query).hits, ...searcher.global(query).hits]) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    }
  });

  it('passes a part of each score on, less where an entity is mentioned often', () => {
    const rounded = (hits: readonly { id: string; score: number }[]) =>
      Object.fromEntries(hits.map(({ id, score }) => [id, Number(score.toFixed(4))]));
    const named = searcher.local('Isambard Brunel');
    expect(named.entityIds).toEqual(['brunel', 'clifton']);
    expect(named.relationIds).toEqual(['r2']);
    // The entity has 1 / log2 3, its neighbour 0.5 / log2 3 for each of two chunks / 2, and the relation 0.5 / log2 3.
    expect(rounded(named.hits)).toEqual({ c4: 1, c5: 0.1429 });
    expect(rounded(searcher.global('engines').hits)).toEqual({ c1: 1, c2: 0.5, c3: 0.5 });
    expect(searcher.global('engines').communities.map(({ title }) => title)).toEqual(['Computing pioneers']);
  });

  it('finds the best ten entities of a question, and names of six words at most', () => {
    const name = (count: number) => Array.from({ length: count }, (_, at) => `Word${at}`).join(' ');
    const long: SearchableGraph = {
      entities: [entity('six', name(6), '', ['c6']), entity('seven', `${name(7)} Q`, '', ['c7'])],
      relations: [],
      communities: [],
    };
    const found = createGraphSearcher(long, indexGraph(long)).local(`${name(7)} Q`);
    expect(found.entityIds).toEqual(['six', 'seven']);
    const many: SearchableGraph = {
      entities: Array.from({ length: 12 }, (_, at) => entity(`e${at}`, `Ada ${at}`, 'engine', [`c${at}`])),
      relations: [],
      communities: Array.from({ length: 5 }, (_, at) => ({
        title: `T${at}`,
        summary: 'S',
        memberIds: [`e${at}`],
      })),
    };
    const searchMany = createGraphSearcher(many, indexGraph(many));
    expect(searchMany.local('engine').entityIds).toHaveLength(10);
    expect(searchMany.global('xyzzy').communities.map(({ title }) => title)).toEqual(['T0', 'T1', 'T2']);
  });
});
