import { asArray, asRecord } from '../read-json.ts';

/** Keywords that strict mode refuses. Source: platform.openai.com/docs/guides/structured-outputs, "Supported schemas". */
const refused = [
  ...['allOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas', 'prefixItems'],
  ...['patternProperties', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties', 'contains'],
  ...['minContains', 'maxContains', 'uniqueItems', 'minProperties', 'maxProperties', 'default'],
];

/** Returns whether a schema meets the conditions of strict mode: each object lists all its properties as required and allows no others. */
export const isStrict = (schema: unknown): boolean => {
  if (Array.isArray(schema)) return schema.every(isStrict);
  const record = asRecord(schema);
  if (!record) return true;
  if (refused.some((keyword) => record[keyword] !== undefined)) return false;
  const properties = asRecord(record.properties);
  const required = new Set(asArray(record.required));
  const isClosed =
    properties === undefined ||
    (record.additionalProperties === false && Object.keys(properties).every((name) => required.has(name)));
  return isClosed && Object.values(record).every(isStrict);
};
