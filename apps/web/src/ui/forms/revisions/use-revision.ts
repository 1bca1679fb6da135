import { useEffect, useRef } from 'react';

/** A stored thing that a form changes. */
export interface Stored<V> {
  revision: number;
  /** Returns the values that the form has for the thing as the server sends it. */
  read: (newest: unknown) => V;
}

interface Form<V> {
  /** The values of the thing as it was read last. */
  values: V;
  /** The values that the form began with. */
  begun: unknown;
  isDirty: boolean;
  /** Shows other values, which are not changed yet. */
  show: (values: V) => void;
}

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a, inOrder) === JSON.stringify(b, inOrder);

/**
 * Keeps the revision of what a form edits. When a newer thing is read, the form follows, unless somebody has typed into it and the newer
 * values are others: then the older revision stays, and saving is refused.
 */
export const useRevision = <V>(stored: Stored<V> | undefined, { values, begun, isDirty, show }: Form<V>) => {
  const read = stored?.revision;
  /** `outdated` is what was read before the form was saved, and is replaced soon. */
  const known = useRef({ revision: read, outdated: read });
  useEffect(() => {
    const { revision, outdated } = known.current;
    if (read === revision || read === outdated) return;
    const isOther = !isSame(values, begun);
    if (isOther && isDirty) return;
    if (isOther) show(values);
    known.current = { revision: read, outdated: read };
  }, [read, values, begun, isDirty, show]);
  return {
    /** Returns the revision that was edited. */
    edited: () => known.current.revision,
    /** Goes on with what was saved or loaded. */
    begin: (revision: number) => {
      known.current = { revision, outdated: read };
    },
  };
};
