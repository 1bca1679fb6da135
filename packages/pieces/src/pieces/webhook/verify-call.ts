import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { PieceConnection, WebhookCheck } from '../../piece.ts';
import { readObjectField, readTextField } from '../../values.ts';
import { isSame } from './is-same.ts';
import { checkBytes } from './signatures.ts';

/** The proof of a caller's identity. Secrets are kept in a connection, never in the flow. */
export const webhookConnection: PieceConnection = {
  service: 'WEB',
  kind: 'WEBHOOK_CALLER',
  title: 'Caller of a webhook',
  description: 'How a program that starts a flow proves itself.',
  isRequired: false,
  help: [
    'Choose how the other program proves itself. **Header** and **Basic** send the secret with each call.',
    'Choose the service where it is named: **Standard Webhooks** (Svix and many others), **Stripe**, **Slack** and **GitHub** sign their calls, and **GitLab** sends a token. Enter the secret that the service shows for the webhook.',
    'Another **signature of the body** is an HMAC, hexadecimal or Base64, in a header that you name. Shopify and many others send one; a prefix such as `sha256=` is allowed.',
    'Signatures with a time are valid for five minutes, and a call that comes again starts nothing.',
  ],
  addressFields: ['proof', 'header'],
  test: () => Promise.resolve('Nothing is called. Calls of the webhook have to carry this proof.'),
  fields: [
    {
      name: 'proof',
      label: 'Proof',
      type: 'STATIC_DROPDOWN',
      required: true,
      default: 'HEADER',
      options: [
        { value: 'HEADER', label: 'Secret in a header' },
        { value: 'BASIC', label: 'User name and password' },
        { value: 'STANDARD_WEBHOOKS', label: 'Standard Webhooks (also Svix)' },
        { value: 'STRIPE', label: 'Stripe' },
        { value: 'SLACK', label: 'Slack' },
        { value: 'GITHUB', label: 'GitHub' },
        { value: 'GITLAB', label: 'GitLab' },
        { value: 'HMAC_SHA256', label: 'Another signature of the body (HMAC-SHA256)' },
        { value: 'HMAC_SHA1', label: 'Another signature of the body (HMAC-SHA1)' },
      ],
    },
    {
      name: 'header',
      label: 'Header',
      type: 'SHORT_TEXT',
      required: true,
      max: 100,
      default: 'X-Webhook-Secret',
      shownWhen: { field: 'proof', values: ['HEADER', 'HMAC_SHA256', 'HMAC_SHA1'] },
    },
    {
      name: 'secret',
      label: 'Secret',
      type: 'SECRET_TEXT',
      required: true,
      min: 8,
      shownWhen: {
        field: 'proof',
        values: [
          'HEADER',
          'STANDARD_WEBHOOKS',
          'STRIPE',
          'SLACK',
          'GITHUB',
          'GITLAB',
          'HMAC_SHA256',
          'HMAC_SHA1',
        ],
      },
    },
    {
      name: 'login',
      label: 'User name and password',
      type: 'BASIC_AUTH',
      required: true,
      shownWhen: { field: 'proof', values: ['BASIC'] },
    },
  ],
};

const isLogin = (given: string, connection: FieldValues): boolean => {
  const login = readObjectField(connection, 'login');
  const pair = `${readTextField(login, 'username')}:${readTextField(login, 'password')}`;
  return isSame(given, `Basic ${Buffer.from(pair).toString('base64')}`);
};

const givenIn = ({ call }: WebhookCheck, connection: FieldValues): string =>
  call.headers[readTextField(connection, 'header').toLowerCase()] ?? '';

/** Returns whether a call proves where it comes from. Without a connection every call does. */
export const isGenuine = (check: WebhookCheck): boolean => {
  const { connection, call } = check;
  if (!connection) return true;
  if (connection['proof'] === 'BASIC') return isLogin(call.headers['authorization'] ?? '', connection);
  const bytes = checkBytes(check);
  if (bytes) {
    bytes.update(call.rawBody);
    return bytes.isGenuine();
  }
  const secret = readTextField(connection, 'secret');
  const isGitlab = connection['proof'] === 'GITLAB';
  const given = isGitlab ? (call.headers['x-gitlab-token'] ?? '') : givenIn(check, connection);
  return secret !== '' && isSame(given, secret);
};
