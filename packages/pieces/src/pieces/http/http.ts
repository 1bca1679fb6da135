import type { Piece } from '../../piece.ts';
import { downloadFile } from './download-file.ts';
import { newItems, pageChanged } from './poll-address.ts';
import { readPageAction } from './read-page.ts';
import { bodyKinds } from './request-body.ts';
import { sendRequest } from './send-request.ts';
import { httpConnection } from './sign-request.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

export const http: Piece = {
  name: 'http',
  version: '1.3.0',
  displayName: 'HTTP',
  description: 'Calls any web address or API, and watches it.',
  category: 'COMMUNICATION',
  icon: 'world',
  connection: httpConnection,
  triggers: [newItems, pageChanged],
  actions: [
    {
      kind: 'outward',
      // Each request carries an Idempotency-Key, which is the same at every attempt.
      repeat: 'with-key',
      sendsRunKey: true,
      name: 'send_request',
      displayName: 'Send a request',
      description: 'Calls an address and returns status, headers and body.',
      fields: [
        {
          name: 'method',
          label: 'Method',
          type: 'STATIC_DROPDOWN',
          required: true,
          default: 'GET',
          options: methods.map((value) => ({ value, label: value })),
        },
        {
          name: 'url',
          label: 'Address',
          type: 'SHORT_TEXT',
          isAddress: true,
          required: true,
          max: 16_000,
          placeholder: 'https://api.example.com/orders',
        },
        { name: 'queryParams', label: 'Query parameters', type: 'OBJECT' },
        { name: 'headers', label: 'Headers', type: 'OBJECT' },
        {
          name: 'bodyType',
          label: 'Kind of body',
          type: 'STATIC_DROPDOWN',
          default: 'AUTO',
          options: bodyKinds,
          shownWhen: { field: 'method', values: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] },
        },
        {
          name: 'body',
          label: 'Body',
          type: 'JSON',
          isAnyJson: true,
          default: null,
          description: 'A file of an earlier step is sent as its bytes, and in a form with parts as a part.',
          shownWhen: { field: 'method', values: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] },
        },
        {
          name: 'failOnError',
          label: 'Fail on an error status',
          type: 'CHECKBOX',
          default: true,
          description: 'The step fails on a status from 400. Without it, later steps get the status.',
        },
        { name: 'followRedirects', label: 'Follow redirects', type: 'CHECKBOX', default: true },
        {
          name: 'timeoutSeconds',
          label: 'Time-out (seconds)',
          type: 'NUMBER',
          min: 1,
          max: 300,
          default: 30,
        },
        {
          name: 'maxMegabytes',
          label: 'Largest answer (MB)',
          type: 'NUMBER',
          min: 0.001,
          max: 20,
          default: 5,
        },
      ],
      sample: { status: 200, headers: { 'content-type': 'application/json' }, body: {} },
      run: sendRequest,
    },
    downloadFile,
    readPageAction,
  ],
};
