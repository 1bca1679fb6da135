import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { z } from 'zod';
import { refuse } from '../../refuse.ts';

/** Regular expressions of a schema would run here on what a model wrote, for as long as they like. */
const refusedWords = ['pattern', 'patternProperties'];

const checkWords = (value: JsonValue, isNames: boolean): void => {
  if (Array.isArray(value)) for (const it of value) checkWords(it, false);
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!isNames && refusedWords.includes(name))
      refuse(`The schema cannot contain “${name}”. Please remove it.`);
    checkWords(inner, !isNames && (name === 'properties' || name === '$defs'));
  }
};

const asSchema = (schema: JsonValue) => schema as Parameters<typeof z.fromJSONSchema>[0];

/** Returns a check of values by a JSON schema. Throws PieceError `pieces.invalid_input`. */
export const readSchema = (schema: JsonValue): z.ZodType => {
  if (!isObject(schema) || Object.keys(schema).length === 0)
    return refuse('The schema must be a JSON schema, for example { "type": "object", "properties": { … } }.');
  checkWords(schema, false);
  try {
    return z.fromJSONSchema(asSchema(schema));
  } catch (error) {
    const said = error instanceof Error ? error.message.slice(0, 200) : '';
    return refuse(`The JSON schema cannot be read (${said}). Please correct it.`);
  }
};
