import { ExactNumber } from '@atelier/contracts/kernel/exact-number';

export type JsonRecord = Record<string, unknown>;

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

/** Returns the value if it is an object, otherwise undefined. */
export const asRecord = (value: unknown): JsonRecord | undefined => (isRecord(value) ? value : undefined);

/** Returns the value if it is an array, otherwise an empty array. */
export const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const asString = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Returns the value if it is a count (of tokens or items), otherwise undefined. */
export const asCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;
