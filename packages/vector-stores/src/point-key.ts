import { createHash } from 'node:crypto';

/** A name for an id that every store takes, whatever characters the id has: 32 digits and letters, the same each time. */
export const keyOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 32);

/** The same as a UUID, for stores that take nothing else. */
export const uuidOf = (id: string): string => {
  const key = keyOf(id);
  // Version 8 is the one for values that a program makes up as it likes (RFC 9562).
  return `${key.slice(0, 8)}-${key.slice(8, 12)}-8${key.slice(13, 16)}-a${key.slice(17, 20)}-${key.slice(20)}`;
};
