import { randomBytes } from 'node:crypto';

/** Crockford's base32 alphabet in lower case: safe in URLs, sorted like the bytes that it encodes, without letters that look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_BYTES = 16;
const RANDOM_LENGTH = 26;

const encode = (value: bigint, length: number) => {
  let rest = value;
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = ALPHABET.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
};

/**
 * Makes an id such as `prm_0k8v3…`: a prefix, 48 bits of time in milliseconds (so that ids sort by age) and 128 random bits.
 * @param now milliseconds since 1970; ids of the same millisecond have no order among themselves
 */
export const newId = <Prefix extends string>(
  prefix: Prefix,
  now: number = Date.now(),
): `${Prefix}_${string}` => {
  const random = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`);
  return `${prefix}_${encode(BigInt(now), TIME_LENGTH)}${encode(random, RANDOM_LENGTH)}`;
};

// expression-is-made: one class of letters, of a fixed length.
const BODY = new RegExp(`^[${ALPHABET}]{${TIME_LENGTH + RANDOM_LENGTH}}$`);

/** True when a value has the shape of an id with this prefix. */
export const isId = (prefix: string, value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(`${prefix}_`) && BODY.test(value.slice(prefix.length + 1));

/** Returns the time at which an id was made, in milliseconds since 1970. The id must be well-formed. */
export const idTime = (id: string): number => {
  const body = id.slice(id.lastIndexOf('_') + 1);
  let time = 0;
  for (const letter of body.slice(0, TIME_LENGTH)) time = time * 32 + ALPHABET.indexOf(letter);
  return time;
};
