import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field } from '@atelier/contracts/fields/fields';
import type { WebhookCheck, WebhookReply } from '../../piece.ts';
import { readTextField } from '../../values.ts';
import { isGenuine } from './verify-call.ts';

/** The longest value that is sent back. */
const longest = 2000;

/** The checks of services, before their first event, that an address belongs to whoever entered it there. */
export const handshakeFields: Field[] = [
  {
    name: 'handshake',
    label: 'Handshake',
    type: 'STATIC_DROPDOWN',
    default: 'NONE',
    description:
      'Some services call the address once to test it, and expect an answer. Such a call starts nothing.',
    options: [
      { value: 'NONE', label: 'None' },
      { value: 'SLACK', label: 'Slack (url_verification)' },
      { value: 'META', label: 'Meta: WhatsApp, Messenger, Instagram (hub.challenge)' },
      { value: 'MICROSOFT', label: 'Microsoft Graph (validationToken)' },
      { value: 'QUERY', label: 'Others: sends a value of the address back' },
    ],
  },
  {
    name: 'verifyToken',
    label: 'Verify token',
    type: 'SHORT_TEXT',
    required: true,
    max: 200,
    description: 'The text that you enter at Meta. It proves nothing but this test.',
    shownWhen: { field: 'handshake', values: ['META'] },
  },
  {
    name: 'handshakeParameter',
    label: 'Parameter',
    type: 'SHORT_TEXT',
    required: true,
    max: 100,
    default: 'challenge',
    description: 'The parameter of the address whose value is sent back.',
    shownWhen: { field: 'handshake', values: ['QUERY'] },
  },
];

const sendBack = (value: JsonValue | undefined): WebhookReply | undefined =>
  typeof value === 'string' && value !== '' && value.length <= longest
    ? { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: value }
    : undefined;

const challengeIn = (body: JsonValue): WebhookReply | undefined =>
  isObject(body) && body['type'] === 'url_verification' ? sendBack(body['challenge']) : undefined;

const notProven: WebhookReply = { status: 403, headers: {}, body: 'The verify token is another one.' };

/** Answers a call that only tests the address; undefined when it is an event. */
export const answerHandshake = (check: WebhookCheck): WebhookReply | undefined => {
  const { input, call, connection } = check;
  const { method, queryParams, body } = call;
  // Slack signs this call as well. One that is not signed is refused as all others.
  if (connection?.['proof'] === 'SLACK') return isGenuine(check) ? challengeIn(body) : undefined;
  switch (input['handshake']) {
    case 'SLACK':
      return challengeIn(body);
    case 'META':
      if (method !== 'GET' || queryParams['hub.mode'] !== 'subscribe') return undefined;
      return queryParams['hub.verify_token'] === readTextField(input, 'verifyToken')
        ? sendBack(queryParams['hub.challenge'])
        : notProven;
    case 'MICROSOFT':
      return sendBack(queryParams['validationToken']);
    case 'QUERY':
      return sendBack(queryParams[readTextField(input, 'handshakeParameter')]);
    default:
      return undefined;
  }
};
