import { importKinds } from '@atelier/contracts/content/bases/import-shapes';
import type {
  ConnectorEntry,
  Source,
  SourceItemOutcome,
} from '@atelier/contracts/content/sources/source-shapes';
import { formatCount } from '../../../../lib/format.ts';
import type { StatusTone } from '../../../../ui/feedback/status-badge.tsx';
import { sourceKindLabel } from '../../documents/index.ts';

/** The names of the schedules. */
export const scheduleNames: Record<Source['schedule']['every'], string> = {
  OFF: 'Only by hand',
  HOURLY: 'Every hour',
  DAILY: 'Every day',
  WEEKLY: 'Every week',
  HOURS: 'Every few hours',
};

export const scheduleInWords = ({ every, hours }: Source['schedule']): string => {
  if (every === 'OFF') return 'By hand';
  return every === 'HOURS' && hours !== undefined ? `Every ${hours} hours` : scheduleNames[every];
};

export const outcomes: Record<SourceItemOutcome, { label: string; tone: StatusTone }> = {
  IMPORTED: { label: 'Completed', tone: 'success' },
  UNCHANGED: { label: 'Unchanged', tone: 'neutral' },
  SKIPPED: { label: 'Skipped', tone: 'warning' },
  FAILED: { label: 'Failed', tone: 'danger' },
  PENDING: { label: 'Processing', tone: 'progress' },
  REMOVED: { label: 'Removed', tone: 'neutral' },
};

/** The parts of a balance with their labels in lists (IMPORT-11). */
const balanceParts = [
  ['imported', 'completed'],
  ['unchanged', 'unchanged'],
  ['skipped', 'skipped'],
  ['failed', 'failed'],
  ['pending', 'processing'],
  ['removed', 'removed'],
] as const;

/** Summarises a sync: "12 pages found: 10 completed, 2 skipped", without counts of zero. */
export const balanceInWords = ({ balance, type }: Pick<Source, 'balance' | 'type'>): string => {
  const parts = balanceParts
    .filter(([part]) => balance[part] > 0)
    .map(([part, word]) => `${balance[part].toLocaleString('en')} ${word}`);
  const found = `${formatCount(balance.found, importKinds[type].noun ?? 'document')} found`;
  return parts.length === 0 ? found : `${found}: ${parts.join(', ')}`;
};

/** Returns the name of a kind of source (IMPORT-21 to IMPORT-33). */
export const sourceTypeLabel = ({ type }: Pick<Source, 'type'>): string =>
  sourceKindLabel({ type, name: '' });

/** Returns the entries whose title or description contains every typed word. */
export const matching = <T extends Pick<ConnectorEntry, 'title' | 'description'>>(
  entries: readonly T[],
  typed: string,
): T[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ title, description }) => {
    const text = `${title} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
};
