import { createHash } from 'node:crypto';
import { refuse } from './entry.ts';

/** So many records may have the same value of the cursor; more would make the cursor itself large. */
const mostTies = 5000;

const markOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);

export interface Boundary {
  /** The value that the next reading begins at, itself included. */
  value: string | undefined;
  /** How many records have that value and were brought. */
  ties: number;
  /** Whether a record was not brought before; records must come in the order of their values. */
  isNew(value: string, content: unknown): boolean;
  cursor(): Record<string, string>;
}

/**
 * How far an incremental reading has come: the highest value, and a mark of each record that has it. The next reading
 * asks for that value again, so a record that came late with the same value is not lost, and none comes twice.
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
      const mark = markOf(content);
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
