import type { ImportRow } from '../bases/index.ts';

/** Names of details that hold a document's date, the most reliable first. */
const dateDetails = ['date', 'published', 'updated', 'modified'];

type Dated = Pick<ImportRow, 'metadata' | 'versionAt' | 'createdAt'>;

/**
 * Returns the date in a document's details, written as `2026-03-01` with or without a time; otherwise the date of its
 * text's import.
 */
export const dateOf = ({ metadata, versionAt, createdAt }: Dated): Date => {
  const details = new Map(
    Object.entries(metadata).map(([name, value]) => [name.trim().toLowerCase(), value]),
  );
  for (const name of dateDetails) {
    const [day] = /^\d{4}-\d{2}-\d{2}/.exec(details.get(name) ?? '') ?? [];
    const date = new Date(day ?? Number.NaN);
    if (!Number.isNaN(date.getTime())) return date;
  }
  return versionAt ?? createdAt;
};
