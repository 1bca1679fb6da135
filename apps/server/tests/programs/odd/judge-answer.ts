import type { OddRequest } from './odd-request.ts';
import type { OddAnswer } from './send-odd.ts';

/** The data of the events of a stream. */
const eventsIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim())
    .filter((data) => data !== '');

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const field = (value: unknown, name: string): unknown => Reflect.get(Object(value) as object, name);

const isWholeNumber = (value: unknown): boolean => Number.isInteger(value);

/** The code with which JSON-RPC names a fault of the server itself. */
const internalError = -32_603;

const faultOfMessage = (message: unknown): string | undefined => {
  if (field(message, 'jsonrpc') !== '2.0') return 'is no message of JSON-RPC';
  if (typeof field(message, 'method') === 'string') return undefined;
  const error = field(message, 'error');
  if (error === undefined)
    return field(message, 'result') === undefined ? 'has no result and no error' : undefined;
  if (!isWholeNumber(field(error, 'code')) || typeof field(error, 'message') !== 'string')
    return 'has an error without code or message';
  return field(error, 'code') === internalError ? 'names a fault of the server' : undefined;
};

const faultOfAny = (
  { status, type, text }: OddAnswer,
  faultOfOne: (value: unknown) => string | undefined,
): string | undefined => {
  // 502 names a failure of the model, such as an answer without the form that was asked for.
  if (status >= 500 && status !== 502) return 'is a failure of the server';
  if (text.includes('server.internal')) return 'hides a failure of the server';
  if (text === '') return undefined;
  if (type.startsWith('text/event-stream')) {
    const events = eventsIn(text).filter((data) => data !== '[DONE]');
    return events.map((data) => faultOfOne(parsed(data))).find((fault) => fault !== undefined);
  }
  if (!type.startsWith('application/json')) return 'is no JSON';
  const values = parsed(text);
  return (Array.isArray(values) ? (values as unknown[]) : [values])
    .map((value) => faultOfOne(value))
    .find((fault) => fault !== undefined);
};

/** The paths of a description in the form of OpenAPI, with the statuses that each method may answer with. */
export type Described = Record<string, Record<string, { responses: Record<string, unknown> }>>;

/** True where the status is described, or the description does not know the address. */
export const isDescribed = (
  described: Described,
  { method, path }: Pick<OddRequest, 'method' | 'path'>,
  { status }: OddAnswer,
): boolean => {
  const responses = described[path]?.[method.toLowerCase()]?.responses;
  return responses === undefined || String(status) in responses;
};

/** Returns what is wrong with an answer of `/mcp`, or undefined. */
export const faultOfMcp = (answer: OddAnswer): string | undefined => faultOfAny(answer, faultOfMessage);

/** Returns what is wrong with an answer of `/v1`, or undefined. */
export const faultOfOpenAi = (answer: OddAnswer): string | undefined =>
  faultOfAny(answer, (value) => {
    if (typeof value !== 'object' || value === null) return 'is no object';
    if (answer.status < 400) return undefined;
    const { message, type } = Object(field(value, 'error')) as { message?: unknown; type?: unknown };
    return typeof message === 'string' && message !== '' && typeof type === 'string'
      ? undefined
      : 'does not say what is wrong';
  });
