import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { passkeys } from '@atelier/contracts/account/identity/passkeys';
import { Client } from '../client.ts';

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** The few types of CBOR (RFC 8949) that an authenticator writes. */
type Cbor = number | string | Uint8Array | Map<number | string, Cbor>;
const head = (kind: number, size: number): Buffer =>
  size < 24
    ? Buffer.from([(kind << 5) | size])
    : size < 256
      ? Buffer.from([(kind << 5) | 24, size])
      : Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
const encode = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([k, v]) => [encode(k), encode(v)])]);
  return Buffer.concat([head(2, value.length), value]);
};

/** The flags of WebAuthn: the user was present, unlocked the device, and a key is included. */
const present = 1;
const unlocked = 4;
const withKey = 64;

/** A device with one passkey in software; `signs` counts like a real one. */
export class Authenticator {
  readonly credentialId = randomBytes(32);
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  counter = 0;
  /** True when the user unlocks the device. */
  isUnlocked = true;
  /** The site that the device signs for, where it is not that of the page. */
  host: string | undefined;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#publicKey = encode(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  #data(host: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const all = present | (this.isUnlocked ? unlocked : 0) | flags;
    return Buffer.concat([sha256(host), Buffer.from([all]), counter]);
  }

  #clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  get #name() {
    const id = base64url(this.credentialId);
    return { id, rawId: id, type: 'public-key' as const };
  }

  /** Returns what a browser at `origin` sends after a registration. */
  register(challenge: string, origin: string) {
    const length = Buffer.from([0, this.credentialId.length]);
    const key = [Buffer.alloc(16), length, this.credentialId, this.#publicKey];
    const host = this.host ?? new URL(origin).hostname;
    const authData = Buffer.concat([this.#data(host, withKey), ...key]);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      ...this.#name,
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', challenge, origin)),
        attestationObject: base64url(encode(attestation)),
      },
    };
  }

  /** Returns what a browser at `origin` sends to sign in. */
  sign(challenge: string, origin: string) {
    this.counter += 1;
    const authenticatorData = this.#data(this.host ?? new URL(origin).hostname, 0);
    const clientData = this.#clientData('webauthn.get', challenge, origin);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      ...this.#name,
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, this.#key)),
      },
    };
  }
}

/** Returns the same browser at the server's host name, because passkeys do not work at an IP address. */
export const byName = (client: Client): Client => {
  const { port } = new URL(client.origin);
  const named = new Client(`http://localhost:${port}`);
  for (const [name, value] of client.cookies) named.cookies.set(name, value);
  return named;
};

/** Registers a passkey for the user who is signed in. */
export const registerPasskey = async (client: Client, name = 'Key ring') => {
  const named = byName(client);
  const device = new Authenticator();
  const { challenge } = await named.call(passkeys.endpoints.registrationOptions, {});
  const response = device.register(challenge, named.origin);
  const { passkeyId } = await named.call(passkeys.endpoints.register, { body: { name, response } });
  return { passkeyId, device };
};
