import { isObject, type JsonValue, valueAt } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { type AnyNumber, isNumber } from '@atelier/contracts/kernel/exact-number';

/** Returns a text of the checked input; an empty one when there is none. */
export const readTextField = (values: FieldValues, name: string): string => {
  const value = valueAt(values, name);
  return typeof value === 'string' ? value : '';
};

/** Returns a number of the checked input; undefined when the field is empty. */
export const readNumberField = (values: FieldValues, name: string): number | undefined => {
  const value = valueAt(values, name);
  return isNumber(value) ? Number(value) : undefined;
};

/** Returns a number of the checked input with all its digits; undefined when the field is empty. */
export const readExactField = (values: FieldValues, name: string): AnyNumber | undefined => {
  const value = valueAt(values, name);
  return isNumber(value) ? value : undefined;
};

export const isOn = (values: FieldValues, name: string): boolean => valueAt(values, name) === true;

export const readJsonField = (values: FieldValues, name: string): JsonValue => valueAt(values, name) ?? null;

export const readObjectField = (values: FieldValues, name: string): FieldValues => {
  const value = valueAt(values, name);
  return isObject(value) ? value : {};
};

export const readListField = (values: FieldValues, name: string): JsonValue[] => {
  const value = valueAt(values, name);
  return Array.isArray(value) ? value : [];
};

/** Returns a value as a list. A single object is a list of one: XML and many services write a list with one entry like that. */
export const asList = (value: JsonValue): JsonValue[] | undefined => {
  if (Array.isArray(value)) return value;
  return isObject(value) ? [value] : undefined;
};

export const readTextListField = (values: FieldValues, name: string): string[] =>
  readListField(values, name).flatMap((it) => (typeof it === 'string' ? [it] : []));

/** Converts a value to text: a text stays as it is, null becomes an empty text, and any other value becomes JSON. */
export const showValue = (value: JsonValue): string => {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
};
