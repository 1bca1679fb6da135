import {
  longestArgumentName,
  type ToolParameter,
  type ToolRequest,
} from '@atelier/contracts/build/tools/tool-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { follow, type SchemaCount, SchemaReader } from './open-schema.ts';

type Json = Record<string, JsonValue>;

/** An operation where it stands in a document. */
export interface FoundOperation {
  document: Json;
  path: string;
  method: ToolRequest['method'];
  /** The path item, whose parameters hold for all its operations. */
  item: Json;
  operation: Json;
  /** Counts the schemas of all operations that are read. */
  count: SchemaCount;
}

/** A request whose address is the path alone; the site is added later. */
export type OperationRequest = Omit<ToolRequest, 'url'> & { path: string };

/** Thrown when an operation cannot become a tool. The message is for people. */
export class OperationError extends Error {}

interface Place {
  in: string;
  name: string;
  isRequired: boolean;
  description: string;
  schema: JsonValue | undefined;
}

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

const contentOf = (content: JsonValue | undefined, type: RegExp): Json | undefined => {
  if (!isObject(content)) return undefined;
  const found = Object.entries(content).find(([name]) => type.test(name));
  return found && isObject(found[1]) ? found[1] : undefined;
};

const placeOf = (document: Json, value: JsonValue): Place => {
  const found = follow(document, value) ?? {};
  const content = contentOf(found['content'], /json/i);
  return {
    in: text(found['in']),
    name: text(found['name']),
    isRequired: found['required'] === true || found['in'] === 'path',
    description: text(found['description']),
    schema: found['schema'] ?? content?.['schema'],
  };
};

const listed = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

/** The parameters of an operation: its own ones come before those of its path. */
const placesOf = ({ document, item, operation }: FoundOperation): Place[] => {
  const all = [...listed(operation['parameters']), ...listed(item['parameters'])].map((each) =>
    placeOf(document, each),
  );
  return all.filter(
    (place, at) => all.findIndex((other) => other.in === place.in && other.name === place.name) === at,
  );
};

/** Gives arguments names that models accept, each once. */
class ArgumentNames {
  readonly #taken = new Set<string>();

  take(wanted: string): string {
    const plain = wanted.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, longestArgumentName - 4);
    const base = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? base : `${base}_${number}`;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }
}

/** Headers that a request sets by itself, or whose secrets belong into a connection. */
const ownHeaders = new Set(['accept', 'content-type', 'authorization', 'cookie', 'host', 'content-length']);

const bodyOf = (
  found: FoundOperation,
): { kind: 'JSON' | 'FORM'; schema: Json; isRequired: boolean } | undefined => {
  const { document, operation } = found;
  const body = follow(document, operation['requestBody']);
  if (!body) return undefined;
  const isRequired = body['required'] === true;
  const json = contentOf(body['content'], /[/+]json/i);
  if (json) return { kind: 'JSON', schema: follow(document, json['schema']) ?? {}, isRequired };
  const form = contentOf(body['content'], /^application\/x-www-form-urlencoded/i);
  if (form) return { kind: 'FORM', schema: follow(document, form['schema']) ?? {}, isRequired };
  if (!isRequired) return undefined;
  throw new OperationError('Its body is neither JSON nor a form.');
};

/** A body that is an object without variants gets an argument for each property; any other one is an argument itself. */
const isFlat = (schema: Json): boolean =>
  isObject(schema['properties']) &&
  Object.keys(schema['properties']).length <= 40 &&
  !['allOf', 'anyOf', 'oneOf', 'if', 'patternProperties'].some((keyword) => Object.hasOwn(schema, keyword));

interface Parts {
  parameters: ToolParameter[];
  bodyKind: ToolRequest['bodyKind'];
  body: string;
}

const readBody = (found: FoundOperation, names: ArgumentNames, reader: SchemaReader): Parts => {
  const body = bodyOf(found);
  if (!body) return { parameters: [], bodyKind: 'NONE', body: '' };
  const { kind, schema, isRequired } = body;
  if (!isFlat(schema)) {
    if (kind === 'FORM') throw new OperationError('Its form has variants.');
    const name = names.take('body');
    const parameter = {
      name,
      description: 'The body of the request.',
      isRequired,
      schema: reader.read(schema),
    };
    return { parameters: [parameter], bodyKind: kind, body: JSON.stringify(`{${name}}`) };
  }
  const required = new Set(listed(schema['required']));
  const properties = Object.entries(schema['properties'] as Json).filter(
    ([, value]) => follow(found.document, value)?.['readOnly'] !== true,
  );
  const named = properties.map(([property, value]) => ({ property, value, name: names.take(property) }));
  const parameters = named.map(({ property, value, name }) => {
    const { description, ...inner } = reader.read(value);
    const isNeeded = isRequired && required.has(property);
    return { name, description: text(description).slice(0, 2000), isRequired: isNeeded, schema: inner };
  });
  const template = Object.fromEntries(named.map(({ property, name }) => [property, `{${name}}`]));
  return { parameters, bodyKind: kind, body: JSON.stringify(template, null, 2) };
};

const readPlaces = (found: FoundOperation, names: ArgumentNames, reader: SchemaReader) => {
  const places = placesOf(found).filter(
    (place) => place.name !== '' && !(place.in === 'header' && ownHeaders.has(place.name.toLowerCase())),
  );
  if (places.some((place) => place.in === 'cookie' && place.isRequired))
    throw new OperationError('It needs a cookie.');
  return places
    .filter((place) => place.in !== 'cookie')
    .map((place) => {
      const { description, ...schema } = reader.read(place.schema ?? { type: 'string' });
      const told = (place.description || text(description)).slice(0, 2000);
      const name = names.take(place.name);
      return { place, parameter: { name, description: told, isRequired: place.isRequired, schema } };
    });
};

/** Reads an operation as a request. Throws OperationError. */
export const readOperation = (found: FoundOperation): OperationRequest => {
  const [names, reader] = [new ArgumentNames(), new SchemaReader(found.document, found.count)];
  const read = readPlaces(found, names, reader);
  const { parameters, bodyKind, body } = readBody(found, names, reader);
  const of = (place: string) =>
    read
      .filter((each) => each.place.in === place)
      .map(({ place: { name }, parameter }) => ({ name, value: `{${parameter.name}}` }));
  let { path } = found;
  for (const { place, parameter } of read)
    if (place.in === 'path') path = path.replaceAll(`{${place.name}}`, `{${parameter.name}}`);
  const all = [...read.map(({ parameter }) => parameter), ...parameters];
  if (found.count.isUsedUp)
    throw new OperationError(
      'The operations before it have so many schemas that it was not read. Please cut the document down.',
    );
  if (all.length > 60) throw new OperationError('It has more than 60 arguments.');
  return {
    ...{ method: found.method, path, query: of('query'), headers: of('header') },
    ...{ bodyKind, body, parameters: all },
  };
};
