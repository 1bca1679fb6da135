import { createRandom } from '../corpus.ts';
import { percentile } from '../statistics.ts';

/** The documents that one question found, best first, and those that are relevant. */
export interface Answered {
  found: readonly string[];
  relevant: ReadonlySet<string>;
  /** Where parts of documents are relevant: the share of their letters that the first five chunks cover. */
  coverage?: number;
}

/** Returns the share of the relevant documents that are among the first `depth`. */
export const recallAt = (depth: number, { found, relevant }: Answered): number =>
  found.slice(0, depth).filter((name) => relevant.has(name)).length / relevant.size;

/** Returns one divided by the rank of the first relevant document; 0 when none is among the first `depth`. */
export const reciprocalRankAt = (depth: number, { found, relevant }: Answered): number => {
  const at = found.slice(0, depth).findIndex((name) => relevant.has(name));
  return at < 0 ? 0 : 1 / (at + 1);
};

const gainAt = (place: number): number => 1 / Math.log2(place + 2);

/** Returns the normalised discounted cumulative gain for relevance that is either 0 or 1. */
export const ndcgAt = (depth: number, { found, relevant }: Answered): number => {
  const gains = found.slice(0, depth).map((name, at) => (relevant.has(name) ? gainAt(at) : 0));
  const best = Array.from({ length: Math.min(depth, relevant.size) }, (_, at) => gainAt(at));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return sum(gains) / sum(best);
};

/** A mean with its 95 % confidence interval from resampling the questions. */
export interface Estimate {
  mean: number;
  low: number;
  high: number;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Estimates a mean by a percentile bootstrap over questions, with a fixed seed. */
export const estimate = (values: readonly number[], resamplings = 2000): Estimate => {
  const random = createRandom(17);
  const means = Array.from({ length: resamplings }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < values.length; drawn += 1)
      sum += values[Math.floor(random() * values.length)] ?? 0;
    return sum / values.length;
  });
  return { mean: meanOf(values), low: percentile(means, 0.025), high: percentile(means, 0.975) };
};

/** Splits items into two halves by a fixed seed: one to try changes on, and one that is only reported. */
export const splitInHalves = <T>(items: readonly T[], seed = 41): { tune: T[]; heldOut: T[] } => {
  const random = createRandom(seed);
  const order = items.map((item) => ({ item, at: random() })).sort((a, b) => a.at - b.at);
  const middle = Math.floor(items.length / 2);
  const take = (from: number, to: number) => order.slice(from, to).map(({ item }) => item);
  return { tune: take(0, middle), heldOut: take(middle, items.length) };
};
