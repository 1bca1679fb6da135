import { createHash, createHmac, type Hmac } from 'node:crypto';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { BodyCheck, WebhookCheck } from '../../piece.ts';
import { readTextField } from '../../values.ts';
import { isSame } from './is-same.ts';

const minuteMs = 60_000;
/** The largest distance of the time of a signature from now, as Standard Webhooks, Stripe and Slack recommend. */
const toleranceMs = 5 * minuteMs;

/** The statement of a call about its signature. */
interface Claim {
  algorithm: 'sha256' | 'sha1';
  key: string | Buffer;
  /** The text that is signed before the body. */
  before: string;
  /** The signatures that the call carries; one of them has to be right. */
  given: readonly string[];
  encoding: 'hex' | 'base64' | 'either';
  /** The time of the signature in seconds; null where the scheme has none. */
  time: string | null;
  /** The number that the sender gave to the message, if the scheme has one. */
  message?: string;
}

type Headers = Record<string, string>;
type Scheme = (headers: Headers, connection: FieldValues) => Claim;

const header = (headers: Headers, ...names: string[]): string =>
  names.map((name) => headers[name]).find((value) => value !== undefined) ?? '';

/** Values such as `v1=…` or `v1,…`, of which those with this mark count. */
const marked = (texts: readonly string[], mark: string): string[] =>
  texts
    .map((text) => text.trim())
    .flatMap((text) => (text.startsWith(mark) ? [text.slice(mark.length)] : []));

/** A secret of Standard Webhooks is Base64 behind `whsec_`. */
const standardKey = (secret: string): Buffer => Buffer.from(secret.trim().replace(/^whsec_/, ''), 'base64');

/** Standard Webhooks, which Svix and its customers send with headers of other names. */
const standardWebhooks: Scheme = (headers, connection) => {
  const of = (name: string) => header(headers, `webhook-${name}`, `svix-${name}`);
  const [message, time] = [of('id'), of('timestamp')];
  return {
    ...{ algorithm: 'sha256', key: standardKey(readTextField(connection, 'secret')), encoding: 'base64' },
    ...{ before: `${message}.${time}.`, given: marked(of('signature').split(' '), 'v1,'), time, message },
  };
};

const stripe: Scheme = (headers, connection) => {
  const parts = header(headers, 'stripe-signature').split(',');
  const time = marked(parts, 't=')[0] ?? '';
  return {
    ...{ algorithm: 'sha256', key: readTextField(connection, 'secret'), encoding: 'hex' },
    ...{ before: `${time}.`, given: marked(parts, 'v1='), time },
  };
};

const slack: Scheme = (headers, connection) => {
  const time = header(headers, 'x-slack-request-timestamp');
  return {
    ...{ algorithm: 'sha256', key: readTextField(connection, 'secret'), encoding: 'hex' },
    ...{ before: `v0:${time}:`, given: marked([header(headers, 'x-slack-signature')], 'v0='), time },
  };
};

const github: Scheme = (headers, connection) => ({
  ...{
    algorithm: 'sha256',
    key: readTextField(connection, 'secret'),
    encoding: 'hex',
    before: '',
    time: null,
  },
  given: marked([header(headers, 'x-hub-signature-256')], 'sha256='),
});

const inHeader = (headers: Headers, connection: FieldValues): string =>
  header(headers, readTextField(connection, 'header').trim().toLowerCase());

const sha1: Scheme = (headers, connection) => ({
  ...{
    algorithm: 'sha1',
    key: readTextField(connection, 'secret'),
    encoding: 'either',
    before: '',
    time: null,
  },
  given: [
    inHeader(headers, connection)
      .replace(/^sha1=/, '')
      .trim(),
  ],
});

const sha256: Scheme = (headers, connection) => ({
  ...{
    algorithm: 'sha256',
    key: readTextField(connection, 'secret'),
    encoding: 'either',
    before: '',
    time: null,
  },
  given: [
    inHeader(headers, connection)
      .replace(/^(?:sha256|v1)=/, '')
      .trim(),
  ],
});

/** The schemes by the name of the proof. */
const schemes: Readonly<Record<string, Scheme>> = {
  STANDARD_WEBHOOKS: standardWebhooks,
  STRIPE: stripe,
  SLACK: slack,
  GITHUB: github,
  HMAC_SHA1: sha1,
  HMAC_SHA256: sha256,
};

const findScheme = ({ connection }: WebhookCheck): Scheme | undefined => {
  const proof = connection === undefined ? '' : readTextField(connection, 'proof');
  return Object.hasOwn(schemes, proof) ? schemes[proof] : undefined;
};

const isInTime = (time: string | null): boolean =>
  time === null || (/^\d{1,12}$/.test(time) && Math.abs(Date.now() - Number(time) * 1000) <= toleranceMs);

const isOneOf = ({ given, encoding }: Claim, signed: Hmac): boolean => {
  const digest = signed.digest();
  const [hex, base64] = [digest.toString('hex'), digest.toString('base64')];
  const fits = (one: string): boolean =>
    (encoding !== 'base64' && isSame(one.toLowerCase(), hex)) || (encoding !== 'hex' && isSame(one, base64));
  return given.filter(fits).length > 0;
};

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The most signatures of a call that are compared. */
const mostSignatures = 20;

/** Judges the bytes of a signed call as they arrive; undefined when its proof is no signature. */
export const checkBytes = (check: WebhookCheck): BodyCheck | undefined => {
  const scheme = findScheme(check);
  if (!scheme || !check.connection) return undefined;
  const claim = scheme(check.call.headers, check.connection);
  const signed = createHmac(claim.algorithm, claim.key).update(claim.before);
  const isPossible =
    claim.key.length > 0 &&
    isInTime(claim.time) &&
    claim.message !== '' &&
    claim.given.length <= mostSignatures;
  return {
    update: (bytes) => void signed.update(bytes),
    isGenuine: () => isPossible && isOneOf(claim, signed),
  };
};

/**
 * Names a call that was proven, so that the same one does not start a flow again: by the number of its message, or by its signature. Undefined
 * where the scheme knows no time, so that nobody can tell a repetition from another event.
 */
export const messageKey = (check: WebhookCheck): string | undefined => {
  const { connection, call } = check;
  const claim = connection && findScheme(check)?.(call.headers, connection);
  if (!claim || claim.time === null) return undefined;
  return digest(claim.message ?? `${claim.time} ${claim.given.join(' ')}`);
};
