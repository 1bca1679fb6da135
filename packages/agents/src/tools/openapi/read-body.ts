import type { ArgumentWriting, ToolRequest } from '@atelier/contracts/assistants/tools/tool-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { follow } from './open-schema.ts';
import {
  isJsonType,
  type Json,
  listed,
  mediaTypes,
  type Named,
  OperationError,
  type Parameter,
  type Reading,
  text,
} from './operation.ts';
import { readArgumentWriting } from './read-parameters.ts';

type Kind = Exclude<ToolRequest['bodyKind'], 'NONE'>;

/** A body in the media type in which it is sent. */
interface Body {
  kind: Kind;
  /** The media type as it is declared. */
  declared: string;
  schema: Json;
  /** The forms of the fields of a form. */
  encoding: Json;
  isRequired: boolean;
}

export interface ReadBody {
  parameters: Parameter[];
  bodyKind: ToolRequest['bodyKind'];
  body: string;
  headers: Named[];
}

/** The kinds of bodies that can be sent, the best first. */
const kinds: readonly { kind: Kind; fits: (type: string) => boolean }[] = [
  { kind: 'JSON', fits: (type) => type === 'application/json' },
  { kind: 'JSON', fits: isJsonType },
  { kind: 'FORM', fits: (type) => type === 'application/x-www-form-urlencoded' },
  { kind: 'MULTIPART', fits: (type) => type === 'multipart/form-data' },
  { kind: 'JSON', fits: (type) => type === '*/*' || type === 'application/*' },
  {
    kind: 'TEXT',
    fits: (type) => /^text\/|[/+]xml$|^application\/(?:yaml|x-ndjson|jsonl|graphql)$/.test(type),
  },
];

const readRequestBody = ({ found, omitted }: Reading): Body | undefined => {
  const { document, operation } = found;
  const given = operation['requestBody'];
  if (given === undefined) return undefined;
  const body = follow(document, given);
  if (!body) {
    omitted.push('The body is left out, because it is not in the document.');
    return undefined;
  }
  const isRequired = body['required'] === true;
  const types = mediaTypes(body['content']);
  for (const { kind, fits } of kinds) {
    const chosen = types.find(({ type }) => fits(type));
    if (!chosen) continue;
    const { declared, media } = chosen;
    const encoding = isObject(media['encoding']) ? media['encoding'] : {};
    return { kind, declared, schema: follow(document, media['schema']) ?? {}, encoding, isRequired };
  }
  const names = types.map(({ declared }) => declared).join(', ') || 'unknown';
  const why = `The body is of a kind that tools cannot send (${names.slice(0, 200)}).`;
  if (isRequired) throw new OperationError(why);
  omitted.push(`${why} It is left out.`);
  return undefined;
};

/** A body that is an object without variants gets an argument for each property; any other one is an argument itself. */
const isFlat = ({ kind, schema }: Body): boolean =>
  kind !== 'TEXT' &&
  isObject(schema['properties']) &&
  Object.keys(schema['properties']).length <= 40 &&
  !['allOf', 'anyOf', 'oneOf', 'if', 'patternProperties'].some((keyword) => Object.hasOwn(schema, keyword));

/** A file is bytes, which no model writes. Base64 is a text. */
const isFile = (schema: Json): boolean =>
  schema['contentEncoding'] === undefined &&
  (schema['format'] === 'binary' ||
    /^(?:application\/octet-stream|image\/|audio\/|video\/)/.test(text(schema['contentMediaType'])));

const hasFiles = ({ document }: Reading['found'], value: JsonValue): boolean => {
  const schema = follow(document, value) ?? {};
  return isFile(schema) || isFile(follow(document, schema['items']) ?? {});
};

