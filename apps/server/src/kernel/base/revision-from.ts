import { createHash } from 'node:crypto';

/** As many bytes as a number holds exactly. */
const bytes = 6;

/** Objects are the same in whatever order their properties come. */
const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Returns the revision of settings: the same number for the same settings, and another one for others. Pass only what people save. */
export const revisionFrom = (settings: unknown): number =>
  createHash('sha256').update(JSON.stringify(settings, sorted)).digest().readUIntBE(0, bytes);
