import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field, FieldType, FieldValues } from '@atelier/contracts/fields/fields';
import { readNumber } from '@atelier/contracts/kernel/exact-number';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { PieceError } from './piece.ts';

const texts: readonly FieldType[] = [
  'TEXT',
  'SHORT_TEXT',
  'LONG_TEXT',
  'SECRET_TEXT',
  'DATE',
  'DATE_TIME',
  'DROPDOWN',
  'STATIC_DROPDOWN',
];
const lists: readonly FieldType[] = [
  'ARRAY',
  'MULTI_SELECT_DROPDOWN',
  'STATIC_MULTI_SELECT_DROPDOWN',
  'KNOWLEDGE_BASE',
  'APP',
];
const structures: readonly FieldType[] = [...lists, 'JSON', 'OBJECT', 'DYNAMIC', 'VARIABLES'];

const asText = (value: JsonValue): JsonValue => {
  if (typeof value === 'string') return value;
  return Array.isArray(value) || isObject(value) ? JSON.stringify(value) : String(value);
};

const asNumber = (value: JsonValue): JsonValue => {
  if (typeof value !== 'string' || value.trim() === '') return value;
  const exact = readNumber(value.trim());
  if (exact !== undefined) return exact;
  const number = Number(value.trim());
  return Number.isFinite(number) ? number : value;
};

/** Texts that are written as lists or objects, as a template that is not one whole expression yields them. */
const asStructure = (value: JsonValue): JsonValue => {
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  if (trimmed === '') return null;
  if (!/^[[{]/.test(trimmed)) return value;
  const parsed = parseJson(trimmed) as JsonValue | undefined;
  return parsed === undefined ? value : parsed;
};

const inside = (field: Field, value: JsonValue): JsonValue => {
  const { fields } = field;
  if (Array.isArray(value)) {
    if (!lists.includes(field.type)) return value;
    return value.map((it) => (fields && isObject(it) ? fit(fields, it) : fields ? it : asText(it)));
  }
  if (isObject(value)) {
    const one = fields ? fit(fields, value) : value;
    // A list with one entry is a single object in XML and in the answers of many services.
    return field.type === 'ARRAY' ? [fields ? one : asText(one)] : one;
  }
  return lists.includes(field.type) && field.type !== 'ARRAY' && value !== null ? [asText(value)] : value;
};

const fitOne = (field: Field, value: JsonValue): JsonValue => {
  if (value === null || field.isAnyJson) return value;
  if (texts.includes(field.type)) return asText(value);
  if (field.type === 'NUMBER') return asNumber(value);
  if (field.type === 'CHECKBOX') return value === 'true' ? true : value === 'false' ? false : value;
  return structures.includes(field.type) ? inside(field, asStructure(value)) : value;
};

const fit = (fields: readonly Field[], values: FieldValues): FieldValues => {
  const byName = new Map(fields.map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = byName.get(name);
      return [name, field ? fitOne(field, value) : value];
    }),
  );
};

const isExpression = (value: unknown): boolean => typeof value === 'string' && value.includes('{{');

/** Returns the defaults that are expressions, which are computed with the rest of the input where a step does not name the field. */
export const expressionDefaults = (fields: readonly Field[]): FieldValues =>
  Object.fromEntries(
    fields.flatMap(({ name, default: value }) =>
      value !== undefined && isExpression(value) ? [[name, value]] : [],
    ),
  );

const schemas = new WeakMap<readonly Field[], ReturnType<typeof valuesSchema>>();

/** Returns the schema of fields, which is made once. An expression is no value: a field that was computed as null stays null. */
const schemaFor = (fields: readonly Field[]): ReturnType<typeof valuesSchema> => {
  const known = schemas.get(fields);
  if (known) return known;
  const schema = valuesSchema(
    fields.map((field) => {
      const { default: value, ...rest } = field;
      return isExpression(value) ? rest : field;
    }),
  );
  schemas.set(fields, schema);
  return schema;
};

/**
 * Checks the resolved input of an action or a trigger by its fields and adds defaults. Values of another type are converted where
 * nothing is lost: 5 for a text, "5" for a number, '{"a":1}' for an object. Throws PieceError `pieces.invalid_input`.
 */
export const readInput = (fields: readonly Field[], values: FieldValues): FieldValues => {
  const judged = schemaFor(fields).safeParse(fit(fields, values));
  if (judged.success) return judged.data;
  const messages = judged.error.issues.slice(0, 3).map(({ message }) => message);
  throw new PieceError('pieces.invalid_input', messages.join(' '));
};
