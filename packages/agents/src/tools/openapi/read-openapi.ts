import { mostOperations, type OpenApiOperation } from '@atelier/contracts/assistants/tools/openapi';
import { ToolRequest } from '@atelier/contracts/assistants/tools/tool-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { parseDocument } from 'yaml';
import { mostStatesInThread, readSchema } from '../../schema/read-schema.ts';
import { checkRequest } from '../check-request.ts';
import { follow, SchemaCount } from './open-schema.ts';
import { type FoundOperation, type Json, OperationError, type OperationRequest } from './operation.ts';
import { readOperation } from './read-operation.ts';
import { ownServer, readServers } from './read-servers.ts';

/** An operation with the request that it becomes; null when it cannot become one, and where nobody asked for it. */
export interface ReadOperation extends OpenApiOperation {
  request: OperationRequest | null;
}

/** The content of a document, or why it cannot be read. */
export type OpenApiReading =
  | { problem: string }
  | {
      problem: null;
      title: string;
      servers: string[];
      operations: ReadOperation[];
      leftOut: number;
      notes: string[];
    };

/** The methods that have a field of their own in a path item. */
const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'];

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

const readYaml = (text: string): unknown => {
  const document = parseDocument(text, { logLevel: 'silent', merge: false, schema: 'core' });
  // A few lines of aliases can stand for gigabytes.
  return document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 50 });
};

const readText = (text: string): unknown => {
  try {
    return text.trimStart().startsWith('{') ? readJson(text) : readYaml(text);
  } catch {
    return undefined;
  }
};

const toWords = (name: string): string =>
  name
    .replace(
      /([a-z0-9])([A-Z])/g,
      (_whole, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    )
    .replace(/[_\-./{}]+/g, ' ')
    .trim();

const nameOperation = ({ operation, method, path }: FoundOperation): string => {
  const words = toWords(text(operation['operationId'])) || text(operation['summary']) || toWords(path);
  const name = (words === '' ? `${method} ${path}` : words).slice(0, 100).trim();
  return name.charAt(0).toUpperCase() + name.slice(1);
};

const describe = ({ operation, item }: FoundOperation): string =>
  [...new Set([text(operation['summary']) || text(item['summary']), text(operation['description'])])]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, 4000);

/** An address for judging a request whose site is not known yet. */
const someSite = 'https://api.example.com';

interface Judgement {
  request: OperationRequest | null;
  problem: string | null;
  unchecked: string[];
  omitted: string[];
}

/** The most parts of an operation that are named. */
const mostNamed = 10;

/** Leaves out what is wrong with the schemas of the arguments, each part with a reason. */
const withoutBroken = ({ parameters, ...request }: OperationRequest) => {
  const unchecked: string[] = [];
  const read = parameters.map((parameter) => {
    const reading = readSchema(parameter.schema, mostStatesInThread);
    if ('problem' in reading) return parameter;
    for (const each of [...reading.broken, ...reading.unchecked])
      unchecked.push(`${parameter.name}: ${each}`.slice(0, 500));
    return { ...parameter, schema: reading.schema as typeof parameter.schema };
  });
  return { request: { ...request, parameters: read }, unchecked: unchecked.slice(0, mostNamed) };
};

const unfit = (problem: string): Judgement => ({ request: null, problem, unchecked: [], omitted: [] });

const judge = (found: FoundOperation): Judgement => {
  try {
    const { request: whole, omitted } = readOperation(found);
    const { request, unchecked } = withoutBroken(whole);
    const { path, ...rest } = request;
    const parsed = ToolRequest.safeParse({ ...rest, url: `${someSite}${path}` });
    const problem = parsed.success
      ? checkRequest(parsed.data)[0]?.message
      : 'One of its names is too long, or consists of characters that are not supported.';
    if (problem !== undefined) return unfit(problem);
    return { request, problem: null, unchecked, omitted: omitted.slice(0, mostNamed) };
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return unfit(error.message);
  }
};

const toOperationKey = ({ method, path }: FoundOperation): string => `${method} ${path}`;

