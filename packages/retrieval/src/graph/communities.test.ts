import { describe, expect, it } from 'vitest';
import { findCommunities } from './communities.ts';
import type { GraphEntityNode, GraphRelationEdge } from './graph-types.ts';

const mention = { chunkId: 'c', importId: 'i', start: 0, end: 1 };
const node = (key: string, degree: number, more: Partial<GraphEntityNode> = {}): GraphEntityNode => ({
  ...{ key, name: key.toUpperCase(), type: 'PERSON', names: [], description: `About ${key}.`, mentions: [] },
  ...{ degree, community: -1 },
  ...more,
});
const edge = (source: string, target: string, weight: number, description = ''): GraphRelationEdge => ({
  ...{ key: `${source}-${target}`, source, target, weight, description, mentions: [] },
});

describe('communities', () => {
  it('are titled by their three best connected members, and told by their strongest relations', () => {
    const nodes = [
      ...[node('a', 2), node('b', 2, { mentions: [mention] }), node('c', 3), node('d', 3)],
      ...[node('x', 1), node('y', 1), node('lone', 0)],
    ];
    const edges = [
      ...[edge('a', 'c', 4, 'Weak.'), edge('b', 'c', 6, 'Strong.'), edge('c', 'd', 5, 'Middle.')],
      ...[edge('a', 'd', 5, 'Alike.'), edge('b', 'd', 5), edge('x', 'y', 4)],
    ];
    expect(findCommunities(nodes, edges)).toEqual([
      { members: ['c', 'd', 'b', 'a'], title: 'C, D, B', summary: 'Strong. Alike. Middle. Weak.' },
      { members: ['x', 'y'], title: 'X, Y', summary: 'About x. About y.' },
    ]);
    expect(nodes.map(({ community }) => community)).toEqual([0, 0, 0, 0, 1, 1, 2]);
  });

  it('say five things at most, each once, in 1,200 characters', () => {
    const star = Array.from({ length: 7 }, (_, at) => `n${at}`);
    const nodes = [node('hub', 7), ...star.map((key) => node(key, 1))];
    const said = (text: (at: number) => string) =>
      findCommunities(
        nodes,
        star.map((key, at) => edge('hub', key, 7 - at, text(at))),
      )[0]?.summary;
    expect(said((at) => `${at}.`)).toBe('0. 1. 2. 3. 4.');
    expect(said((at) => (at < 4 ? 'Same.' : `${at}.`))).toBe('Same. 4. 5. 6.');
    expect(said((at) => `${at}${'x'.repeat(500)}`)).toHaveLength(1200);
  });

  it('of one size stand in the order of their best members', () => {
    const pairs = [
      ['q', 'r'],
      ['a', 'b'],
      ['m', 'n'],
    ] as const;
    const nodes = pairs.flatMap(([one, other]) => [node(one, 1), node(other, 1)]);
    const edges = pairs.map(([one, other]) => edge(one, other, 1));
    expect(findCommunities(nodes, edges).map(({ title }) => title)).toEqual(['A, B', 'M, N', 'Q, R']);
    expect(findCommunities([node('a', 0)], [])).toEqual([]);
    expect(findCommunities([], [])).toEqual([]);
  });
});
