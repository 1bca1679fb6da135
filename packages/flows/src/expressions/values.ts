import { isReservedName } from '@atelier/contracts/fields/field-values';
import {
  type AnyNumber,
  compareNumbers,
  ExactNumber,
  isNumber,
  readNumber,
} from '@atelier/contracts/kernel/exact-number';
import { type Computation, computationLimits } from './computation.ts';
import { ExpressionError, LimitReached } from './expression-error.ts';

/** Names a value in a sentence. */
export const describeKind = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (isNumber(value)) return 'a number';
  return typeof value === 'boolean' ? 'true or false' : 'an object';
};

const longestPosition = 16;

const toPosition = (key: unknown): number => {
  if (typeof key === 'number') return key;
  return typeof key === 'string' && key !== '' && key.length <= longestPosition ? Number(key) : Number.NaN;
};

/** Returns the length, or the entry or character at a position. */
const readEntry = (value: string | readonly unknown[], key: unknown): unknown => {
  if (key === 'length') return value.length;
  const at = toPosition(key);
  return Number.isInteger(at) && at >= 0 && at < value.length ? value[at] : undefined;
};

/** Returns an own property of an object, an entry of a list, a character or the length. Anything else is undefined, as is whatever objects inherit. */
export const readMember = (value: unknown, key: unknown): unknown => {
  if (typeof value === 'string' || Array.isArray(value)) return readEntry(value, key);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return undefined;
  const name = typeof key === 'number' ? String(key) : key;
  if (typeof name !== 'string' || isReservedName(name) || !Object.hasOwn(value, name)) return undefined;
  const found: unknown = (value as Record<string, unknown>)[name];
  return typeof found === 'function' ? undefined : found;
};

const keyCounts = new WeakMap<object, number>();

/**
 * Returns the names of an object, of which `most` are allowed. Listing those of a large object takes long, so their number is remembered:
 * values do not change. Returns undefined where there are more.
 */
const keysWithin = (value: object, most: number): string[] | undefined => {
  if ((keyCounts.get(value) ?? 0) > most) return undefined;
  const keys = Object.keys(value);
  if (keys.length <= most) return keys;
  keyCounts.set(value, keys.length);
  return undefined;
};

/** Returns the names of an object, or the positions of a list. */
export const listKeys = (value: object, computation: Computation): string[] => {
  const keys = keysWithin(value, computation.left);
  computation.spend(keys ? keys.length : Number.POSITIVE_INFINITY);
  return keys ?? [];
};

const sizes = new WeakMap<object, number>();

/**
 * Returns about how many characters a value has as JSON, and throws once there are more than `most`. Values do not change, so the size of an
 * object is counted once.
 */
export const measureSize = (value: unknown, most: number = computationLimits.length, depth = 0): number => {
  if (typeof value === 'string') return value.length + 2;
  if (value instanceof ExactNumber) return value.digits.length;
  if (typeof value !== 'object' || value === null) return 5;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  if (depth > computationLimits.depth) throw new ExpressionError('The value is nested too deeply.');
  let size = 2;
  for (const { length, inner } of listParts(value, most)) {
    size += length + measureSize(inner, most, depth + 1);
    if (size > most) throw tooLarge();
  }
  sizes.set(value, size);
  return size;
};

const tooLarge = () => new LimitReached('The value is too large.');

/** Yields the values in a list or an object, each with about the characters that its name takes. */
function* listParts(value: object, most: number): Iterable<{ length: number; inner: unknown }> {
  if (Array.isArray(value)) {
    for (const inner of value as readonly unknown[]) yield { length: 1, inner };
    return;
  }
  const keys = keysWithin(value, most >> 2);
  if (!keys) throw tooLarge();
  for (const key of keys) yield { length: key.length + 4, inner: ownValue(value, key) };
}

/** Returns the text that a value has inside a text. */
export const toText = (value: unknown, computation: Computation): string => {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (isNumber(value) || typeof value === 'boolean') return String(value);
  computation.spendText(measureSize(value, computation.longest));
  return JSON.stringify(value);
};

/** Returns the number that a value is or that its text spells, with all its digits, or undefined. */
export const numberIn = (value: unknown): AnyNumber | undefined => {
  if (isNumber(value)) return value;
  if (typeof value !== 'string' || value.length > 400 || value.trim() === '') return undefined;
  const exact = readNumber(value.trim());
  if (exact !== undefined) return exact;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
};

/** Returns the number of a value, with all its digits. Throws an ExpressionError when it is none. */
export const toExactNumber = (value: unknown): AnyNumber => {
  const number = numberIn(value);
  if (number === undefined)
    throw new ExpressionError(`The expression needs a number here, not ${describeKind(value)}.`);
  return number;
};

/** Returns the number of a value as a double. Throws an ExpressionError when it is none. */
export const toNumber = (value: unknown): number => Number(toExactNumber(value));

export const finite = <N extends AnyNumber>(number: N): N => {
  if (!Number.isFinite(Number(number))) throw new ExpressionError('The result is not a number.');
  return number;
};

/** Returns true when a value counts as true in a choice: anything but nothing, false, 0 and the empty text. */
export const isTrue = (value: unknown): boolean => Boolean(value);

const isSameNumber = (one: unknown, other: unknown): boolean =>
  isNumber(one) && isNumber(other) && compareNumbers(one, other) === 0;

const isStructure = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns an own property, also one whose name expressions cannot read. */
const ownValue = (of: object, name: string): unknown => Reflect.get(of, name) as unknown;

const isSameText = (one: string, other: string, computation: Computation): boolean => {
  if (one.length !== other.length) return false;
  computation.spendText(one.length);
  return one === other;
};

/** Returns true when two values are the same JSON. */
export const isSame = (one: unknown, other: unknown, computation: Computation): boolean => {
  computation.spend(1);
  if (typeof one === 'string' && typeof other === 'string') return isSameText(one, other, computation);
  if (one === other) return true;
  if (isNumber(one) || isNumber(other)) return isSameNumber(one, other);
  if (!isStructure(one) || !isStructure(other)) return (one ?? null) === (other ?? null);
  if (Array.isArray(one) || Array.isArray(other)) return isSameList(one, other, computation);
  return isSameObject(one, other, computation);
};

const isSameObject = (one: object, other: object, computation: Computation): boolean => {
  const keys = listKeys(one, computation);
  if (keys.length !== listKeys(other, computation).length) return false;
  return keys.every(
    (key) => Object.hasOwn(other, key) && isSame(ownValue(one, key), ownValue(other, key), computation),
  );
};

const isSameList = (one: object, other: object, computation: Computation): boolean => {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  computation.spend(one.length);
  const others: readonly unknown[] = other;
  return one.every((entry: unknown, at) => isSame(entry, others[at], computation));
};
