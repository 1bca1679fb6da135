import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { isNumber } from '@atelier/contracts/kernel/exact-number';
import { readTyped } from '@atelier/contracts/kernel/typed-number';

type Fields = Readonly<Record<string, JsonValue | undefined>>;

/** A field of a result, in the form in which a person edits it. */
export interface EditedField {
  name: string;
  kind: 'TEXT' | 'NUMBER' | 'LIST';
  /** A list has an entry on each line. */
  text: string;
}

const isTexts = (value: JsonValue): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Returns the fields of a result that can be corrected: texts, numbers, and lists of texts. All others stay as they are. */
export const editedFields = (fields: Fields): EditedField[] =>
  Object.entries(fields).flatMap(([name, value = null]): EditedField[] => {
    if (isNumber(value)) return [{ name, kind: 'NUMBER', text: String(value) }];
    if (typeof value === 'string' || value === null) return [{ name, kind: 'TEXT', text: value ?? '' }];
    return isTexts(value) ? [{ name, kind: 'LIST', text: value.join('\n') }] : [];
  });

/** Returns true when a number cannot be read. */
export const isUnreadable = ({ kind, text }: EditedField): boolean =>
  kind === 'NUMBER' && text.trim() !== '' && readTyped(text) === undefined;

const parseFieldValue = ({ kind, text }: EditedField): JsonValue => {
  if (kind === 'NUMBER') return readTyped(text) ?? null;
  if (kind === 'TEXT') return text;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
};

/** Returns the result with the corrected fields in the places of the old ones, as JSON text. */
export const correctedText = (fields: Fields, edited: readonly EditedField[]): string => {
  const texts = new Map(editedFields(fields).map(({ name, text }) => [name, text]));
  const changed = edited.filter(({ name, text }) => text !== texts.get(name));
  return JSON.stringify({
    ...fields,
    ...Object.fromEntries(changed.map((field) => [field.name, parseFieldValue(field)])),
  });
};
