import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field } from '@atelier/contracts/fields/fields';

const readSchemaText = (schema: Record<string, JsonValue>, name: string): string | undefined => {
  const value = schema[name];
  return typeof value === 'string' ? value : undefined;
};

const toLabel = (name: string): string => {
  const words = name
    .replaceAll(
      /([a-z\d])([A-Z])(?=[a-z])/g,
      (_pair, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    )
    .replaceAll(/[_-]+/g, ' ')
    .trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

const readChoices = (schema: Record<string, JsonValue>): string[] | undefined => {
  const choices = schema['enum'];
  if (!Array.isArray(choices)) return undefined;
  const texts = choices.filter((choice) => typeof choice === 'string');
  return texts.length === choices.length && texts.length > 0 ? texts : undefined;
};

/** Texts beyond this length, and those whose limit is longer, get a large field. */
const longText = 80;

const toFieldType = (schema: Record<string, JsonValue>, value: JsonValue | undefined): Partial<Field> => {
  const choices = readChoices(schema);
  if (choices) return { type: 'STATIC_DROPDOWN', options: choices.map((it) => ({ value: it, label: it })) };
  switch (schema['type']) {
    case 'string':
      return {
        type:
          typeof value === 'string' && (value.length > longText || value.includes('\n'))
            ? 'LONG_TEXT'
            : 'SHORT_TEXT',
      };
    case 'number':
    case 'integer':
      return { type: 'NUMBER' };
    case 'boolean':
      return { type: 'CHECKBOX' };
    default:
      return { type: 'JSON', isAnyJson: true };
  }
};

/**
 * Returns the fields of a form for the arguments of a call. What the schema does not describe, but the call has, is a field of JSON. The
 * server checks the values against the schema.
 */
export const schemaFields = (
  schema: Record<string, JsonValue>,
  values: Readonly<Record<string, JsonValue>>,
): Field[] => {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return [...new Set([...Object.keys(properties), ...Object.keys(values)])].map((name) => {
    const found = properties[name];
    const property = isObject(found) ? found : {};
    const description = readSchemaText(property, 'description');
    return {
      name,
      label: readSchemaText(property, 'title') ?? toLabel(name),
      type: 'JSON',
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      ...toFieldType(property, values[name]),
    };
  });
};
