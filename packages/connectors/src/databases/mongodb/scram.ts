import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ConnectorError } from '../../connector.ts';

const derive = promisify(pbkdf2);
/** Accepted iteration counts: fewer are insecure (RFC 7677), many more would only waste CPU time. */
const iterations = { least: 4096, most: 1_000_000 };

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

const mistrust = () =>
  new ConnectorError(
    'sources.refused',
    'The server could not show that it knows the password. Please check host and user.',
  );

const partsOf = (message: string): Map<string, string> =>
  new Map(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));

/** One conversation of SCRAM-SHA-256 (RFC 5802, RFC 7677): the password never goes over the wire. */
export const startScram = (user: string, password: string) => {
  const nonce = randomBytes(24).toString('base64');
  const first = `n=${user.replaceAll('=', '=3D').replaceAll(',', '=2C')},r=${nonce}`;
  let expected: Buffer | undefined;
  return {
    first: `n,,${first}`,
    /** The answer to the server's challenge. Throws ConnectorError `sources.refused`. */
    async answer(challenge: string): Promise<string> {
      const parts = partsOf(challenge);
      const [both = '', salt = '', count] = [parts.get('r'), parts.get('s'), Number(parts.get('i'))];
      const isFair = count >= iterations.least && count <= iterations.most;
      if (!both.startsWith(nonce) || both === nonce || !isFair) throw mistrust();
      const key = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64'), count, 32, 'sha256');
      const clientKey = hmac(key, 'Client Key');
      const said = `${first},${challenge},c=biws,r=${both}`;
      const signature = hmac(sha(clientKey), said);
      expected = hmac(hmac(key, 'Server Key'), said);
      const proof = Buffer.from(clientKey.map((byte, at) => byte ^ (signature[at] ?? 0)));
      return `c=biws,r=${both},p=${proof.toString('base64')}`;
    },
    /** Throws ConnectorError `sources.refused` when the server does not know the password itself. */
    verify(last: string): void {
      const given = Buffer.from(partsOf(last).get('v') ?? '', 'base64');
      if (!expected || given.length !== expected.length || !timingSafeEqual(given, expected))
        throw mistrust();
    },
  };
};