const presented = (found: FoundOperation, address: string | undefined): ReadOperation => {
  const { method, path, item, operation } = found;
  const [name, description] = [nameOperation(found), describe(found)];
  const server = ownServer(item, operation, address);
  return { key: toOperationKey(found), method, path, name, description, server, ...judge(found) };
};

/** The most characters of a description in a list. */
const longestInList = 300;

/** An operation in a list, which needs neither its request nor its whole description. */
const listed = (found: FoundOperation, address: string | undefined): ReadOperation => {
  const operation = presented(found, address);
  return { ...operation, description: operation.description.slice(0, longestInList), request: null };
};

/** The operations of a path item: those with a field of their own, and the others by the names of their methods. */
const operationsIn = (item: Json): [string, Json][] => {
  const more = isObject(item['additionalOperations']) ? item['additionalOperations'] : {};
  const all = [
    ...methods.map((method): [string, JsonValue | undefined] => [method.toUpperCase(), item[method]]),
    ...Object.entries(more),
  ];
  return all.flatMap(([method, operation]): [string, Json][] =>
    isObject(operation) ? [[method, operation]] : [],
  );
};

interface Found {
  operations: FoundOperation[];
  notes: string[];
}

const findOperations = (document: Json): Found => {
  const count = new SchemaCount();
  const found: Found = { operations: [], notes: [] };
  for (const [path, value] of Object.entries(isObject(document['paths']) ? document['paths'] : {})) {
    if (path.startsWith('x-')) continue;
    const shared = follow(document, value);
    if (!shared || !path.startsWith('/') || path.length > 2000) {
      const why = shared ? 'it is no path' : 'it is described in another document';
      found.notes.push(`“${path.slice(0, 200)}” is not read, because ${why}.`);
      continue;
    }
    // A path item may be a reference and have fields beside it.
    const item = isObject(value) ? { ...shared, ...value } : shared;
    for (const [method, operation] of operationsIn(item))
      found.operations.push({ document, path, method, item, operation, count });
  }
  return found;
};

type Contents = Pick<Extract<OpenApiReading, { problem: null }>, 'operations' | 'leftOut' | 'notes'>;

const readContents = (document: Json, { keys, address }: Required<Wanted>): Contents => {
  const { operations: found, notes } = findOperations(document);
  if (keys.length > 0) {
    const chosen = new Set(keys);
    const operations = found.filter((each) => chosen.has(toOperationKey(each)));
    return { operations: operations.map((each) => presented(each, address)), leftOut: 0, notes };
  }
  const operations = found.slice(0, mostOperations).map((each) => listed(each, address));
  return { operations, leftOut: found.length - operations.length, notes: notes.slice(0, mostNamed) };
};

interface Wanted {
  /** The operations that are read as a whole. Without any, all are listed. */
  keys?: readonly string[];
  /** The address of the document, against which relative ones are resolved. */
  address?: string | undefined;
}

/**
 * Reads an OpenAPI document of version 3.0 to 3.2, in JSON or YAML: the list of its operations, or those with these keys as a whole. It may come
 * from anybody, so read it in a thread.
 */
export const readOpenApi = (source: string, { keys = [], address }: Wanted = {}): OpenApiReading => {
  const document = readText(source) as JsonValue | undefined;
  if (!isObject(document)) return { problem: 'This is neither JSON nor YAML with an OpenAPI document.' };
  if (document['swagger'] !== undefined)
    return {
      problem: 'This document has version 2 (Swagger). Please convert it to OpenAPI 3.0 or 3.1 first.',
    };
  if (!/^3\.[012](?:\.|$)/.test(text(document['openapi'])))
    return { problem: 'This is no OpenAPI document of version 3.0 or 3.1: it has no field “openapi”.' };
  const info = isObject(document['info']) ? document['info'] : {};
  const { operations, leftOut, notes } = readContents(document, { keys, address });
  if (operations.length === 0 && keys.length === 0)
    return { problem: 'The document describes no operation.' };
  const title = text(info['title']).slice(0, 200) || 'API';
  const { servers, notes: ofServers } = readServers(document, address);
  return { problem: null, title, servers, operations, leftOut, notes: [...notes, ...ofServers] };
};