const fieldWriting = ({ kind, encoding }: Body, name: string, schema: Json): ArgumentWriting | undefined => {
  const own = encoding[name];
  if (!isObject(own)) return undefined;
  const isStyled = ['style', 'explode', 'allowReserved'].some((key) => own[key] !== undefined);
  if (kind === 'FORM' && isStyled) return readArgumentWriting(own, { kind: 'query', name, schema });
  const contentType = text(own['contentType']).split(',')[0]?.trim() ?? '';
  if (contentType === '' || contentType.includes('*')) return undefined;
  return { style: 'CONTENT', explode: false, allowReserved: false, contentType };
};

/** The media type is sent as it is declared. What is sent without saying so needs no header. */
const typeHeaders = ({ kind, declared }: Body): Named[] => {
  const isUsual =
    kind === 'MULTIPART' ||
    declared.includes('*') ||
    /^(?:application\/json|application\/x-www-form-urlencoded)$/i.test(declared);
  return isUsual ? [] : [{ name: 'Content-Type', value: declared.slice(0, 200) }];
};

const readWhole = (body: Body, { names, reader }: Reading): ReadBody => {
  const { kind, schema, isRequired, declared } = body;
  const isForm = kind === 'FORM' || kind === 'MULTIPART';
  const type = schema['type'];
  if (isForm && type !== undefined && type !== 'object')
    throw new OperationError('Its form is described as something else than an object.');
  const isText = kind === 'TEXT';
  const name = names.take('body');
  const parameter = {
    name,
    description: isText ? `The body of the request, as ${declared}.` : 'The body of the request.',
    isRequired,
    schema: isText && type !== 'string' ? { type: 'string' } : reader.read(schema),
  };
  const place = `{${name}}`;
  return {
    ...{ parameters: [parameter], bodyKind: kind, headers: typeHeaders(body) },
    body: isText ? place : JSON.stringify(place),
  };
};

/** The properties that a request may have. Files are left out, unless the operation needs them. */
const listWritableProperties = (body: Body, { found, omitted }: Reading): [string, JsonValue][] => {
  const required = new Set(listed(body.schema['required']));
  return Object.entries(body.schema['properties'] as Json).filter(([name, value]) => {
    if (follow(found.document, value)?.['readOnly'] === true) return false;
    if (body.kind !== 'MULTIPART' || !hasFiles(found, value)) return true;
    if (body.isRequired && required.has(name))
      throw new OperationError(`It needs a file (“${name.slice(0, 60)}”), which tools cannot send.`);
    omitted.push(`“${name.slice(0, 60)}” is a file, which tools cannot send. It is left out.`);
    return false;
  });
};

const readFlat = (body: Body, reading: Reading): ReadBody => {
  const { kind, schema, isRequired } = body;
  const required = new Set(listed(schema['required']));
  const named = listWritableProperties(body, reading).map(([property, value]) => ({
    ...{ property, value, name: reading.names.take(property) },
  }));
  const parameters = named.map(({ property, value, name }) => {
    const { description, ...inner } = reading.reader.read(value);
    const writing = fieldWriting(body, property, follow(reading.found.document, value) ?? {});
    return {
      ...{ name, description: text(description).slice(0, 2000), schema: inner },
      isRequired: isRequired && required.has(property),
      ...(writing ? { writing } : {}),
    };
  });
  const template = Object.fromEntries(named.map(({ property, name }) => [property, `{${name}}`]));
  return {
    ...{ parameters, bodyKind: kind, headers: typeHeaders(body) },
    body: JSON.stringify(template, null, 2),
  };
};

/** Reads the body of an operation. Throws OperationError. */
export const readBody = (reading: Reading): ReadBody => {
  const body = readRequestBody(reading);
  if (!body) return { parameters: [], bodyKind: 'NONE', body: '', headers: [] };
  if (/^(?:GET|HEAD)$/.test(reading.found.method)) {
    reading.omitted.push('The body is left out, because requests that only read have none.');
    return { parameters: [], bodyKind: 'NONE', body: '', headers: [] };
  }
  return isFlat(body) ? readFlat(body, reading) : readWhole(body, reading);
};
