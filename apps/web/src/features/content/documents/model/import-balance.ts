import type { ImportBalance } from '@atelier/contracts/content/bases/import-shapes';
import type { z } from 'zod';

export type Balance = z.infer<typeof ImportBalance>;

export interface BalancePart {
  id: Exclude<keyof Balance, 'found'>;
  label: string;
  count: number;
  meaning: string;
}

const parts: Omit<BalancePart, 'count'>[] = [
  { id: 'imported', label: 'completed', meaning: 'Read, indexed and ready for questions.' },
  {
    id: 'unchanged',
    label: 'unchanged',
    meaning: 'Sent again with the same name and content, so not read again.',
  },
  { id: 'skipped', label: 'cancelled', meaning: 'Cancelled before they were finished.' },
  { id: 'failed', label: 'failed', meaning: 'Could not be read; each document says why.' },
  { id: 'pending', label: 'processing', meaning: 'Waiting for their turn, or being read.' },
];

/** Splits the found files by their outcome, without empty groups. */
export const balanceParts = (balance: Balance): BalancePart[] =>
  parts.map((part) => ({ ...part, count: balance[part.id] })).filter((part) => part.count > 0);

/** The number of files that are documents now. A file that was sent twice is one document. */
export const documentsIn = (balance: Balance): number => balance.found - balance.unchanged;

/** True once something was read, and nothing waits any more. Some documents may have failed. */
export const isReadingOver = ({ pending, imported }: Balance): boolean => pending === 0 && imported > 0;

/** Returns the result of reading, in a sentence. */
export const resultInWords = (balance: Balance): string => {
  if (balance.failed === 0 && balance.skipped === 0) return 'Everything is read.';
  const counts = balanceParts(balance).map(({ count, label }) => `${count.toLocaleString('en')} ${label}`);
  return `Not everything is read: ${counts.join(', ')}.`;
};

/** The progress for screen readers. It changes ten times at most, however many files there are. */
export const progressInWords = (balance: Balance, word: 'file' | 'document'): string => {
  const { found, pending } = balance;
  if (pending > 0) return `${Math.floor((10 * (found - pending)) / found) * 10} % of the ${word}s are read.`;
  return resultInWords(balance);
};
