import { isReservedName } from '@atelier/contracts/fields/field-values';
import { type Computation, computationLimits } from './computation.ts';
import { ExpressionError } from './expression-error.ts';

/** Names a value in a sentence. */
export const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'a number';
  return typeof value === 'boolean' ? 'true or false' : 'an object';
};

const positionOf = (key: unknown): number => {
  if (typeof key === 'number') return key;
  return typeof key === 'string' && key !== '' ? Number(key) : Number.NaN;
};

/** Returns the length, or the entry or character at a position. */
const entryOf = (value: string | readonly unknown[], key: unknown): unknown => {
  if (key === 'length') return value.length;
  const at = positionOf(key);
  return Number.isInteger(at) && at >= 0 && at < value.length ? value[at] : undefined;
};

/** Returns an own property of an object, an entry of a list, a character or the length. Anything else is undefined, as is whatever objects inherit. */
export const memberOf = (value: unknown, key: unknown): unknown => {
  if (typeof value === 'string' || Array.isArray(value)) return entryOf(value, key);
  if (typeof value !== 'object' || value === null) return undefined;
  const name = typeof key === 'number' ? String(key) : key;
  if (typeof name !== 'string' || isReservedName(name) || !Object.hasOwn(value, name)) return undefined;
  const found: unknown = (value as Record<string, unknown>)[name];
  return typeof found === 'function' ? undefined : found;
};

const sizes = new WeakMap<object, number>();

const tooLarge = () => new ExpressionError('The value is too large.');

/** Returns about how many characters a value has as JSON. Values do not change, so the size of an object is counted once. */
export const sizeOf = (value: unknown, depth = 0): number => {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  if (depth > computationLimits.depth) throw new ExpressionError('The value is nested too deeply.');
  let size = 2;
  for (const key of Object.keys(value)) {
    size += key.length + 4 + sizeOf(memberOf(value, key), depth + 1);
    if (size > computationLimits.length) throw tooLarge();
  }
  sizes.set(value, size);
  return size;
};

/** Returns the text that a value has inside a text. */
export const textOf = (value: unknown, computation: Computation): string => {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  computation.spendText(sizeOf(value));
  return JSON.stringify(value);
};

/** Returns the number that a value is or that its text spells, or undefined. */
export const numberIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.length > 400 || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
};

export const numberOf = (value: unknown): number => {
  const number = numberIn(value);
  if (number === undefined)
    throw new ExpressionError(`The expression needs a number here, not ${kindOf(value)}.`);
  return number;
};

export const finite = (number: number): number => {
  if (!Number.isFinite(number)) throw new ExpressionError('The result is not a number.');
  return number;
};

/** Returns true when a value counts as true in a choice: anything but nothing, false, 0 and the empty text. */
export const isTrue = (value: unknown): boolean => Boolean(value);

/** Returns true when two values are the same JSON. */
export const isSame = (one: unknown, other: unknown, computation: Computation): boolean => {
  computation.spend(1);
  if (one === other) return true;
  if (typeof one === 'string' && typeof other === 'string') return false;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) {
    return (one ?? null) === (other ?? null);
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  computation.spend(keys.length);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every(
    (key) => Object.hasOwn(other, key) && isSame(memberOf(one, key), memberOf(other, key), computation),
  );
};
