import type { CreditUsage } from '@atelier/contracts/billing-usage';
import { formatCount, formatExactCredits } from '../../../lib/format.ts';

type Day = CreditUsage['series'][number];

/** What the days of a chart can show. */
export interface Metric {
  id: 'answers' | 'tokens' | 'credits';
  label: string;
  of: (day: Day) => number;
  /** A value with its unit. */
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

/** The metric of a word in the address; answers, where it is none. */
export const metricOf = (word: string): Metric => metrics.find(({ id }) => id === word) ?? metrics[0];
