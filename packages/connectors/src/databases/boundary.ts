import { createHash } from 'node:crypto';
import { refuse } from './entry.ts';

/** The most records with the same value of the cursor. More would make the cursor itself too large. */
const mostTies = 5000;

const fingerprintContent = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);

export interface Boundary {
  /** The value at which the next sync begins, inclusively. */
  value: string | undefined;
  /** The number of records with that value that have been read. */
  ties: number;
  /** Returns true for a record that was not read before. Records must come in the order of their values. */
  isNew(value: string, content: unknown): boolean;
  cursor(): Record<string, string>;
}

/**
 * Tracks the progress of incremental syncs: the highest value, and a fingerprint of each record that has it. The next sync
 * reads that value again, so that a later record with the same value is not lost, and skips the known ones.
 */
export const createBoundary = (field: string, before: Record<string, string> | undefined): Boundary => {
  const isSame = before !== undefined && before['field'] === field;
  let value = isSame ? before['value'] : undefined;
  let marks = new Set(isSame ? (before['seen'] ?? '').split(' ').filter((mark) => mark !== '') : []);
  return {
    get value() {
      return value;
    },
    get ties() {
      return marks.size;
    },
    isNew(at, content) {
      if (at !== value) {
        value = at;
        marks = new Set();
      }
      const mark = fingerprintContent(content);
      if (marks.has(mark)) return false;
      if (marks.size >= mostTies)
        refuse(
          `More than ${mostTies.toLocaleString('en')} records have the same “${field}”. Please choose one whose values differ more, such as the time of the last change.`,
        );
      marks.add(mark);
      return true;
    },
    cursor: () => (value === undefined ? {} : { field, value, seen: [...marks].join(' ') }),
  };
};
