import type { FieldValues } from '@atelier/contracts/fields/fields';
import { readHeaders } from '../../headers.ts';
import type { Piece } from '../../piece.ts';
import { refuse } from '../../refuse.ts';
import { readJsonField, readNumberField, readObjectField } from '../../values.ts';
import { callingSites, callingSitesField } from './calling-sites.ts';
import { answerHandshake, handshakeFields } from './handshake.ts';
import { checkBytes, messageKey } from './signatures.ts';
import { isGenuine, webhookConnection } from './verify-call.ts';

const respond = (values: FieldValues) => {
  const status = readNumberField(values, 'status') ?? 200;
  if (!Number.isInteger(status)) refuse('The status must be a whole number, for example 200.');
  const headers = readHeaders(readObjectField(values, 'headers'), ['set-cookie']);
  return { kind: 'respond', status, headers, body: readJsonField(values, 'body') } as const;
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
      fields: [...handshakeFields, callingSitesField],
      sample: { method: 'POST', headers: { 'content-type': 'application/json' }, queryParams: {}, body: {} },
      handshake: answerHandshake,
      verify: isGenuine,
      verifyBytes: checkBytes,
      messageKey,
      callingSites,
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
      description:
        'Waits until another program sends a POST to the address of this run, `{{run.resumeUrl}}`, or a person opens it and continues.',
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
