import { z } from 'zod';
import type { Contract, Endpoint } from '../src/kernel/contract.ts';
import { nameShapes } from '../src/shape-names.ts';

type Json = Record<string, unknown>;

/** What a schema contains besides its keywords: the parts that get lines of their own. */
const nested = new Set(['properties', 'required', 'items', 'prefixItems', 'anyOf', 'oneOf', 'allOf', '$ref']);
const unsaid = new Set(['$schema', '$id', 'description', 'title']);

const describeKeywords = (schema: Json): string =>
  Object.entries(schema)
    .filter(([key]) => !nested.has(key) && !unsaid.has(key))
    .map(([key, value]) => (key === 'type' ? String(value) : `${key}=${JSON.stringify(value)}`))
    .join(' ');

/** Writes a schema as lines, each with the whole path of what it describes, so that a difference can be read alone. */
const describeSchema = (path: string, schema: Json): string[] => {
  const list = (key: string): Json[] => (Array.isArray(schema[key]) ? (schema[key] as Json[]) : []);
  const required = new Set<unknown>(list('required'));
  const reference = typeof schema.$ref === 'string' ? `is ${schema.$ref} ` : '';
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  return [
    `${path}: ${reference}${describeKeywords(schema)}`.trimEnd(),
    ...properties.flatMap(([name, each]) =>
      describeSchema(`${path}.${name}${required.has(name) ? '' : '?'}`, each),
    ),
    ...(schema.items === undefined ? [] : describeSchema(`${path}[]`, schema.items as Json)),
    ...['prefixItems', 'anyOf', 'oneOf', 'allOf'].flatMap((key) =>
      list(key).flatMap((each, index) => describeSchema(`${path} ${key} ${index + 1}`, each)),
    ),
  ];
};

interface Override {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** JSON Schema has no words for what is done to a value before its bounds apply, such as cutting off spaces. */
const addHidden = ({ zodSchema, jsonSchema }: Override): void => {
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default = def.defaultValue;
  const changes = (def.checks ?? []).filter(({ _zod }) => _zod.def.check === 'overwrite').length;
  if (changes > 0) jsonSchema['changes'] = changes;
  if (def.type !== 'pipe' || def.out._zod.def.type === 'transform') return;
  const { $schema, ...after } = z.toJSONSchema(def.out, { io: 'input', unrepresentable: 'any' });
  if (JSON.stringify(after).length < 200) jsonSchema['becomes'] = after;
};

const describeShapes = (shapes: ReadonlyMap<string, z.ZodType>): string[] => {
  const registry = z.registry<{ id: string }>();
  for (const [id, shape] of shapes) registry.add(shape, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    uri: (id) => id,
    override: addHidden,
  });
  return Object.entries(schemas)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([id, schema]) => describeSchema(id, schema as Json));
};

const shapesOf = (id: string, endpoint: Endpoint): [string, z.ZodType | undefined][] => [
  ...(['params', 'query', 'body', 'form', 'reply'] as const).map(
    (part) => [`${id} ${part}`, endpoint[part]] as [string, z.ZodType | undefined],
  ),
  ...Object.entries(endpoint.events ?? {}).map(
    ([name, shape]) => [`${id} event ${name}`, shape] as [string, z.ZodType],
  ),
  ...Object.entries(endpoint.sends ?? {}).flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, shape]) => [`${id} ${status} ${type}`, shape] as [string, z.ZodType]),
  ),
];

/** The settings of an endpoint that are data. Reasons and summaries are texts for people, and may be worded anew. */
const describeEndpoint = (
  id: string,
  endpoint: Endpoint,
  names: ReadonlyMap<z.ZodType, string>,
): string[] => {
  const { method, path, access, rate, largeBody, callableFrom } = endpoint;
  const flags = ['multipart', 'raw', 'rawBody', 'streamedBody', 'beginsInTransaction'] as const;
  const settings = {
    ...('allow' in access ? access : { access: Object.keys(access)[0] }),
    ...(rate && { rate }),
    ...(largeBody && { largeBody: { bytes: largeBody.bytes, json: largeBody.json } }),
    ...(callableFrom && { callableFrom }),
    ...Object.fromEntries(flags.filter((flag) => endpoint[flag]).map((flag) => [flag, true])),
  };
  const named = shapesOf(id, endpoint).flatMap(([part, shape]) => {
    const name = shape && names.get(shape);
    return name === undefined ? [] : [`${part}: is ${name}`];
  });
  return [`${id}: ${method} ${path} ${JSON.stringify(settings)}`, ...named];
};

const describeContract = (contract: Contract, names: ReadonlyMap<z.ZodType, string>): string[] => [
  ...Object.entries(contract.errors).map(([code, { kind }]) => `${code}: ${kind}`),
  ...(contract.alsoFails ?? []).map((code) => `${contract.name} also fails with ${code}`),
  ...Object.entries(contract.endpoints).flatMap(([name, endpoint]) =>
    describeEndpoint(`${contract.name}.${name}`, endpoint, names),
  ),
];

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain };

const isPlain = (value: unknown): value is Plain => {
  if (value === null || typeof value !== 'object') return typeof value !== 'function' && value !== undefined;
  const isList = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isList && Object.values(value).every(isPlain);
};

/** Longer texts are sentences for people, which may be worded anew. */
const longestName = 60;
const withoutSentences = (_name: string, value: Plain): Plain =>
  typeof value === 'string' && value.length > longestName ? '…' : value;

/** Bounds and lists that a file exports. The errors of a contract stand beside it. */
const describeConstants = (exported: readonly [string, unknown][]): string[] =>
  exported
    .filter(
      ([name, value]) =>
        isPlain(value) && typeof value !== 'string' && !/Errors$|^errorCatalogue$/.test(name),
    )
    .map(([name, value]) => `${name} = ${JSON.stringify(value, withoutSentences)}`)
    .toSorted();

/**
 * Describes what programs rely on: each endpoint with its access, each shape with its bounds and defaults, each error code, and the
 * constants among what the files export.
 */
export const describeInterface = (
  contracts: readonly Contract[],
  exported: readonly [string, unknown][],
): string => {
  const names = nameShapes();
  const inline = contracts.flatMap((contract) =>
    Object.entries(contract.endpoints).flatMap(([name, endpoint]) =>
      shapesOf(`${contract.name}.${name}`, endpoint),
    ),
  );
  const shapes = new Map([...names].map(([shape, name]) => [name, shape]));
  for (const [id, shape] of inline) if (shape && !names.has(shape)) shapes.set(id, shape);
  return [
    ...contracts.flatMap((contract) => describeContract(contract, names)),
    '',
    ...describeConstants(exported),
    '',
    ...describeShapes(shapes),
    '',
  ].join('\n');
};
