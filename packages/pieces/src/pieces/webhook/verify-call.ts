import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { BodyCheck, PieceConnection, WebhookCheck } from '../../piece.ts';
import { objectOf, textOf } from '../../values.ts';

/** How a caller proves itself. Secrets are kept in a connection, never in the flow. */
export const webhookConnection: PieceConnection = {
  service: 'WEB',
  kind: 'WEBHOOK_CALLER',
  title: 'Caller of a webhook',
  description: 'How a program that starts a flow proves itself.',
  isRequired: false,
  help: [
    'Choose how the other program proves itself. **Header** and **Basic** send the secret with each call.',
    'A **signature** is the HMAC-SHA256 of the body, hexadecimal or Base64, in a header. GitHub, Shopify and many others send one; a prefix such as `sha256=` is allowed.',
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
        { value: 'HMAC_SHA256', label: 'Signature (HMAC-SHA256)' },
      ],
    },
    {
      name: 'header',
      label: 'Header',
      type: 'SHORT_TEXT',
      required: true,
      max: 100,
      default: 'X-Webhook-Secret',
      shownWhen: { field: 'proof', values: ['HEADER', 'HMAC_SHA256'] },
    },
    {
      name: 'secret',
      label: 'Secret',
      type: 'SECRET_TEXT',
      required: true,
      min: 8,
      shownWhen: { field: 'proof', values: ['HEADER', 'HMAC_SHA256'] },
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

/** Compares digests, so that the time tells neither the length nor the first wrong character. */
const isSame = (one: string, other: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
};

const isSignature = (given: string, signature: Buffer): boolean => {
  const bare = given.replace(/^(sha256|v1)=/, '').trim();
  return isSame(bare.toLowerCase(), signature.toString('hex')) || isSame(bare, signature.toString('base64'));
};

const isLogin = (given: string, connection: FieldValues): boolean => {
  const login = objectOf(connection, 'login');
  const pair = `${textOf(login, 'username')}:${textOf(login, 'password')}`;
  return isSame(given, `Basic ${Buffer.from(pair).toString('base64')}`);
};

const givenIn = ({ call }: WebhookCheck, connection: FieldValues): string =>
  call.headers[textOf(connection, 'header').toLowerCase()] ?? '';

/** Judges the bytes of a signed call as they arrive; undefined when the proof is no signature. */
export const checkBytes = (check: WebhookCheck): BodyCheck | undefined => {
  const { connection } = check;
  if (connection?.['proof'] !== 'HMAC_SHA256') return undefined;
  const secret = textOf(connection, 'secret');
  const signature = createHmac('sha256', secret);
  return {
    update: (bytes) => void signature.update(bytes),
    isGenuine: () => secret !== '' && isSignature(givenIn(check, connection), signature.digest()),
  };
};

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
  const secret = textOf(connection, 'secret');
  return secret !== '' && isSame(givenIn(check, connection), secret);
};
