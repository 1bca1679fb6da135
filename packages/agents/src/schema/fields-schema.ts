import type { Field } from '@atelier/contracts/fields/fields';
import type { JsonSchema } from '../agent.ts';

const bounds = ({ min, max }: Field, [least, most]: [string, string]): JsonSchema => ({
  ...(min === undefined ? {} : { [least]: min }),
  ...(max === undefined ? {} : { [most]: max }),
});

const choice = ({ options = [] }: Field): JsonSchema => ({
  type: 'string',
  enum: options.map(({ value }) => value),
});

const nested = ({ fields }: Field, otherwise: JsonSchema): JsonSchema =>
  fields ? fieldsSchema(fields) : otherwise;

const text = { type: 'string' };

/** The types whose values are not one text. */
const schemas: Partial<Record<Field['type'], (field: Field) => JsonSchema>> = {
  NUMBER: (field) => ({ type: 'number', ...bounds(field, ['minimum', 'maximum']) }),
  CHECKBOX: () => ({ type: 'boolean' }),
  STATIC_DROPDOWN: choice,
  STATIC_MULTI_SELECT_DROPDOWN: (field) => ({ type: 'array', items: choice(field) }),
  MULTI_SELECT_DROPDOWN: () => ({ type: 'array', items: text }),
  ARRAY: (field) => ({ type: 'array', items: nested(field, text) }),
  OBJECT: (field) => nested(field, { type: 'object' }),
  JSON: ({ isAnyJson }) => (isAnyJson ? {} : { type: ['object', 'array'] }),
  DATE: () => text,
  DATE_TIME: () => text,
};

const valueSchema = (field: Field): JsonSchema =>
  schemas[field.type]?.(field) ?? { ...text, ...bounds(field, ['minLength', 'maxLength']) };

const describeChoices = ({ options = [] }: Field): string[] =>
  options.map(({ value, label }) => (label === value ? value : `${value} (${label})`));

const describe = (field: Field): string => {
  const choices = describeChoices(field);
  return [field.label, field.description, choices.length > 0 ? `One of: ${choices.join(', ')}` : undefined]
    .filter((part) => part !== undefined && part !== '')
    .join('. ');
};

/** Returns the values of a form as a JSON Schema, for models that fill it in. */
export const fieldsSchema = (fields: readonly Field[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map((field) => [
      field.name,
      {
        ...valueSchema(field),
        description: describe(field),
        ...(field.default === undefined ? {} : { default: field.default }),
      },
    ]),
  ),
  required: fields
    .filter(({ required, default: usual, shownWhen }) => required && usual === undefined && !shownWhen)
    .map(({ name }) => name),
  additionalProperties: false,
});
