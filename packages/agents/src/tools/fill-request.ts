import type { ToolParameter, ToolRequest } from '@atelier/contracts/build/tools/tool-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import type { JsonSchema } from '../agent.ts';

/** A request whose places are filled in, as the HTTP piece takes it. */
export interface FilledRequest {
  method: string;
  url: string;
  queryParams: Record<string, JsonValue>;
  headers: Record<string, string>;
  bodyType: 'AUTO' | 'JSON' | 'FORM';
  body: JsonValue;
}

type Input = Readonly<Record<string, JsonValue>>;

/** Thrown when arguments cannot be put into a request. The message is for people and models. */
export class RequestError extends Error {}

const place = /\{([A-Za-z_][A-Za-z0-9_.-]{0,63})\}/g;

/** Returns the names of the arguments that have a place in a text. */
export const placesIn = (text: string): string[] => [...text.matchAll(place)].map(([, name = '']) => name);

const shown = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

const valueOf = (input: Input, name: string): JsonValue | undefined =>
  Object.hasOwn(input, name) ? input[name] : undefined;

/** The most characters that a text of a request has. */
const longestText = 1_000_000;

/** Fills a text. Its length is counted before it is made, because a text can name a long argument a thousand times. Throws RequestError. */
const fillText = (template: string, input: Input, write: (value: JsonValue) => string): string => {
  const written = new Map<string, string>();
  let length = template.length;
  return template.replace(place, (_whole, name: string) => {
    const value = valueOf(input, name);
    const text = written.get(name) ?? (value === undefined || value === null ? '' : write(value));
    written.set(name, text);
    length += text.length;
    if (length > longestText)
      throw new RequestError(
        `With its arguments, a part of the request has more than ${longestText.toLocaleString('en')} characters. Please send less.`,
      );
    return text;
  });
};

/** Returns the only argument that a template consists of. */
const wholePlace = (template: string): string | undefined => {
  const [name] = placesIn(template);
  return name !== undefined && template === `{${name}}` ? name : undefined;
};

/** An argument stays in its part of the path: it cannot lead to another part of the site. */
const pathPart = (value: JsonValue): string => {
  const text = shown(value);
  if (/^\.{1,2}$/.test(text) || text === '')
    throw new RequestError('An argument that is part of the address must not be empty, “.” or “..”.');
  return encodeURIComponent(text);
};

const fillAddress = (template: string, input: Input): string => {
  for (const name of placesIn(template))
    if (valueOf(input, name) === undefined || valueOf(input, name) === null)
      throw new RequestError(`The argument “${name}” is part of the address, so it must not be left out.`);
  const filled = fillText(template, input, pathPart);
  // Two arguments side by side could form “..” together.
  const path = filled.split(/[?#]/)[0] ?? '';
  if (/\/\.{1,2}(?:\/|$)/.test(path))
    throw new RequestError('The arguments must not form “.” or “..” in the address.');
  return filled;
};

/** A value that consists of one argument is that argument, and is left out when the argument is. */
const fillValue = (template: string, input: Input): JsonValue | undefined => {
  const whole = wholePlace(template);
  if (whole !== undefined) return valueOf(input, whole) ?? undefined;
  return fillText(template, input, shown);
};

const fillJson = (template: JsonValue, input: Input): JsonValue | undefined => {
  if (typeof template === 'string') return fillValue(template, input);
  if (Array.isArray(template))
    return template.map((each) => fillJson(each, input)).filter((each) => each !== undefined);
  if (!isObject(template)) return template;
  const entries = Object.entries(template).map(([key, value]) => [key, fillJson(value, input)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, JsonValue>;
};

const fillNamed = (named: ToolRequest['query'], input: Input): [string, JsonValue][] =>
  named.flatMap(({ name, value }) => {
    const filled = fillValue(value, input);
    return filled === undefined ? [] : [[name, filled] as [string, JsonValue]];
  });

/** Several values of one name become a list. */
const grouped = (pairs: readonly [string, JsonValue][]): Record<string, JsonValue> => {
  const groups = new Map<string, JsonValue[]>();
  for (const [name, value] of pairs)
    groups.set(name, [...(groups.get(name) ?? []), ...(Array.isArray(value) ? value : [value])]);
  return Object.fromEntries(
    [...groups].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? null) : values]),
  );
};

const fillBody = (
  { bodyKind, body }: ToolRequest,
  input: Input,
): Pick<FilledRequest, 'bodyType' | 'body'> => {
  if (bodyKind === 'NONE') return { bodyType: 'AUTO', body: null };
  if (bodyKind === 'TEXT') return { bodyType: 'AUTO', body: fillText(body, input, shown) };
  const value = fillJson(readJson(body) as JsonValue, input);
  return { bodyType: bodyKind, body: value ?? null };
};

/** A text that is sent as it is needs a type of content, because one that looks like JSON would be taken for JSON. */
const plainText = { 'content-type': 'text/plain; charset=utf-8' };

/** Fills arguments into a request. Throws RequestError. */
export const fillRequest = (request: ToolRequest, input: Input): FilledRequest => {
  const headers = Object.fromEntries(
    fillNamed(request.headers, input).map(([name, value]) => [name, shown(value)]),
  );
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    method: request.method,
    url: fillAddress(request.url, input),
    queryParams: grouped(fillNamed(request.query, input)),
    headers: request.bodyKind === 'TEXT' && !hasType ? { ...plainText, ...headers } : headers,
    ...fillBody(request, input),
  };
};

const describe = ({ schema, description }: ToolParameter): JsonSchema =>
  description === '' ? schema : { ...schema, description };

/** Returns the arguments of a request as a JSON Schema, for the model. */
export const argumentsSchema = (parameters: readonly ToolParameter[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, describe(parameter)])),
  required: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  additionalProperties: false,
});
