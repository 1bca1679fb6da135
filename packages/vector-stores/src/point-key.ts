import { createHash } from 'node:crypto';

/** Maps an id with any characters to a key that every store accepts: 32 hexadecimal digits, always the same for an id. */
export const toPointKey = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 32);

/** Maps an id to a UUID, for stores that accept nothing else. */
export const toPointUuid = (id: string): string => {
  const key = toPointKey(id);
  // Version 8 is for custom values (RFC 9562).
  return `${key.slice(0, 8)}-${key.slice(8, 12)}-8${key.slice(13, 16)}-a${key.slice(17, 20)}-${key.slice(20)}`;
};
