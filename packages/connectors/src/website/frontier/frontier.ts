import { addressKey } from '../address.ts';
import type { WebsiteLimits } from '../limits.ts';
import { type Skip, skip } from './skips.ts';

/** An address that waits to be read. */
export interface Waiting {
  url: URL;
  key: string;
  /** The number of links from the first page. */
  depth: number;
}

/**
 * Returns the address with all numbers and random words made equal, which is the same for all pages of one calendar or list.
 */
const toUrlPattern = (url: URL): string =>
  `${url.pathname}${url.search}`
    .toLowerCase()
    .replace(/[0-9a-f]{16,}/g, '*')
    .replace(/\d+/g, '#');

/** Recognises paths that a broken relative link makes longer each time: `/a/b/a/b/a/b/a`. */
const isRepeating = (url: URL): boolean => {
  const counts = new Map<string, number>();
  for (const part of url.pathname.split('/').filter((segment) => segment !== ''))
    counts.set(part, (counts.get(part) ?? 0) + 1);
  return counts.size > 0 && Math.max(...counts.values()) > 3;
};

/**
 * Keeps addresses in the order in which they were found. When many have the same shape, further ones wait until all others have
 * been read.
 */
export const createFrontier = (limits: WebsiteLimits, isListed: boolean) => {
  const first: Waiting[] = [];
  const later: Waiting[] = [];
  const seen = new Set<string>();
  const shapes = new Map<string, number>();

  const judge = (url: URL, depth: number): Skip | undefined => {
    if (depth > limits.depth) return skip('too_deep');
    if (isRepeating(url)) return skip('endless');
    return first.length + later.length >= limits.waiting ? skip('over_limit') : undefined;
  };

  const countShape = (url: URL): number => {
    const shape = toUrlPattern(url);
    const count = (shapes.get(shape) ?? 0) + 1;
    shapes.set(shape, count);
    // A page with ever new parameters is usually a filtered list of pages that are read anyway.
    const path = `${url.pathname}?`;
    const variants = url.search === '' ? 0 : (shapes.get(path) ?? 0) + 1;
    if (variants > 0) shapes.set(path, variants);
    return variants > limits.alikeFirst ? Math.max(count, limits.alikeFirst + 1) : count;
  };

  return {
    /** Adds an address once. Returns the reason when it will not be read. */
    add: (url: URL, depth: number): Skip | undefined => {
      const key = addressKey(url);
      if (seen.has(key)) return undefined;
      if (seen.size >= limits.known) return skip('over_limit');
      seen.add(key);
      const refusal = judge(url, depth);
      if (refusal) return refusal;
      // Addresses that the site itself lists, or that the user named, are not a trap.
      const alike = isListed ? 0 : countShape(url);
      if (alike > limits.alikeMost) return skip('endless');
      (alike > limits.alikeFirst ? later : first).push({ url, key, depth });
      return undefined;
    },
    /** Returns the next address. Postponed ones come only when no request in progress can bring others. */
    take: (isQuiet: boolean): Waiting | undefined => first.shift() ?? (isQuiet ? later.shift() : undefined),
    has: (key: string) => seen.has(key),
    get size() {
      return first.length + later.length;
    },
    /** Returns the addresses that were not read. */
    rest: (): Waiting[] => [...first, ...later],
  };
};

export type Frontier = ReturnType<typeof createFrontier>;
