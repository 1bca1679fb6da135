import { nameShapes } from '@atelier/contracts/shape-names';
import { z } from 'zod';

export type Json = Record<string, unknown>;

/** Shapes by the key under which the caller finds their description again. */
export type AskedShapes = Record<string, z.ZodType>;

interface Described {
  /** The named shapes, for `components.schemas`. */
  components: Record<string, Json>;
  /** The shapes of requests by their keys. They refer to components wherever a shape has a name. */
  sent: Record<string, Json>;
  received: Record<string, Json>;
}

const reference = '#/components/schemas/';
/** The id of the shape that contains all requested ones. No name of a shape contains this character. */
const asked = '@';

interface Converted {
  named: Map<string, Json>;
  asked: Record<string, Json>;
}

const withoutAddress = ({ $schema, $id, ...schema }: Json): Json => schema;

/**
 * Describes a shape so that generators of clients make code from it that works. Replies may get more fields in time, so a client must not
 * refuse those that it does not know; an object of any fields says so. A truth value that is always the same is one of both, because
 * clients in Python would compare it with a text.
 */
const adaptToGenerators = ({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void => {
  const { def } = zodSchema._zod;
  if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
  if (jsonSchema.type === 'object' && !jsonSchema.properties) jsonSchema.additionalProperties ??= true;
  if (typeof jsonSchema.const === 'boolean') delete jsonSchema.const;
};

const convert = (
  names: ReadonlyMap<z.ZodType, string>,
  shapes: AskedShapes,
  io: 'input' | 'output',
): Converted => {
  const registry = z.registry<{ id: string }>();
  for (const [shape, name] of names) registry.add(shape, { id: name });
  registry.add(z.object(shapes), { id: asked });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    uri: (id) => `${reference}${id}`,
    override: adaptToGenerators,
  });
  const { [asked]: all, ...named } = schemas;
  return {
    named: new Map(Object.entries(named).map(([name, schema]) => [name, withoutAddress(schema as Json)])),
    asked: (all?.properties ?? {}) as Record<string, Json>,
  };
};

const referencePattern = /"\$ref":"#\/components\/schemas\/(\w+)"/g;

/** Returns the names to which a schema refers. */
const namesIn = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(referencePattern)].map(([, name]) => name ?? '');

/** Returns the names of the shapes that are not sent as they are received, such as those with defaults, and of those that have such parts. */
const findDifferent = (sent: Converted, received: Converted): ReadonlySet<string> => {
  const parts = new Map([...sent.named].map(([name, schema]) => [name, namesIn(schema)] as const));
  const different = new Set(
    [...sent.named]
      .filter(([name, schema]) => JSON.stringify(schema) !== JSON.stringify(received.named.get(name)))
      .map(([name]) => name),
  );
  let before = -1;
  while (before !== different.size) {
    before = different.size;
    for (const [name, names] of parts) if (names.some((each) => different.has(each))) different.add(name);
  }
  return different;
};

/** Adds the components that `schemas` refer to, directly or through others. */
const addUsed = (used: Map<string, Json>, named: ReadonlyMap<string, Json>, schemas: unknown): void => {
  for (const name of namesIn(schemas)) {
    const schema = named.get(name);
    if (used.has(name) || !schema) continue;
    used.set(name, schema);
    addUsed(used, named, schema);
  }
};

/** Gives those shapes of requests a name of their own that differ from the shape of the same name in replies. */
const renameSent = (schema: unknown, renamed: ReadonlySet<string>): unknown => {
  if (Array.isArray(schema)) return schema.map((each) => renameSent(each, renamed));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]: [string, unknown]) => {
    if (key !== '$ref' || typeof value !== 'string') return [key, renameSent(value, renamed)];
    return [key, renamed.has(value.slice(reference.length)) ? `${value}Input` : value];
  });
  return Object.fromEntries(entries);
};

/**
 * Describes what is sent to endpoints and what is received from them. A shape that the contracts export becomes a component of its name.
 * A shape that requests and replies have in different forms is described twice; the one of requests has `Input` at its end.
 */
export const describeShapes = (sentShapes: AskedShapes, receivedShapes: AskedShapes): Described => {
  const names = nameShapes();
  const sent = convert(names, sentShapes, 'input');
  const received = convert(names, receivedShapes, 'output');
  const inRequests = new Map<string, Json>();
  addUsed(inRequests, sent.named, sent.asked);
  const used = new Map<string, Json>();
  addUsed(used, received.named, received.asked);
  const renamed = new Set([...findDifferent(sent, received)].filter((name) => used.has(name)));
  for (const [name, schema] of inRequests) {
    const own = renamed.has(name) ? `${name}Input` : name;
    if (renamed.has(name) && (used.has(own) || inRequests.has(own)))
      throw new Error(`Two shapes of the description are named ${own}`);
    used.set(own, renameSent(schema, renamed) as Json);
  }
  return {
    components: Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    sent: renameSent(sent.asked, renamed) as Record<string, Json>,
    received: received.asked,
  };
};
