/** The position of schemas in a keyword of JSON Schema: as its value, in a list, or under names. */
export const oneSchema = new Set([
  ...['items', 'additionalProperties', 'additionalItems', 'contains', 'propertyNames', 'not'],
  ...['if', 'then', 'else', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
]);
export const schemaLists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
export const namedSchemas = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

/** Keywords whose value is data, which is left as it is. */
export const dataKeywords = new Set(['default', 'const', 'enum', 'example', 'examples']);

/** The keywords of JSON Schema that Gemini takes. Source: ai.google.dev/api/caching#FunctionDeclaration, `parametersJsonSchema`. */
export const geminiKeywords = new Set([
  ...['$ref', '$defs', '$anchor', 'type', 'format', 'title', 'description', 'enum', 'items', 'prefixItems'],
  ...['minItems', 'maxItems', 'minimum', 'maximum', 'anyOf', 'oneOf', 'properties', 'additionalProperties'],
  ...['required', 'propertyOrdering'],
]);
