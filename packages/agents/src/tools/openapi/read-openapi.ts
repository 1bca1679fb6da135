import { mostOperations, type OpenApiOperation } from '@atelier/contracts/build/tools/openapi';
import { ToolRequest } from '@atelier/contracts/build/tools/tool-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { parseDocument } from 'yaml';
import { mostStatesInThread, readSchema } from '../../schema/read-schema.ts';
import { checkRequest } from '../check-request.ts';
import { follow, SchemaCount } from './open-schema.ts';
import {
  type FoundOperation,
  OperationError,
  type OperationRequest,
  readOperation,
} from './read-operation.ts';

/** An operation with the request that it becomes; null when it cannot become one, and where nobody asked for it. */
export interface ReadOperation extends OpenApiOperation {
  request: OperationRequest | null;
}

/** What a document contains, or why it cannot be read. */
export type OpenApiReading =
  | { problem: string }
  | { problem: null; title: string; servers: string[]; operations: ReadOperation[]; leftOut: number };

type Json = Record<string, JsonValue>;

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const;
const upper = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  head: 'HEAD',
} as const;

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

const wordsOf = (name: string): string =>
  name
    .replace(
      /([a-z0-9])([A-Z])/g,
      (_whole, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    )
    .replace(/[_\-./{}]+/g, ' ')
    .trim();

const nameOf = ({ operation, method, path }: FoundOperation): string => {
  const words = wordsOf(text(operation['operationId'])) || text(operation['summary']) || wordsOf(path);
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

const judge = (found: FoundOperation): Judgement => {
  try {
    const { request, unchecked } = withoutBroken(readOperation(found));
    const { path, ...rest } = request;
    const parsed = ToolRequest.safeParse({ ...rest, url: `${someSite}${path}` });
    const problem = parsed.success
      ? checkRequest(parsed.data)[0]?.message
      : 'One of its names is too long, or consists of characters that are not supported.';
    return problem === undefined
      ? { request, problem: null, unchecked }
      : { request: null, problem, unchecked: [] };
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return { request: null, problem: error.message, unchecked: [] };
  }
};

const keyOf = ({ method, path }: FoundOperation): string => `${method} ${path}`;

const presented = (found: FoundOperation): ReadOperation => {
  const { method, path } = found;
  const [name, description] = [nameOf(found), describe(found)];
  return { key: keyOf(found), method, path, name, description, ...judge(found) };
};

/** The most characters of a description in a list. */
const longestInList = 300;

/** An operation in a list, which needs neither its request nor its whole description. */
const listed = (found: FoundOperation): ReadOperation => {
  const operation = presented(found);
  return { ...operation, description: operation.description.slice(0, longestInList), request: null };
};

const operationsOf = (
  document: Json,
  keys: readonly string[],
): { operations: ReadOperation[]; leftOut: number } => {
  const count = new SchemaCount();
  const paths = isObject(document['paths']) ? Object.entries(document['paths']) : [];
  const found = paths.flatMap(([path, value]): FoundOperation[] => {
    const item = follow(document, value);
    if (!item || !path.startsWith('/') || path.length > 2000) return [];
    return methods.flatMap((method): FoundOperation[] => {
      const operation = item[method];
      return isObject(operation) ? [{ document, path, method: upper[method], item, operation, count }] : [];
    });
  });
  if (keys.length > 0) {
    const chosen = new Set(keys);
    return { operations: found.filter((each) => chosen.has(keyOf(each))).map(presented), leftOut: 0 };
  }
  const operations = found.slice(0, mostOperations).map(listed);
  return { operations, leftOut: found.length - operations.length };
};

const serversOf = (document: Json): string[] => {
  const servers = Array.isArray(document['servers']) ? document['servers'] : [];
  return servers
    .flatMap((server) => (isObject(server) ? [text(server['url']).replace(/\/$/, '')] : []))
    .filter((url) => /^https?:\/\/[^{}]+$/.test(url))
    .slice(0, 10);
};

/**
 * Reads an OpenAPI document of version 3.0 or 3.1, in JSON or YAML: the list of its operations, or those with these keys as a whole. It may come
 * from anybody, so read it in a thread.
 */
export const readOpenApi = (source: string, keys: readonly string[] = []): OpenApiReading => {
  const document = readText(source) as JsonValue | undefined;
  if (!isObject(document)) return { problem: 'This is neither JSON nor YAML with an OpenAPI document.' };
  if (document['swagger'] !== undefined)
    return {
      problem: 'This document has version 2 (Swagger). Please convert it to OpenAPI 3.0 or 3.1 first.',
    };
  if (!/^3\.[012](?:\.|$)/.test(text(document['openapi'])))
    return { problem: 'This is no OpenAPI document of version 3.0 or 3.1: it has no field “openapi”.' };
  const info = isObject(document['info']) ? document['info'] : {};
  const { operations, leftOut } = operationsOf(document, keys);
  if (operations.length === 0 && keys.length === 0)
    return { problem: 'The document describes no operation.' };
  const title = text(info['title']).slice(0, 200) || 'API';
  return { problem: null, title, servers: serversOf(document), operations, leftOut };
};
