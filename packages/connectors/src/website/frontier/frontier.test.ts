import { describe, expect, it } from 'vitest';
import { websiteLimits } from '../limits.ts';
import { createFrontier } from './frontier.ts';

const at = (path: string) => new URL(path, 'https://example.com');
const limits = { ...websiteLimits, depth: 2, alikeFirst: 2, alikeMost: 4, waiting: 6, known: 8 };
const open = (isListed = false) => createFrontier(limits, isListed);

describe('the addresses that wait', () => {
  it('come in their order, each once, with their depth', () => {
    const frontier = open();
    expect([frontier.add(at('/a'), 0), frontier.add(at('/b'), 1), frontier.add(at('/a/'), 1)]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
    expect([frontier.size, frontier.has('example.com/a'), frontier.has('example.com/c')]).toEqual([
      2,
      true,
      false,
    ]);
    expect(frontier.take(false)).toEqual({ url: at('/a'), key: 'example.com/a', depth: 0 });
    expect(frontier.take(false)?.depth).toBe(1);
    expect(frontier.take(true)).toBeUndefined();
  });

  it('of many pages alike come when nothing else can, and then no more', () => {
    const frontier = open();
    const added = [1, 2, 3, 4, 5].map((day) => frontier.add(at(`/day/${day}`), 1)?.code);
    expect(added).toEqual([undefined, undefined, undefined, undefined, 'endless']);
    frontier.add(at('/other'), 1);
    const taken = [false, false, false, false].map((isQuiet) => frontier.take(isQuiet)?.url.pathname);
    expect(taken).toEqual(['/day/1', '/day/2', '/other', undefined]);
    expect(frontier.rest().map(({ url }) => url.pathname)).toEqual(['/day/3', '/day/4']);
    expect([frontier.take(true)?.url.pathname, frontier.size]).toEqual(['/day/3', 1]);
  });

  it('with ever new parameters come later', () => {
    const frontier = open();
    for (const query of ['?a=x', '?b=y', '?c=z']) frontier.add(at(`/list${query}`), 1);
    expect([1, 2, 3].map(() => frontier.take(false)?.url.search)).toEqual(['?a=x', '?b=y', undefined]);
    expect(frontier.take(true)?.url.search).toBe('?c=z');
  });

  it('that a site lists are no trap', () => {
    const frontier = open(true);
    expect([1, 2, 3, 4, 5].map((day) => frontier.add(at(`/day/${day}`), 1))).toEqual(
      Array(5).fill(undefined),
    );
    expect([1, 2, 3].map(() => frontier.take(false)?.url.pathname)).toEqual(['/day/1', '/day/2', '/day/3']);
  });

  it('are few, near, and not in a circle', () => {
    const frontier = open();
    const code = (path: string, depth = 0) => frontier.add(at(path), depth)?.code;
    expect([code('/two', 2), code('/three', 3)]).toEqual([undefined, 'too_deep']);
    expect([code('/x/x/x/y'), code('/x/x/x/x')]).toEqual([undefined, 'endless']);
    for (const path of ['/c', '/d', '/e', '/f']) expect(code(path)).toBeUndefined();
    expect([code('/g'), code('/h')]).toEqual(['over_limit', 'over_limit']);
    const few = createFrontier({ ...limits, known: 1 }, false);
    expect([few.add(at('/a'), 0), few.add(at('/b'), 0)?.code, few.add(at('/a'), 0)]).toEqual([
      ...[undefined, 'over_limit', undefined],
    ]);
  });
});
