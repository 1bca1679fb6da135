import type { FieldValues } from '@atelier/contracts/fields/fields';
import { type Piece, PieceError } from '../../piece.ts';
import { jsonOf, numberOf, objectOf, showValue } from '../../values.ts';
import { isGenuine, webhookConnection } from './verify-call.ts';

/** Names and values as RFC 9110 permits them; a line break in a value would begin another header. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]{0,8000}$/;
/** Headers that the server itself sets for each answer. */
const ownHeaders = new Set(['connection', 'content-length', 'transfer-encoding', 'set-cookie', 'upgrade']);

const refuse = (message: string): never => {
  throw new PieceError('pieces.invalid_input', message);
};

const headersOf = (values: FieldValues): Record<string, string> => {
  const headers = Object.entries(values).map(([name, value]): [string, string] => {
    const text = showValue(value);
    if (!headerName.test(name)) refuse(`“${name.slice(0, 60)}” is no name of a header. Please correct it.`);
    if (!headerValue.test(text))
      refuse(`The value of the header “${name}” contains characters that a header may not have.`);
    if (ownHeaders.has(name.toLowerCase()))
      refuse(`The header “${name}” cannot be set by a flow. Please remove it.`);
    return [name.toLowerCase(), text];
  });
  return Object.fromEntries(headers);
};

const respond = (values: FieldValues) => {
  const status = numberOf(values, 'status') ?? 200;
  if (!Number.isInteger(status)) refuse('The status must be a whole number, for example 200.');
  const headers = headersOf(objectOf(values, 'headers'));
  return { kind: 'respond', status, headers, body: jsonOf(values, 'body') } as const;
};

export const webhook: Piece = {
  name: 'webhook',
  version: '1.0.0',
  displayName: 'Webhook',
  description: 'Starts a flow when another program calls its address, and answers the call.',
  category: 'FLOW',
  icon: 'webhook',
  connection: webhookConnection,
  triggers: [
    {
      kind: 'webhook',
      name: 'catch_webhook',
      displayName: 'Catch a webhook',
      description:
        'Starts the flow with each call of its address. With a connection, calls have to prove themselves.',
      fields: [],
      sample: { method: 'POST', headers: { 'content-type': 'application/json' }, queryParams: {}, body: {} },
      verify: isGenuine,
    },
  ],
  actions: [
    {
      kind: 'control',
      name: 'return_response',
      displayName: 'Return a response',
      description:
        'Answers the call that started the flow, if the caller waits at the address that ends in /sync.',
      fields: [
        { name: 'status', label: 'Status', type: 'NUMBER', required: true, min: 200, max: 599, default: 200 },
        { name: 'headers', label: 'Headers', type: 'OBJECT' },
        {
          name: 'body',
          label: 'Body',
          type: 'JSON',
          isAnyJson: true,
          default: null,
          description: 'Objects and lists are sent as JSON, texts as they are.',
        },
      ],
      plan: respond,
    },
    {
      kind: 'control',
      name: 'wait_for_webhook',
      displayName: 'Wait for a call',
      description: 'Waits until another program calls the address of this run, `{{run.resumeUrl}}`.',
      fields: [
        {
          name: 'timeoutHours',
          label: 'Wait at most (hours)',
          type: 'NUMBER',
          min: 0.01,
          max: 8760,
          description: 'Empty: for up to a year. Afterwards the value is `{ "timedOut": true }`.',
        },
      ],
      sample: { method: 'POST', headers: {}, queryParams: {}, body: {} },
      plan: ({ timeoutHours }) =>
        typeof timeoutHours === 'number'
          ? { kind: 'wait-webhook', timeoutMs: Math.round(timeoutHours * 3_600_000) }
          : { kind: 'wait-webhook' },
    },
  ],
};
