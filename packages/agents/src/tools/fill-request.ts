import type {
  ArgumentWriting,
  ToolParameter,
  ToolRequest,
} from '@atelier/contracts/assistants/tools/tool-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { AddressError, type AddressValue, writeAddress } from '@atelier/contracts/fields/write-address';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import type { JsonSchema } from '../agent.ts';
import { type FormField, writeMultipart } from './multipart.ts';
import { RequestError } from './request-error.ts';
import { shown, writeCookies, writeInHeader, writeInPath, writePairs } from './write-argument.ts';

/** A request whose places are filled in, as the HTTP piece takes it. */
export interface FilledRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Bodies are put together here, so that nothing in them is understood once more. */
  bodyType: 'TEXT';
  body: string | null;
}

type Input = Readonly<Record<string, JsonValue>>;

const place = /\{([A-Za-z_][A-Za-z0-9_.-]{0,63})\}/g;

/** Returns the names of the arguments that have a place in a text. */
export const placesIn = (text: string): string[] => [...text.matchAll(place)].map(([, name = '']) => name);

const findInputValue = (input: Input, name: string): JsonValue | undefined =>
  Object.hasOwn(input, name) ? input[name] : undefined;

/** The most characters that a text of a request has. */
const longestText = 1_000_000;

const tooLong = (): never => {
  throw new RequestError(
    `With its arguments, a part of the request has more than ${longestText.toLocaleString('en')} characters. Please send less.`,
  );
};

/** Fills a text. Its length is counted before it is made, because a text can name a long argument a thousand times. Throws RequestError. */
const fillText = (template: string, input: Input, write: (value: JsonValue) => string): string => {
  const written = new Map<string, string>();
  let length = template.length;
  return template.replace(place, (_whole, name: string) => {
    const value = findInputValue(input, name);
    const text = written.get(name) ?? (value === undefined || value === null ? '' : write(value));
    written.set(name, text);
    length += text.length;
    if (length > longestText) tooLong();
    return text;
  });
};

/** Returns the only argument that a template consists of. */
export const wholePlace = (template: string): string | undefined => {
  const [name] = placesIn(template);
  return name !== undefined && template === `{${name}}` ? name : undefined;
};

interface Filling {
  input: Input;
  /** The forms of the arguments, by their names. */
  writings: ReadonlyMap<string, ArgumentWriting>;
}

/** An argument stays in its part of the path: it cannot lead to another part of the site. */
const partOfPath = (name: string, { input, writings }: Filling): AddressValue => {
  const value = findInputValue(input, name);
  if (value === undefined || value === null)
    throw new RequestError(`The argument “${name}” is part of the address, so it must not be left out.`);
  const writing = writings.get(name);
  const text = writing ? writeInPath(value, name, writing) : shown(value);
  if (/^\.{1,2}$/.test(text) || text === '')
    throw new RequestError('An argument that is part of the address must not be empty, “.” or “..”.');
  return writing ? { encoded: text } : { value: text };
};

const fillPath = (template: string, filling: Filling): string => {
  const parts = template.split(place);
  const filled = parts.map((part, at) => (at % 2 === 0 ? part : partOfPath(part, filling)));
  const length = filled.reduce(
    (sum, part) =>
      sum + (typeof part === 'string' ? part : 'value' in part ? part.value : part.encoded).length,
    0,
  );
  if (length > longestText) tooLong();
  try {
    return writeAddress(filled);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    throw new RequestError('The arguments must not form “.” or “..” in the address.');
  }
};

/** A value that consists of one argument is that argument, and is left out when the argument is. */
const fillValue = (template: string, input: Input): JsonValue | undefined => {
  const whole = wholePlace(template);
  if (whole !== undefined) return findInputValue(input, whole);
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

/** Values with names, without those whose argument is left out or nothing. */
const fillNamed = (named: ToolRequest['query'], { input, writings }: Filling): FormField[] =>
  named.flatMap(({ name, value: template }) => {
    const value = fillValue(template, input);
    const writing = writings.get(wholePlace(template) ?? '');
    return value === undefined || value === null ? [] : [{ name, value, writing }];
  });

const fillUrl = ({ url, query }: ToolRequest, filling: Filling): string => {
  const path = fillPath(url, filling);
  const pairs = fillNamed(query, filling).flatMap(({ name, value, writing }) =>
    writePairs(name, value, writing),
  );
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
};

const isCookie = ({ name }: { name: string }): boolean => name.toLowerCase() === 'cookie';

/** `name={argument}` becomes that cookie, and is left out when the argument is. */
const fillCookie = (template: string, { input, writings }: Filling): string[] => {
  const [, name, argument] = /^([^={}]+)=\{([^{}]+)\}$/.exec(template) ?? [];
  if (name === undefined || argument === undefined) return [fillText(template, input, shown)];
  const value = findInputValue(input, argument);
  return value === undefined || value === null ? [] : [writeCookies(name, value, writings.get(argument))];
};

const fillHeaders = ({ headers }: ToolRequest, filling: Filling): Record<string, string> => {
  const cookies = headers.filter(isCookie).flatMap(({ value }) => fillCookie(value, filling));
  const others = fillNamed(
    headers.filter((header) => !isCookie(header)),
    filling,
  );
  return Object.fromEntries([
    ...others.map(({ name, value, writing }) => [name, writeInHeader(value, writing)]),
    ...(cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')]]),
  ]) as Record<string, string>;
};

const buildFormFields = (body: string, { input, writings }: Filling): FormField[] => {
  const template = readJson(body) as JsonValue;
  const filled = fillJson(template, input) ?? {};
  if (!isObject(filled)) throw new RequestError('The body of a form must be an object.');
  const templates = isObject(template) ? template : {};
  return Object.entries(filled).map(([name, value]) => {
    const own = templates[name];
    const argument = typeof own === 'string' ? wholePlace(own) : undefined;
    return { name, value, writing: writings.get(argument ?? '') };
  });
};

interface FilledBody {
  body: string;
  type: string;
}

const fillBody = ({ bodyKind, body }: ToolRequest, filling: Filling): FilledBody | undefined => {
  const { input } = filling;
  if (bodyKind === 'NONE') return undefined;
  if (bodyKind === 'TEXT') return { body: fillText(body, input, shown), type: 'text/plain; charset=utf-8' };
  if (bodyKind === 'MULTIPART') return writeMultipart(buildFormFields(body, filling));
  if (bodyKind === 'FORM') {
    const pairs = buildFormFields(body, filling).flatMap(({ name, value, writing }) =>
      writePairs(name, value, writing),
    );
    return { body: pairs.join('&'), type: 'application/x-www-form-urlencoded' };
  }
  const value = fillJson(readJson(body) as JsonValue, input);
  return value === undefined ? undefined : { body: JSON.stringify(value), type: 'application/json' };
};

const withoutType = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type'));

/** Fills arguments into a request. Throws RequestError. */
export const fillRequest = (request: ToolRequest, input: Input): FilledRequest => {
  const writings = new Map(
    request.parameters.flatMap(({ name, writing }) => (writing ? [[name, writing] as const] : [])),
  );
  const filling = { input, writings };
  const given = fillHeaders(request, filling);
  const filled = fillBody(request, filling);
  // The boundary of a form with parts belongs to its type.
  const isTyped =
    request.bodyKind !== 'MULTIPART' &&
    Object.keys(given).some((name) => name.toLowerCase() === 'content-type');
  const headers = !filled || isTyped ? given : { ...withoutType(given), 'content-type': filled.type };
  const url = fillUrl(request, filling);
  return { method: request.method, url, headers, bodyType: 'TEXT', body: filled?.body ?? null };
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
