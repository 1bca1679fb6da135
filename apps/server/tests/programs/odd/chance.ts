/** Decides by lot, and in the same way again for the same seed (mulberry32 by Tommy Ettinger, public domain). */
export interface Chance {
  /** Returns a whole number from 0 to `count` - 1. */
  below(count: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** Returns true once in `count` times on average. */
  once(count: number): boolean;
}

export const chanceFrom = (seed: number): Chance => {
  let state = seed >>> 0;
  const below = (count: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
  return {
    below,
    pick: (from) => from[below(from.length)] ?? from[0],
    once: (count) => below(count) === 0,
  };
};
