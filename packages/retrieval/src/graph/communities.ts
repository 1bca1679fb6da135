import { UndirectedGraph } from 'graphology';
import louvain from 'graphology-communities-louvain';
import type { Community, GraphEntityNode, GraphRelationEdge } from './graph-types.ts';

/** A pseudo-random number generator with a constant seed (mulberry32). */
const seeded = (): (() => number) => {
  let state = 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const namesInTitle = 3;
const relationsInSummary = 5;

const buildTitle = (members: readonly GraphEntityNode[]): string =>
  members
    .slice(0, namesInTitle)
    .map(({ name }) => name)
    .join(', ');

/** Summarises a community by the descriptions of its strongest relations, without a model. */
const buildSummary = (members: readonly GraphEntityNode[], inside: readonly GraphRelationEdge[]): string => {
  const said = inside.map(({ description }) => description).filter((text) => text !== '');
  const facts = said.length > 0 ? said : members.map(({ description }) => description);
  return [...new Set(facts)].slice(0, relationsInSummary).join(' ').slice(0, 1200);
};

const bySize = (a: GraphEntityNode[], b: GraphEntityNode[]): number =>
  b.length - a.length || ((a[0]?.key ?? '') < (b[0]?.key ?? '') ? -1 : 1);

/**
 * Finds communities: entities that are more closely related to each other than to the rest (Louvain, Blondel et al. 2008; fixed
 * seed, sorted input), the largest first. Sets `community` of each entity to the index of its community.
 */
export const findCommunities = (
  entities: readonly GraphEntityNode[],
  relations: readonly GraphRelationEdge[],
): Community[] => {
  const graph = new UndirectedGraph();
  for (const { key } of entities) graph.addNode(key);
  for (const { source, target, weight } of relations) graph.addEdge(source, target, { weight });
  const places = graph.size === 0 ? {} : louvain(graph, { rng: seeded(), getEdgeWeight: 'weight' });
  const ranked = entities.toSorted(
    (a, b) => b.degree - a.degree || b.mentions.length - a.mentions.length || (a.key < b.key ? -1 : 1),
  );
  const groups = [
    ...Map.groupBy(ranked, ({ key, degree }) => (degree === 0 ? 'alone' : String(places[key]))).entries(),
  ];
  const connected = groups.filter(([place]) => place !== 'alone').map(([, members]) => members);
  connected.sort(bySize);
  const alone = groups.find(([place]) => place === 'alone')?.[1] ?? [];
  connected.forEach((members, place) => {
    for (const member of members) member.community = place;
  });
  for (const member of alone) member.community = connected.length;
  const insideOf = Map.groupBy(relations, ({ source, target }) =>
    places[source] === places[target] ? String(places[source]) : 'between',
  );
  return connected.map((members) => {
    const inside = insideOf.get(String(places[members[0]?.key ?? ''])) ?? [];
    const strongest = inside.toSorted((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1));
    return {
      members: members.map(({ key }) => key),
      title: buildTitle(members),
      summary: buildSummary(members, strongest),
    };
  });
};
