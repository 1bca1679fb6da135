import { z } from 'zod';
import { ExactNumber } from './exact-number.ts';

/** Any JSON value, as `readJson` reads it. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | ExactNumber
  | JsonValue[]
  | { [name: string]: JsonValue };

/** Nothing of people or machines is nested deeper. */
const deepest = 500;

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const isJson = (value: unknown, depth = 0): value is JsonValue => {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > deepest) return false;
  if (value instanceof ExactNumber) return true;
  if (Array.isArray(value)) return value.every((it) => isJson(it, depth + 1));
  return isPlain(value) && Object.values(value).every((it) => isJson(it, depth + 1));
};

/** Any JSON value. It is returned as it is, with all names and all digits. */
export const Json = z.custom<JsonValue>((value) => isJson(value), 'Please send a JSON value.');

/** An object of JSON values. */
export const JsonObject = z
  .custom<Record<string, JsonValue>>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      !(value instanceof ExactNumber) &&
      isJson(value),
    'Please send a JSON object.',
  )
  .meta({ type: 'object' });
