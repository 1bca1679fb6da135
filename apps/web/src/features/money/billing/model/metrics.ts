import type { CreditUsage } from '@atelier/contracts/money/usage';
import { formatCount, formatExactCredits } from '../../../../lib/format.ts';

type Day = CreditUsage['series'][number];

/** The figures that the usage chart can show for each day. */
export interface Metric {
  id: 'answers' | 'tokens' | 'credits';
  label: string;
  of: (day: Day) => number;
  /** Formats a value with its unit. */
  say: (value: number) => string;
}

export const metrics = [
  { id: 'answers', label: 'Answers', of: ({ answers }) => answers, say: (it) => formatCount(it, 'answer') },
  { id: 'tokens', label: 'Tokens', of: ({ tokens }) => tokens, say: (it) => formatCount(it, 'token') },
  {
    id: 'credits',
    label: 'Credits',
    of: ({ credits }) => credits,
    say: (it) => `${formatExactCredits(it)} ${it === 1 ? 'credit' : 'credits'}`,
  },
] as const satisfies readonly Metric[];

/** Reads the metric from the address. An unknown word means the number of answers. */
export const parseMetric = (word: string): Metric => metrics.find(({ id }) => id === word) ?? metrics[0];
