import type { z } from 'zod';
import type { Field, FieldType, FieldValues } from './fields.ts';

/** Any JSON value. */
export type JsonValue = z.core.util.JSONType;

/** Deepest nesting of a value. Deeper values are refused as a mistake or an attack. */
export const maxDepth = 24;
/** Keys that would pollute the prototype of objects. */
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
export const emptyOf = (type: FieldType): JsonValue => {
  if (type === 'CHECKBOX') return false;
  if (listTypes.includes(type)) return [];
  return objectTypes.includes(type) ? {} : '';
};

/** Returns the initial value: the field's own default, else that of its type. */
export const defaultOf = (field: Pick<Field, 'type' | 'default' | 'isAnyJson'>): JsonValue => {
  if (field.default !== undefined) return structuredClone(field.default);
  return field.isAnyJson ? null : emptyOf(field.type);
};

export const defaultsOf = (fields: readonly Field[]): FieldValues =>
  Object.fromEntries(fields.map((field) => [field.name, defaultOf(field)]));

/** Returns true when two values are equal, regardless of the order of keys. */
export const isSameJson = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))];
  return (
    mine.length === theirs.size &&
    mine.every(([key, value]) => theirs.has(key) && isSameJson(value, theirs.get(key)))
  );
};

export const isObject = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
    const value = valueAt(values, name) ?? defaultOf(decider);
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
  if (typeof value !== 'object') return 'Please enter a text, a number, a list or an object here.';
  for (const [key, inner] of Object.entries(value)) {
    if (isReservedName(key)) return `The name “${key}” is not allowed. Please choose another one.`;
    const why = whyNotPlain(inner, depth + 1);
    if (why !== undefined) return why;
  }
  return undefined;
};
