/** A schema that is an object. */
export type SchemaObject = Readonly<Record<string, unknown>>;

export const isSchemaObject = (value: unknown): value is SchemaObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose value is a schema. In older drafts, `items` may be a list of them. */
export const ofOne: readonly string[] = [
  ...['items', 'additionalItems', 'unevaluatedItems', 'contains', 'additionalProperties', 'propertyNames'],
  ...['unevaluatedProperties', 'not', 'if', 'then', 'else', 'contentSchema'],
];
export const ofList: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
export const ofNamed: readonly string[] = [
  ...['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions'],
];

/** A schema inside another one, and the way that leads to it. */
export interface InnerSchema {
  way: readonly [keyword: string, key?: string];
  schema: unknown;
}

/** Returns the schemas directly inside a schema. */
export const innerSchemas = (schema: SchemaObject): InnerSchema[] =>
  Object.entries(schema).flatMap(([keyword, value]): InnerSchema[] => {
    if (ofList.includes(keyword) || (keyword === 'items' && Array.isArray(value)))
      return Array.isArray(value)
        ? value.map((inner: unknown, at): InnerSchema => ({ way: [keyword, String(at)], schema: inner }))
        : [];
    if (ofOne.includes(keyword)) return [{ way: [keyword], schema: value }];
    if (!ofNamed.includes(keyword) || !isSchemaObject(value)) return [];
    return Object.entries(value)
      .filter(([, inner]) => !(keyword === 'dependencies' && Array.isArray(inner)))
      .map(([name, inner]): InnerSchema => ({ way: [keyword, name], schema: inner }));
  });

/** Returns a schema with `change` applied to each schema directly inside it. */
export const changeInner = (schema: SchemaObject, change: (inner: unknown) => unknown): SchemaObject =>
  Object.fromEntries(
    Object.entries(schema).map(([keyword, value]): [string, unknown] => {
      if (ofList.includes(keyword) || (keyword === 'items' && Array.isArray(value)))
        return [keyword, Array.isArray(value) ? value.map((inner) => change(inner)) : value];
      if (ofOne.includes(keyword)) return [keyword, change(value)];
      if (!ofNamed.includes(keyword) || !isSchemaObject(value)) return [keyword, value];
      const named = Object.entries(value).map(([name, inner]): [string, unknown] => [
        name,
        keyword === 'dependencies' && Array.isArray(inner) ? inner : change(inner),
      ]);
      return [keyword, Object.fromEntries(named)];
    }),
  );

const words: readonly string[] = [
  ...['$schema', '$id', 'id', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$ref', '$dynamicRef'],
  ...['$recursiveRef', '$comment', '$vocabulary', 'title', 'description', 'default', 'examples', 'example'],
  ...['deprecated', 'readOnly', 'writeOnly', 'contentEncoding', 'contentMediaType', 'format', 'type'],
  ...['enum', 'const', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ...['maxLength', 'minLength', 'pattern', 'maxItems', 'minItems', 'uniqueItems', 'maxContains'],
  ...['minContains', 'maxProperties', 'minProperties', 'required', 'dependentRequired'],
];

/** The keywords of all drafts. */
export const knownKeywords: ReadonlySet<string> = new Set([...words, ...ofOne, ...ofList, ...ofNamed]);
