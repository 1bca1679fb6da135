import { compareNumbers, ExactNumber, isNumber } from '../kernel/exact-number.ts';
import type { JsonValue } from '../kernel/json.ts';
import type { Field, FieldType, FieldValues } from './fields.ts';

export type { JsonValue };

/** Deepest nesting of a value. Deeper values are refused as a mistake or an attack. */
export const maxDepth = 24;
/**
 * Names that people may not choose for steps, fields, variables and columns, because expressions do not read them. In the data of others
 * they are names like all others, and stay as they are.
 */
const reserved = new Set(['__proto__', 'constructor', 'prototype']);
export const isReservedName = (name: string): boolean => reserved.has(name);

/** Field types whose default is an empty list; the types whose default is an empty object follow (FIELD-30, FIELD-31). */
const listTypes: readonly FieldType[] = [
  'ARRAY',
  'MULTI_SELECT_DROPDOWN',
  'STATIC_MULTI_SELECT_DROPDOWN',
  'KNOWLEDGE_BASE',
  'VARIABLES',
  'APP',
  'TRIGGER',
  'OUTBOUND',
];
const objectTypes: readonly FieldType[] = [
  'OBJECT',
  'DYNAMIC',
  'CUSTOM_AUTH',
  'OAUTH2',
  'BASIC_AUTH',
  'JSON',
];

/** Returns the value of an empty field of this type (FIELD-30). */
export const emptyValueFor = (type: FieldType): JsonValue => {
  if (type === 'CHECKBOX') return false;
  if (listTypes.includes(type)) return [];
  return objectTypes.includes(type) ? {} : '';
};

/** Returns the initial value: the field's own default, else that of its type. */
export const defaultValueFor = (field: Pick<Field, 'type' | 'default' | 'isAnyJson'>): JsonValue => {
  if (field.default !== undefined) return structuredClone(field.default);
  return field.isAnyJson ? null : emptyValueFor(field.type);
};

export const defaultValuesFor = (fields: readonly Field[]): FieldValues =>
  Object.fromEntries(fields.map((field) => [field.name, defaultValueFor(field)]));

/** Returns true when two values are equal, regardless of the order of keys. */
export const isSameJson = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  if (one instanceof ExactNumber || other instanceof ExactNumber)
    return isNumber(one) && isNumber(other) && compareNumbers(one, other) === 0;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))];
  return (
    mine.length === theirs.size &&
    mine.every(([key, value]) => theirs.has(key) && isSameJson(value, theirs.get(key)))
  );
};

const inOrder = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, inOrder(inner)]));
};

/** Returns the JSON with the names of its objects in order, so that equal values have equal texts. */
export const canonicalJson = (value: JsonValue): string => JSON.stringify(inOrder(value));

export const isObject = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

/** Returns an own property, never an inherited one such as `constructor`. */
export const valueAt = (values: FieldValues, name: string): JsonValue | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** Returns true when the field is shown with the present values of its neighbours. A field that depends on a hidden one is hidden. */
export const isShown = (field: Field, fields: readonly Field[], values: FieldValues): boolean => {
  const seen = new Set<string>();
  let asked: Field | undefined = field;
  while (asked?.shownWhen) {
    const { field: name, values: wanted }: NonNullable<Field['shownWhen']> = asked.shownWhen;
    const decider: Field | undefined = fields.find((it) => it.name === name);
    if (!decider || seen.has(name)) return false;
    seen.add(name);
    const value = valueAt(values, name) ?? defaultValueFor(decider);
    if (!wanted.some((it) => isSameJson(it, value))) return false;
    asked = decider;
  }
  return true;
};

/** Returns why a value is not plain JSON that can be stored, or undefined when it is. Stops at the first problem. */
export const whyNotPlain = (value: unknown, depth = 0): string | undefined => {
  if (depth > maxDepth) return 'This is nested too deeply. Please make it flatter.';
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'This is not a number.';
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (value instanceof ExactNumber) return undefined;
  if (typeof value !== 'object') return 'Please enter a text, a number, a list or an object here.';
  for (const inner of Object.values(value)) {
    const why = whyNotPlain(inner, depth + 1);
    if (why !== undefined) return why;
  }
  return undefined;
};
