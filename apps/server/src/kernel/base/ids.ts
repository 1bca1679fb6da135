import { randomFillSync } from 'node:crypto';

/** Crockford's base32 alphabet in lower case: safe in URLs, sorted like the bytes that it encodes, without letters that look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_BYTES = 16;
const RANDOM_LENGTH = 26;

const encode = (value: number, length: number) => {
  let rest = value;
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
};

/** Random bytes for many ids, because asking for each id's own takes longer than everything else. No byte is used twice. */
const pool = Buffer.alloc(256 * RANDOM_BYTES);
const used = { bytes: pool.length };

const randomPart = (): string => {
  if (used.bytes === pool.length) {
    randomFillSync(pool);
    used.bytes = 0;
  }
  let text = '';
  let bits = 0;
  let waiting = 0;
  for (const end = used.bytes + RANDOM_BYTES; used.bytes < end; used.bytes += 1) {
    waiting = (waiting << 8) | (pool[used.bytes] ?? 0);
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET.charAt((waiting >> (bits - 5)) & 31);
    waiting &= 31;
  }
  // 128 bits are 25 letters and three bits.
  return text + ALPHABET.charAt((waiting << (5 - bits)) & 31);
};

/**
 * Makes an id such as `prm_0k8v3…`: a prefix, 48 bits of time in milliseconds (so that ids sort by age) and 128 random bits.
 * @param now milliseconds since 1970; ids of the same millisecond have no order among themselves
 */
export const newId = <Prefix extends string>(
  prefix: Prefix,
  now: number = Date.now(),
): `${Prefix}_${string}` => `${prefix}_${encode(now, TIME_LENGTH)}${randomPart()}`;

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
