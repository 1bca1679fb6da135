import type { Holdings } from '@atelier/contracts/account/people/people';
import { formatCount, formatCredits, formatFileSize } from '../../../../lib/format.ts';

/** Lists what is deleted along with a tenant, one kind per line, leaving out kinds with a count of zero. */
export const holdingsLines = (holdings: Holdings): string[] => [
  `${formatCount(holdings.members, 'member')} who can no longer get in`,
  ...(holdings.invitations > 0 ? [formatCount(holdings.invitations, 'open invitation')] : []),
  ...holdings.entities
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${label}: ${count.toLocaleString('en')}`),
  ...(holdings.files.count > 0
    ? [`${formatCount(holdings.files.count, 'file')} (${formatFileSize(holdings.files.bytes)})`]
    : []),
  ...(holdings.credits >= 1 ? [`${formatCredits(holdings.credits)} credits that were not spent`] : []),
  'The subscription, all conversations and the audit log',
];
