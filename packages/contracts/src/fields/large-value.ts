import { z } from 'zod';
import { ExactNumber } from '../kernel/exact-number.ts';
import { isObject, type JsonValue } from './field-values.ts';
import { FileValue } from './file-value.ts';

/** Stands for a value that is too large to be handled at once, or for a part of one. The value itself is in a file of its run. */
export const LargeValue = z.object({
  large: FileValue,
  /** The names and positions that lead to it inside the value of the file; none for all of it. */
  keys: z.array(z.union([z.string(), z.number().int()])).max(200),
  /** About as many characters as it has as text. */
  size: z.number().int().min(0),
  /** Its beginning as text, for people. */
  head: z.string().max(2000),
});
export type LargeValue = z.infer<typeof LargeValue>;

const parts = ['large', 'keys', 'size', 'head'];

/** Returns true for what stands for a large value. Whether the run may read it is decided where it is read. */
export const isLarge = (value: unknown): value is LargeValue =>
  isObject(value) &&
  Object.hasOwn(value, 'large') &&
  Object.keys(value).length === parts.length &&
  parts.every((part) => part in value) &&
  LargeValue.safeParse(value).success;

/** The most values that are looked at. */
const mostSeen = 50_000;

/** Returns what stands for large values inside a value. */
export const largesIn = (value: unknown): LargeValue[] => {
  const found: LargeValue[] = [];
  const open: unknown[] = [value];
  let seen = 0;
  for (let next = open.pop(); next !== undefined && seen < mostSeen; next = open.pop()) {
    seen += 1;
    if (typeof next !== 'object' || next === null || next instanceof ExactNumber) continue;
    if (isLarge(next)) found.push(next);
    else for (const inner of Object.values(next)) open.push(inner);
  }
  return found;
};

/** Returns a value in which what stands for a large value is replaced by it. Everything else is shared with the given value. */
export const withWhole = (value: JsonValue, open: (large: LargeValue) => JsonValue): JsonValue => {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  if (isLarge(value)) return open(value);
  if (Array.isArray(value)) return value.map((inner) => withWhole(inner, open));
  return Object.fromEntries(
    Object.entries<JsonValue>(value).map(([name, inner]) => [name, withWhole(inner, open)]),
  );
};
