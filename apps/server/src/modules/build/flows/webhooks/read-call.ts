import type { IncomingHttpHeaders } from 'node:http';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { WebhookCall } from '@atelier/pieces';
import { fail } from '../../../../kernel/base/errors.ts';
import { checkJson } from '../../../../kernel/http/check-json.ts';
import { cleanInput } from '../../../../kernel/http/clean-input.ts';

/** A request as it arrived. */
export interface Arrived {
  method: string;
  headers: IncomingHttpHeaders;
  query: Record<string, unknown>;
  rawBody: Buffer;
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(', ') : typeof value === 'string' ? value : '';

const textsOf = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]])),
  );

/** Reads the body by its content type: JSON and forms are parsed, everything else is text. Throws `flows.body_unreadable`. */
const readBody = (rawBody: Buffer, contentType: string): JsonValue => {
  if (rawBody.length === 0) return null;
  const text = rawBody.toString('utf8');
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded') {
    const form = new URLSearchParams(text);
    const names = [...new Set(form.keys())];
    return Object.fromEntries(
      names.map((name) => [name, form.getAll(name).length > 1 ? form.getAll(name) : (form.get(name) ?? '')]),
    );
  }
  if (!/^application\/([\w.+-]+\+)?json$/.test(type)) return text;
  checkJson(text);
  const parsed = parseJson(text);
  return parsed === undefined ? fail('flows.body_unreadable') : (parsed as JsonValue);
};

/** Reads a request for a flow. Cookies belong to this site, not to the sender's message, so they are left out. */
export const readCall = ({ method, headers, query, rawBody }: Arrived): WebhookCall => {
  const { cookie: _ours, ...told } = headers;
  const body = cleanInput(readBody(rawBody, headers['content-type'] ?? '')) as JsonValue;
  return {
    method,
    headers: cleanInput(textsOf(told)) as Record<string, string>,
    queryParams: textsOf(query),
    body,
    rawBody,
  };
};
